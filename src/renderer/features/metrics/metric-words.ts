import type { z } from 'zod'
import type { appApi } from '../../../contract/app'
import type { Metric, PendingLink } from '../../../contract/features/metrics'
import type { OutcomeRow } from '../../../contract/features/outcomes'
import { waitsForReview } from '../../../contract/requires-review'
import type { EnvironmentName, WorkspaceRef } from '../../../contract/workspace'
import { counted, count as countText, shownTitle } from '../../records/record-words'
import { unknownWords, waitingWords } from '../../ui/words'

export type RelateResult = z.output<typeof appApi.metrics.relate.output>
export type RelateAction = z.output<typeof appApi.metrics.relate.input>['action']

/** Its `label`, which people read as its name: their own labels are something else. Without one, its id. */
export const metricName = ({ label, metricId }: Pick<Metric, 'label' | 'metricId'>) => (label === '' ? metricId : label)

/** In a list of choices, where a hidden title can't be revealed. */
export const goalLabel = ({ id, title, hideContent }: Pick<OutcomeRow, 'id' | 'title' | 'hideContent'>) =>
  hideContent ? `Hidden goal ${id}` : shownTitle({ id, title })

export const goalsText = (count: number) => counted(count, 'goal', 'goals')

/** Says how many links are new where some goals were linked before. */
function linkedText(count: number, already: number): string {
  const rest = `${already === 1 ? 'was' : 'were'} already linked.`
  if (already === 0) return `Linked ${goalsText(count)}`
  return already === count
    ? `${goalsText(already)} ${rest}`
    : `Linked ${goalsText(count - already)}. ${countText(already)} ${rest}`
}

/**
 * Result of linking or unlinking; the service says nothing more, with or without a body.
 * @param already how many of the goals were linked before, as far as this computer knows
 */
export function relatedText(
  action: RelateAction,
  { count, already }: { readonly count: number; readonly already: number },
  result: Pick<RelateResult, 'state' | 'error'>,
  environment: EnvironmentName,
): string {
  const { state, error } = result
  if (state === 'waiting') return waitingWords(error, environment)
  if (state === 'unknown') return unknownWords
  return action === 'add' ? linkedText(count, already) : `Unlinked ${goalsText(count)}`
}

/** A sentence for each state of the unconfirmed changes. Rejected changes are not among them. */
export function unsentText(pending: readonly PendingLink[], workspace: WorkspaceRef): string {
  const changes = [...new Map(pending.map((each) => [each.changeId, each])).values()]
  const some = (words: (changes: string) => string, isSo: (change: PendingLink) => boolean) => {
    const { length } = changes.filter(isSo)
    return length === 0 ? [] : [words(counted(length, 'change', 'changes'))]
  }
  const isToReview = (change: PendingLink) => waitsForReview({ workspace, ...change })
  return [
    ...some(
      (changes) => `Sending ${changes}.`,
      ({ state }) => state === 'sending',
    ),
    ...some(
      (changes) => `Checking ${changes}.`,
      ({ state }) => state === 'unknown',
    ),
    ...some((changes) => `${changes} to review.`, isToReview),
    ...some(
      (changes) => `${changes} waiting to send.`,
      (change) => change.state === 'waiting' && !isToReview(change),
    ),
  ].join(' ')
}

/** Whole sentences of these views. */
export const metricTexts = {
  searchOrIds: 'Search, or enter IDs.',
  noGoals: 'No goals found in insights. Enter an ID.',
  noMatchingGoals: 'No matching goals.',
  noGoalsLinked: 'No goals linked from this computer yet.',
  noLinksYet: 'No links yet.',
  noName: 'Without a name, its ID is shown.',
  removeMetric: 'Remove metric?',
  about: 'Your own list of metrics, kept on this computer.',
  noMetrics: 'Add a metric by its ID, then link goals to it.',
  whereIds: 'Copy it from your analytics tool.',
  selectMetric: 'Select a metric to link goals to it, or add another.',
} as const
