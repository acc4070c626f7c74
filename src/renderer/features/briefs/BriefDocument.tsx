// The brief as others receive it: printed, and copied as rich text.
import { type BriefContent, headings, nothingAgainst } from './brief-content'

const List = ({ heading, items }: { readonly heading: string; readonly items: readonly string[] }) =>
  items.length === 0 ? null : (
    <>
      <h2>{heading}</h2>
      <ul>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal
          <li key={index} dir="auto">
            {item}
          </li>
        ))}
      </ul>
    </>
  )

export function BriefDocument({ content }: { readonly content: BriefContent }) {
  const { claim, reason, basis, figures, insights, quotes, against, unknown, own } = content
  return (
    <article>
      <h1 dir="auto">{claim}</h1>
      {reason
        .split(/\n{2,}/)
        .filter((paragraph) => paragraph.trim() !== '')
        .map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be equal
          <p key={index} dir="auto">
            {paragraph}
          </p>
        ))}
      <h2>{headings.figures}</h2>
      <ul>
        {figures.map(([name, value]) => (
          <li key={name}>
            {name}: {value}
          </li>
        ))}
      </ul>
      <List heading={headings.against} items={against.length === 0 ? [nothingAgainst] : against} />
      <List heading={headings.unknown} items={unknown} />
      <List heading={headings.insights} items={insights} />
      {quotes.length > 0 && <h2>{headings.quotes}</h2>}
      {quotes.map(({ text, by }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two quotes may be equal
        <blockquote key={index} dir="auto">
          <p>{text}</p>
          <p>
            <cite>{by}</cite>
          </p>
        </blockquote>
      ))}
      <List heading={headings.own} items={own} />
      <p>
        <em>{basis}</em>
      </p>
    </article>
  )
}
