import { IconArrowUp, IconCircleDot } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AppError } from '../../contract/errors'
import type { FeedbackFacets, FeedbackFilter, FeedbackRow } from '../../contract/features/feedback'
import type { InsightRow } from '../../contract/features/insights'
import type { Mention, RelatedTo } from '../../contract/features/listing'
import type { RisingInsight } from '../../contract/features/opportunities'
import { queryOptionsFor } from '../client/queries'
import { useWorkspace } from '../client/workspace'
import { ErrorNotice } from '../ui/ErrorNotice'
import { OpenLink } from '../ui/OpenLink'
import { RelativeTime } from '../ui/RelativeTime'
import { Section } from './DetailParts'
import classes from './details.module.css'
import { Sentiment } from './Evidence'
import { FeedbackChips } from './feedback/FeedbackChips'
import { filterPieces, noFilter, writeFilter } from './feedback/feedback-filter'
import { ChosenMonths, MonthChart } from './feedback/MonthChart'
import { toggled } from './list-search'
import { HiddenMark, useMask } from './MaskedText'
import { feedbackKind, insightKind, type RecordKind, recordPath, relatedPath, relatedText } from './record-kind'
import { counted, listTexts, scoreFigure, shownTitle } from './record-words'
import { StatusLabel } from './StatusLabel'

interface RecordLinkProps {
  readonly kind: RecordKind
  readonly record: { readonly id: string; readonly title: string; readonly hideContent: boolean }
}

/** Leads to a record; hidden content is revealed there. */
export function RecordLink({ kind, record }: RecordLinkProps) {
  return (
    <Link to={recordPath(kind, record.id)} className={classes.itemTitle} dir="auto">
      {record.hideContent ? <HiddenMark /> : shownTitle(record)}
    </Link>
  )
}

interface MentionListProps {
  readonly title: string
  readonly kind: RecordKind
  readonly mentions: readonly (Mention & { readonly status?: string })[]
}

interface MentionItemProps {
  readonly kind: RecordKind
  readonly mention: MentionListProps['mentions'][number]
}

function MentionItem({ kind, mention }: MentionItemProps) {
  const [isMasked, toggle] = useMask(mention.hideContent)
  return (
    <li className={classes.item}>
      {isMasked ? <HiddenMark /> : <RecordLink kind={kind} record={{ ...mention, hideContent: false }} />}
      {mention.status !== undefined && <StatusLabel status={mention.status} />}
      <span className={classes.itemMark}>
        through {counted(mention.through, 'shared insight', 'shared insights')}
        {mention.strongest !== null && `, top score ${scoreFigure(mention.strongest)}`}
      </span>
      {toggle}
    </li>
  )
}

/** Other records that the same insights carry, with a link to each. */
export function MentionList({ title, kind, mentions }: MentionListProps) {
  if (mentions.length === 0) return null
  return (
    <Section title={title} total={mentions.length}>
      <ul className={classes.list}>
        {mentions.map((mention) => (
          <MentionItem key={mention.id} kind={kind} mention={mention} />
        ))}
      </ul>
    </Section>
  )
}

/** The marks that tell insights apart beside their names, wherever details list some. */
export function InsightMarks({ seen, combinedScore }: Pick<InsightRow, 'seen' | 'combinedScore'>) {
  return (
    <>
      {!seen && (
        <span className={classes.itemMark}>
          <IconCircleDot size={13} stroke={1.8} aria-hidden /> Unseen
        </span>
      )}
      <span className={classes.itemMark}>
        {combinedScore === null ? 'not scored' : `score ${scoreFigure(combinedScore)}`}
      </span>
    </>
  )
}

interface NotReadProps {
  readonly title: string
  readonly error: AppError
  readonly onRetry: () => void
}

const NotRead = ({ title, ...notice }: NotReadProps) => (
  <Section title={title}>
    <ErrorNotice {...notice} />
  </Section>
)

const shownInsights = 6

interface RisingInsightsProps {
  readonly insights: readonly RisingInsight[]
  readonly total: number
}

