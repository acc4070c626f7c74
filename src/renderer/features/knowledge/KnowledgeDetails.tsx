import { IconGhost2, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { KnowledgeDetail, KnowledgeRow } from '../../../contract/features/knowledge'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOf } from '../../client/queries'
import { CopyId } from '../../ui/CopyId'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { RelativeTime } from '../../ui/RelativeTime'
import { Fact, PlainText, Section } from '../../ui/records/DetailParts'
import details from '../../ui/records/details.module.css'
import { ReasonedButton } from '../../ui/records/ReasonedButton'
import { useWhyNotNow } from '../../ui/records/use-why-not-now'
import { exactTime, readTime } from '../../ui/relative-time'
import type { FacetKind } from './facets'
import { KnowledgeLinks } from './KnowledgeLinks'
import { KnownValue } from './KnownValue'
import classes from './knowledge.module.css'
import { notGiven, titleOf } from './knowledge-words'

function Value({ text }: { readonly text: string | null }) {
  if (text === null) return <span className={details.quiet}>{notGiven}</span>
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

function Moment({ at }: { readonly at: string | null }) {
  const time = at === null ? null : readTime(at)
  if (at === null) return <Value text={null} />
  return (
    <>
      <RelativeTime at={at} />
      {time !== null && <span className={details.exact}>{exactTime(time)}</span>}
    </>
  )
}

function Facts({ item }: { readonly item: KnowledgeDetail }) {
  return (
    <Section title="Details">
      <dl className={details.facts}>
        <Fact name="State">
          <Facet kind="state" value={item.state} />
        </Fact>
        <Fact name="Source">
          <Facet kind="source" value={item.source} />
        </Fact>
        <Fact name="Provided by">
          <Value text={item.providedBy} />
        </Fact>
        <Fact name="Created">
          <Moment at={item.createdAt} />
        </Fact>
        <Fact name="Updated">
          <Moment at={item.updatedAt} />
        </Fact>
        <Fact name="Id">
          <CopyId id={item.id} />
        </Fact>
      </dl>
    </Section>
  )
}

interface KnowledgeDetailsProps {
  readonly workspace: WorkspaceRef
  readonly id: string
  readonly onDelete: (row: KnowledgeRow) => void
}

/** Everything the library knows about one item. While another one is read, the last one stays. */
export function KnowledgeDetails({ workspace, id, onDelete }: KnowledgeDetailsProps) {
  const whyNot = useWhyNotNow()
  const { data, error, refetch } = useQuery({
    ...queryOf('knowledge', 'get', { workspace, id }),
    placeholderData: keepPreviousData,
  })
  if (error?.code === 'NOT_FOUND') {
    return (
      <div className={details.scroller}>
        <EmptyState icon={<IconGhost2 size={22} />} title="Knowledge item not found">
          It was deleted or belongs to another workspace. Items you deleted on this computer are in Activity.
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={details.scroller} key={id}>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {error === null && data !== undefined && (
        <>
          <header className={details.head}>
            <h2 className={details.title} dir="auto">
              {titleOf(data)}
            </h2>
            <ReasonedButton
              reason={whyNot}
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={() => onDelete(data)}
            >
              Delete…
            </ReasonedButton>
          </header>
          {data.description !== null && data.description !== '' && (
            <Section title="Description">
              <PlainText text={data.description} />
            </Section>
          )}
          <KnowledgeLinks item={data} />
          <Facts item={data} />
        </>
      )}
    </div>
  )
}
