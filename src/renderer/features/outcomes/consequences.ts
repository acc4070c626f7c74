// What hangs on a goal, as far as insights and this machine's own ledger tell.
import type { OutcomeDetail } from '../../../contract/features/outcomes'
import { counted } from '../../ui/records/record-words'

interface Named {
  readonly title: string
  readonly hideContent: boolean
}

const mostNames = 5
const longestName = 80

const short = (title: string) => (title.length > longestName ? `${title.slice(0, longestName - 1)}…` : title)

function named(one: string, many: string, records: readonly Named[]): string[] {
  if (records.length === 0) return []
  const names = records
    .slice(0, mostNames)
    .map(({ title, hideContent }) => (hideContent ? 'hidden content' : `“${short(title)}”`))
  const rest = records.length > mostNames ? [`${records.length - mostNames} more`] : []
  return [`${counted(records.length, one, many)}: ${[...names, ...rest].join(', ')}`]
}

export function consequencesOf(outcome: OutcomeDetail): string[] {
  const evidence = [
    ...(outcome.insights === 0 ? [] : [counted(outcome.insights, 'insight', 'insights')]),
    ...(outcome.feedback === 0 ? [] : [counted(outcome.feedback, 'piece of feedback', 'pieces of feedback')]),
  ]
  const metrics = outcome.linkedMetrics.map(({ label, metricId }) => ({ title: label || metricId, hideContent: false }))
  return [
    ...evidence,
    ...named('opportunity', 'opportunities', outcome.relatedOpportunities),
    ...named('solution', 'solutions', outcome.relatedSolutions),
    ...named('metric linked from here', 'metrics linked from here', metrics),
  ]
}
