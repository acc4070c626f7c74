import classes from './WrittenText.module.css'
import { type Block, readBlocks, type Span } from './written-blocks'

const tags = { strong: 'strong', emphasis: 'em', code: 'code' } as const

/** Parts of a text have no identity but their place. */
const placed = <Part,>(parts: readonly Part[]) => parts.map((part, place) => ({ part, key: String(place) }))

function Spans({ spans }: { readonly spans: readonly Span[] }) {
  return placed(spans).map(({ part: { kind, text }, key }) => {
    if (kind === 'text') return <span key={key}>{text}</span>
    const Tag = tags[kind]
    return <Tag key={key}>{text}</Tag>
  })
}

function WrittenBlock({ block }: { readonly block: Block }) {
  if (block.kind === 'code') return <pre className={classes.code}>{block.text}</pre>
  if (block.kind === 'heading') {
    return (
      <h4 className={classes.heading} dir="auto">
        <Spans spans={block.spans} />
      </h4>
    )
  }
  if (block.kind === 'paragraph') {
    return (
      <p className={classes.paragraph} dir="auto">
        <Spans spans={block.spans} />
      </p>
    )
  }
  if (block.isNumbered) {
    return (
      <ol className={classes.list}>
        {placed(block.items).map(({ part: { number, spans }, key }) => (
          <li key={key} value={number} dir="auto">
            <Spans spans={spans} />
          </li>
        ))}
      </ol>
    )
  }
  return (
    <ul className={classes.list}>
      {placed(block.items).map(({ part, key }) => (
        <li key={key} dir="auto">
          <Spans spans={part} />
        </li>
      ))}
    </ul>
  )
}

/** A long text with its headings, lists, code and emphasis; see written-blocks.ts for what is never made of it. */
export function WrittenText({ text }: { readonly text: string }) {
  return (
    <div className={classes.text}>
      {placed(readBlocks(text)).map(({ part, key }) => (
        <WrittenBlock key={key} block={part} />
      ))}
    </div>
  )
}
