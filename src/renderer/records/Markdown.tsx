// A long text with its headings, lists, code and emphasis, by react-markdown. All other Markdown stays plain text, links,
// images and HTML among it: the text comes from the service, and nothing of it may lead anywhere or load anything. Emphasis
// within a word is arithmetic ("2*3*4").
import { memo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import classes from './Markdown.module.css'

/** Names of constructs in the parser, micromark. */
const leftAsWritten = [
  ...['autolink', 'definition', 'htmlFlow', 'htmlText', 'labelEnd', 'labelStartImage', 'labelStartLink'],
  ...['blockQuote', 'characterEscape', 'characterReference', 'codeIndented', 'hardBreakEscape'],
  ...['setextUnderline', 'thematicBreak'],
]

/** The parser's time grows with the square of the lines of a list: 75,000 characters took 2.5 s. */
const longestFormatted = 20_000

/** One line that nests lists in lists: 6,000 characters took 2.7 s, and then overflowed the stack. */
const nestedLists = /(?:(?:[-*+]|\d+[.)])[ \t]+){8}/

/** Stars and underscores. The parser compares each with those before it: 18,000 took 10 s. Most texts have a few hundred. */
const mostMarkers = 1500

function isSlowToFormat(text: string): boolean {
  if (text.length > longestFormatted || nestedLists.test(text)) return true
  return (text.match(/[*_]/g)?.length ?? 0) > mostMarkers
}

interface Node {
  readonly type: string
  readonly value?: string
  readonly ordered?: boolean
  readonly position?: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } }
  children?: Node[]
  data?: { hProperties: { value: number } }
}

const isEmphasis = ({ type }: Node) => type === 'emphasis' || type === 'strong'
const isInWord = /[\p{L}\p{N}]/u

function keepWriting(node: Node, text: string): void {
  node.children = node.children?.map((child) => {
    const [start, end] = [child.position?.start.offset ?? 0, child.position?.end.offset ?? 0]
    const written = { type: 'text', value: text.slice(start, end) }
    if (isEmphasis(child) && isInWord.test(text.charAt(start - 1) + text.charAt(end))) return written
    const isBlock = child.type === 'list' || child.type === 'heading'
    const isEmpty = isBlock && child.children?.every(({ children }) => children?.length === 0)
    if (isEmpty) return { type: 'paragraph', children: [written] }
    // Other text between two items begins a new list, but no new count.
    if (node.ordered === true) child.data = { hProperties: { value: Number.parseInt(written.value, 10) } }
    keepWriting(child, text)
    return child
  })
}

function asWritten(this: { data(): object }) {
  const data: { micromarkExtensions?: unknown[] } = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: leftAsWritten } }]
  return (tree: Node, file: { toString(): string }) => keepWriting(tree, file.toString())
}

const Heading: Components['h1'] = ({ children }) => (
  <h4 className={classes.heading} dir="auto">
    {children}
  </h4>
)

const components: Components = {
  ...{ h1: Heading, h2: Heading, h3: Heading, h4: Heading, h5: Heading, h6: Heading },
  p: ({ children }) => (
    <p className={classes.paragraph} dir="auto">
      {children}
    </p>
  ),
  ol: ({ children }) => <ol className={classes.list}>{children}</ol>,
  ul: ({ children }) => <ul className={classes.list}>{children}</ul>,
  li: ({ children, value }) => (
    <li value={value} dir="auto">
      {children}
    </li>
  ),
  pre: ({ children }) => <pre className={classes.code}>{children}</pre>,
  // The line ends all the same.
  br: () => null,
}

export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={classes.text}>
      {isSlowToFormat(text) ? (
        <p className={classes.paragraph} dir="auto">
          {text}
        </p>
      ) : (
        <ReactMarkdown remarkPlugins={[asWritten]} components={components}>
          {text}
        </ReactMarkdown>
      )}
    </div>
  )
})
