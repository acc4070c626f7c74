// What was done since triage began, so that it can be undone and told. The queue is as it was then: a sync changes
// what each insight says, not which one is next.
import type { InsightDetail } from '../../../contract/features/insights'
import type { Triage, TriageDecision } from '../../../contract/features/triage'
import { counted } from '../../records/record-words'

export interface Step {
  readonly insight: Pick<InsightDetail, 'id' | 'opportunities'>
  readonly status: 'reviewed' | 'snoozed'
  /** What undo decides. */
  readonly before: TriageDecision
}

export function decisionOf({ status, until }: Triage): TriageDecision {
  return status === 'snoozed' ? { status, until } : { status }
}

/** The first after the current one, or of all, that is neither decided nor removed; null: none. */
export function nextUndecided(
  ids: readonly string[],
  steps: readonly Step[],
  removed: readonly string[],
  current: string | null,
): string | null {
  const done = new Set([...steps.map(({ insight }) => insight.id), ...removed])
  const place = current === null ? -1 : ids.indexOf(current)
  return ids.slice(place + 1).find((id) => !done.has(id)) ?? null
}

/** The opportunities of what was reviewed, newest first, each once. */
export function opportunitiesOf(steps: readonly Step[]): InsightDetail['opportunities'] {
  const all = steps.toReversed().flatMap(({ status, insight }) => (status === 'reviewed' ? insight.opportunities : []))
  return [...new Map(all.map((opportunity) => [opportunity.id, opportunity])).values()]
}

/** "You reviewed 9 insights and snoozed 3."; null: nothing was done. */
export function doneText(steps: readonly Step[]): string | null {
  const reviewed = steps.filter(({ status }) => status === 'reviewed').length
  const snoozed = steps.length - reviewed
  if (steps.length === 0) return null
  if (reviewed === 0) return `You snoozed ${counted(snoozed, 'insight', 'insights')}.`
  return `You reviewed ${counted(reviewed, 'insight', 'insights')}${snoozed === 0 ? '' : ` and snoozed ${snoozed}`}.`
}
