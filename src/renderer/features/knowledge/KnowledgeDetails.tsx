import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { KnowledgeDetail, KnowledgeRow } from '../../../contract/features/knowledge'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOptionsFor } from '../../client/queries'
import { useEnvironment } from '../../client/workspace'
import { DeleteButton } from '../../records/DeleteButton'
import { Fact, Facts, PlainText, Section } from '../../records/DetailParts'
import details from '../../records/details.module.css'
import { UnknownRecord } from '../../records/RecordDetails'
import { knowledgeKind } from '../../records/record-kind'
import { notGiven, shownTitle } from '../../records/record-words'
import { OnThisComputer } from '../../records/triage/OnThisComputer'
import { CopyId } from '../../ui/CopyId'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { OpenLink, whyNotOpenable } from '../../ui/OpenLink'
import { KnownValue } from './KnownValue'
import classes from './knowledge.module.css'
import { knowledgeTexts } from './knowledge-words'
import type { FacetKind } from './use-knowledge-list'

function Value({ text }: { readonly text: string | null }) {
  if (text === null) return <span className={details.muted}>{notGiven}</span>
  return <span dir="auto">{text}</span>
}

function Facet({ kind, value }: { readonly kind: FacetKind; readonly value: string | null }) {
  if (value === null) return <Value text={null} />
  return (
    <span className={classes.known}>
      <KnownValue kind={kind} value={value} />
    </span>
  )
}

interface KnowledgeDetailsProps {
  readonly workspace: WorkspaceRef
  readonly id: string
  readonly onDelete: (row: KnowledgeRow) => void
}

/** All that the library has about an item. The last item stays while another loads. */
export function KnowledgeDetails({ workspace, id, onDelete }: KnowledgeDetailsProps) {
  const { data, error, isLoadingError, refetch } = useQuery({
    ...queryOptionsFor('knowledge', 'get', { workspace, id }),
    placeholderData: keepPreviousData,
  })
  if (error?.code === 'NOT_FOUND') {
    return (
      <div className={details.scroller}>
        <UnknownRecord kind={knowledgeKind} id={id}>
          {knowledgeTexts.notFound}
        </UnknownRecord>
      </div>
    )
  }
  return (
    <div className={details.scroller} key={id}>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!isLoadingError && data !== undefined && (
        <>
          <header className={details.head}>
            <h2 className={details.title} dir="auto">
              {shownTitle(data)}
            </h2>
          </header>
          <OnThisComputer
            key={id}
            kind="knowledge"
            id={id}
            record={data}
            isBar
            isReading={data.id !== id}
            last={<DeleteButton onDelete={() => onDelete(data)} />}
          />
          {data.description !== null && data.description !== '' && (
            <Section title="Description">
              <PlainText text={data.description} />
            </Section>
          )}
          <KnowledgeLinks item={data} />
          <Facts record={data}>
            <Fact name="State">
              <Facet kind="state" value={data.state} />
            </Fact>
            <Fact name="Source">
              <Facet kind="source" value={data.source} />
            </Fact>
            <Fact name="Provided by">
              <Value text={data.providedBy} />
            </Fact>
          </Facts>
        </>
      )}
    </div>
  )
}

interface Shown {
  readonly words: string
  /** Name of the link's target. */
  readonly noun: string
  readonly href: string
  /** Why it cannot be opened from here; null: it can. */
  readonly refused: string | null
}

function linksOf(
  { url, pdfFileUrl, txtFileUrl, txtFileAddress }: KnowledgeDetail,
  sandboxOrigin: string | null,
): readonly Shown[] {
  const link = (words: string, noun: string, href: string | null): Shown[] =>
    href === null || href === '' ? [] : [{ words, noun, href, refused: whyNotOpenable(href, sandboxOrigin) }]
  // The text's path is relative to the service; one that leads elsewhere is shown unchanged.
  const text: Shown[] =
    txtFileAddress === null && txtFileUrl !== null && txtFileUrl !== ''
      ? [{ words: 'Open text', noun: 'Text', href: txtFileUrl, refused: knowledgeTexts.outsideLink }]
      : link('Open text', 'Text', txtFileAddress)
  return [...link('Open page', 'Page', url), ...link('Open PDF', 'PDF', pdfFileUrl), ...text]
}

function KnowledgeLinks({ item }: { readonly item: KnowledgeDetail }) {
  const { name, baseAddress } = useEnvironment()
  const sandboxOrigin = name === 'sandbox' && baseAddress !== null ? new URL(baseAddress).origin : null
  const links = linksOf(item, sandboxOrigin)
  return (
    <Section title="Links">
      {links.length === 0 && <p className={details.muted}>{knowledgeTexts.noLinks}</p>}
      <ul className={classes.links}>
        {links.map(({ words, noun, href, refused }) => (
          <li key={words}>
            {refused === null ? (
              <OpenLink href={href} sandboxOrigin={sandboxOrigin}>
                {words}
              </OpenLink>
            ) : (
              <>
                <span>{noun}</span>
                <CopyId id={href} label={`Copy address of ${noun}`} />
                <p className={details.muted}>{refused}</p>
              </>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
