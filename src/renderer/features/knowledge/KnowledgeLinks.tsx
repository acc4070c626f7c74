import type { KnowledgeDetail } from '../../../contract/features/knowledge'
import { CopyId } from '../../ui/CopyId'
import { OpenLink, whyNotOpenable } from '../../ui/OpenLink'
import { Section } from '../../ui/records/DetailParts'
import classes from './knowledge.module.css'

interface Shown {
  readonly words: string
  readonly href: string
  /** Why it cannot be opened from here; null = it can. */
  readonly refused: string | null
}

function linksOf({ url, pdfFileUrl, txtFileUrl, txtFileAddress }: KnowledgeDetail): readonly Shown[] {
  const link = (words: string, href: string | null): Shown[] =>
    href === null || href === '' ? [] : [{ words, href, refused: whyNotOpenable(href) }]
  // The text is named relative to the service; one that leads elsewhere is shown as it came.
  const text: Shown[] =
    txtFileAddress === null && txtFileUrl !== null && txtFileUrl !== ''
      ? [{ words: 'Open text', href: txtFileUrl, refused: 'This link points outside the service.' }]
      : link('Open text', txtFileAddress)
  return [...link('Open page', url), ...link('Open PDF', pdfFileUrl), ...text]
}

const nouns: Readonly<Record<string, string>> = { 'Open page': 'Page', 'Open PDF': 'PDF', 'Open text': 'Text' }

export function KnowledgeLinks({ item }: { readonly item: KnowledgeDetail }) {
  const links = linksOf(item)
  return (
    <Section title="Links">
      {links.length === 0 && <p className={classes.quiet}>No links.</p>}
      <ul className={classes.links}>
        {links.map(({ words, href, refused }) => (
          <li key={words}>
            {refused === null ? (
              <OpenLink href={href}>{words}</OpenLink>
            ) : (
              <>
                <span>{nouns[words]}</span>
                <CopyId id={href} label={`Copy address of ${nouns[words]}`} />
                <span className={classes.quiet}>{refused}</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
