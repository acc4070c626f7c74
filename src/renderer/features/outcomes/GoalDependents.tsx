// The records linked to a goal, as far as the insights and the ledger of this computer tell. The list of goals has their
// counts, so the dialog opens with those; names follow.
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AppError } from '../../../contract/errors'
import type { FeedbackRow } from '../../../contract/features/feedback'
import type { OutcomeDetail, OutcomeRow } from '../../../contract/features/outcomes'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { Dependents } from '../../records/DeletionBody'
import { type NamedGroup, type NamedRecord, type NamesFailure, namedAtMost } from '../../records/NamedRecords'
import {
  feedbackKind,
  insightKind,
  opportunityKind,
  type RecordKind,
  relatedPath,
  solutionKind,
} from '../../records/record-kind'
import { shortened, shownTitle } from '../../records/record-words'
import { goalTexts } from './goal-words'

interface GoalDependentsProps {
  readonly outcome: OutcomeRow
  readonly onLeave: () => void
}

interface Asked {
  readonly isLoadingError: boolean
  readonly error: AppError | null
  readonly refetch: () => Promise<unknown>
}

const longestQuote = 90

/** A customer's words, short enough for a line. */
const quoteOf = ({ title, content }: FeedbackRow) => `“${shortened(title ?? content, longestQuote)}”`

/** One failure for all, as they are read together. A goal that left the library is reported by the deletion. */
function failureOf(asked: readonly Asked[]): NamesFailure | null {
  const failed = asked.filter(({ isLoadingError, error }) => isLoadingError && error?.code !== 'NOT_FOUND')
  const error = failed[0]?.error
  if (!error) return null
  return { error, retry: () => failed.forEach(({ refetch }) => void refetch()) }
}

const byTitle = (records: readonly { id: string; title: string; hideContent: boolean }[]): NamedRecord[] =>
  records.map(({ id, title, hideContent }) => ({ id, name: shownTitle({ id, title }), hideContent }))

const metricsOf = ({ linkedMetrics }: OutcomeDetail): NamedRecord[] =>
  linkedMetrics.map(({ metricId, label }) => ({ id: metricId, name: label || metricId, hideContent: false }))

function useGoalDependents(outcome: OutcomeRow): { groups: readonly NamedGroup[]; failure: NamesFailure | null } {
  const { ref: workspace } = useWorkspace()
  const relatedTo = { kind: 'outcome', id: outcome.id } as const
  const page = { offset: 0, limit: namedAtMost }
  const goal = useQuery(queryOptionsFor('outcomes', 'get', { workspace, id: outcome.id }))
  const sort = { column: 'combinedScore', direction: 'descending' } as const
  const insights = useQuery(queryOptionsFor('insights', 'query', { workspace, filter: { relatedTo }, sort, ...page }))
  const newest = { column: 'createdAt', direction: 'descending' } as const
  const feedback = useQuery(
    queryOptionsFor('feedback', 'query', { workspace, text: '', relatedTo, sort: newest, ...page }),
  )

  const isGone = goal.error?.code === 'NOT_FOUND'
  const all = (kind: RecordKind) => ({ heading: kind.heading, view: kind.heading, to: relatedPath(kind, relatedTo) })
  const ofGoal = (total: number, read: (detail: OutcomeDetail) => readonly NamedRecord[]) => {
    const records = goal.data ? read(goal.data) : isGone ? [] : null
    return { total: records?.length ?? total, records }
  }
  const groups: NamedGroup[] = [
    {
      ...all(insightKind),
      total: insights.data?.total ?? outcome.insights,
      records: insights.data ? byTitle(insights.data.rows) : null,
    },
    { ...all(opportunityKind), ...ofGoal(outcome.opportunities, (detail) => byTitle(detail.relatedOpportunities)) },
    { ...all(solutionKind), ...ofGoal(outcome.solutions, (detail) => byTitle(detail.relatedSolutions)) },
    {
      heading: 'Metrics linked from this computer',
      view: 'Metrics',
      to: '/metrics',
      ...ofGoal(outcome.metrics, metricsOf),
    },
    {
      ...all(feedbackKind),
      total: feedback.data?.total ?? outcome.feedback,
      // Feedback is never hidden itself; under a hidden goal it is.
      records:
        feedback.data?.rows.map((row) => ({
          ...{ id: row.id, name: quoteOf(row), mark: row.source },
          hideContent: outcome.hideContent,
        })) ?? null,
    },
  ]
  return { groups, failure: failureOf([goal, insights, feedback]) }
}

export function GoalDependents({ outcome, onLeave }: GoalDependentsProps) {
  const dependents = useGoalDependents(outcome)
  const hasAny = dependents.groups.some(({ total }) => total > 0)
  return (
    <>
      {/* First, as a list in a deletion dialog is read as what will be deleted. */}
      {hasAny && (
        <Text size="sm" mt="sm">
          {goalTexts.linkedItemsStay}
        </Text>
      )}
      <Dependents {...dependents} onLeave={onLeave} />
    </>
  )
}