/** Insights whose score rose since the last review, the largest rise first. */
export function RisingInsights({ insights, total }: RisingInsightsProps) {
  if (insights.length === 0) return null
  return (
    <Section title="Rising insights" total={total} info={listTexts.rising}>
      <ul className={classes.list}>
        {insights.slice(0, shownInsights).map(({ before, after, ...insight }) => (
          <li key={insight.id} className={classes.item}>
            <RecordLink kind={insightKind} record={insight} />
            {before !== null && after !== null && (
              <span className={classes.itemMark} data-rising>
                <IconArrowUp size={13} stroke={2} aria-hidden /> {scoreFigure(before)} → {scoreFigure(after)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The strongest insights that carry a record, and a link to all of them. */
export function InsightMentions({ relatedTo }: { readonly relatedTo: RelatedTo }) {
  const { ref: workspace } = useWorkspace()
  const { data, error, refetch } = useQuery(
    queryOptionsFor('insights', 'query', {
      workspace,
      filter: { relatedTo },
      sort: { column: 'combinedScore', direction: 'descending' },
      offset: 0,
      limit: shownInsights,
    }),
  )
  if (error !== null) return <NotRead title="Insights" error={error} onRetry={() => void refetch()} />
  if (data === undefined) return null
  return (
    <Section title="Insights" total={data.total}>
      <ul className={classes.list}>
        {data.rows.map((row) => (
          <li key={row.id} className={classes.item}>
            <RecordLink kind={insightKind} record={row} />
            <InsightMarks {...row} />
          </li>
        ))}
      </ul>
      {data.total > 0 && (
        <Link to={relatedPath(insightKind, relatedTo)} className={classes.more}>
          Show all in Insights
        </Link>
      )}
    </Section>
  )
}

/** The words of a customer, as they were said, and their source. */
export function FeedbackItem({ feedback }: { readonly feedback: Omit<FeedbackRow, 'insights'> }) {
  return (
    <li className={classes.quoteItem}>
      {feedback.title !== null && (
        <span className={classes.quoteTitle} dir="auto">
          {feedback.title}
        </span>
      )}
      <blockquote className={classes.quote} dir="auto">
        {feedback.content}
      </blockquote>
      <div className={classes.origin}>
        <span dir="auto">
          {feedback.source}
          {feedback.sourceId !== null && ` ${feedback.sourceId}`}
        </span>
        <RelativeTime at={feedback.createdAt} />
        <Sentiment {...feedback} />
        {!feedback.processed && <span>Not processed into insights yet</span>}
        {feedback.sourceUrl !== null && <OpenLink href={feedback.sourceUrl}>View original</OpenLink>}
      </div>
    </li>
  )
}

const shownFeedback = 3

/** The same filter as in the list of feedback. */
function useFeedbackFilter() {
  const [filter, setFilter] = useState(noFilter)
  const change = (step: (now: FeedbackFilter) => Partial<FeedbackFilter>) =>
    setFilter((now) => ({ ...now, ...step(now) }))
  const isNarrowed = filter.sources.length + filter.sentiments.length + filter.months.length > 0
  return { filter, change, isNarrowed }
}

/** Limit in a pane, where buttons of more months would be too narrow to press. */
const shownInPane = 12

interface FeedbackFiltersProps {
  readonly filter: FeedbackFilter
  readonly facets: FeedbackFacets
  readonly onFilter: (step: (now: FeedbackFilter) => Partial<FeedbackFilter>) => void
  readonly hasFoldedSources?: boolean
}

function FeedbackFilters({ filter, facets, onFilter, hasFoldedSources = false }: FeedbackFiltersProps) {
  const months = {
    chosen: filter.months,
    onToggle: (month: string) => onFilter((now) => ({ months: toggled(now.months, month) })),
  }
  return (
    <div className={classes.filters}>
      <FeedbackChips {...{ filter, facets, onFilter, hasFoldedSources }} isShort />
      <ChosenMonths {...months} />
      <MonthChart facets={facets} most={shownInPane} {...months} />
    </div>
  )
}

/** The newest feedback behind a record, word for word, and a link to all of it. */
export function FeedbackList({ relatedTo }: { readonly relatedTo: RelatedTo }) {
  const { ref: workspace } = useWorkspace()
  const { filter, change, isNarrowed } = useFeedbackFilter()
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor('feedback', 'query', {
      ...{ workspace, text: '', relatedTo, ...filter },
      sort: { column: 'createdAt', direction: 'descending' },
      offset: 0,
      limit: shownFeedback,
    }),
    placeholderData: keepPreviousData,
  })
  if (error !== null) return <NotRead title="Feedback" error={error} onRetry={() => void refetch()} />
  if (data === undefined || (data.total === 0 && !isNarrowed)) return null
  const params = new URLSearchParams([
    ['related', relatedText(relatedTo)],
    ...writeFilter(filter).map((pair) => [...pair]),
  ])
  return (
    <Section title="Feedback" total={data.total}>
      {(data.total > shownFeedback || isNarrowed) && (
        <FeedbackFilters filter={filter} facets={data.facets} onFilter={change} />
      )}
      <ul className={classes.list}>
        {data.rows.map((row) => (
          <FeedbackItem key={row.id} feedback={row} />
        ))}
      </ul>
      <Link to={`${feedbackKind.path}?${params}`} className={classes.more}>
        All feedback
      </Link>
    </Section>
  )
}

/** All feedback of an insight, with filters once it is more than a glance takes in. */
export function FeedbackOf({ feedback }: { readonly feedback: readonly Omit<FeedbackRow, 'insights'>[] }) {
  const { filter, change } = useFeedbackFilter()
  if (feedback.length === 0) return null
  const { rows, facets } = filterPieces(feedback, filter)
  return (
    <Section title="Feedback" total={rows.length}>
      {feedback.length > shownFeedback && (
        <FeedbackFilters filter={filter} facets={facets} onFilter={change} hasFoldedSources />
      )}
      <ul className={classes.list}>
        {rows.map((item) => (
          <FeedbackItem key={item.id} feedback={item} />
        ))}
      </ul>
    </Section>
  )
}
