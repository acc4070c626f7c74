// The words for changes and their states. They stand in the contract because the renderer shows them and the library's
// search must find them.
import type { ErrorReport } from '../errors'
import { toReview, waitsForReview } from '../requires-review'
import type { ActivityEntry, ActivityKind } from './activity'
import { decisionWords } from './priorities'
import { onlyOnThisComputer } from './record-words'

export const kindWords: Readonly<Record<ActivityKind, string>> = {
  createInsight: 'New insight',
  linkMetric: 'Link goals to metric',
  unlinkMetric: 'Unlink goals from metric',
  deleteKnowledge: 'Delete knowledge item',
  deleteOutcome: 'Delete goal',
  markAllSeen: 'Mark all as seen',
  decide: 'Decision',
}

/** "Link goals to metric", "Decision: Not now". */
export const operationText = ({ kind, decided }: Pick<ActivityEntry, 'kind' | 'decided'>) =>
  decided === undefined ? kindWords[kind] : `${kindWords[kind]}: ${decisionWords[decided.decision]}`

/** Synonyms that people may search for. */
export const otherKindWords: Readonly<Partial<Record<ActivityKind, string>>> = {
  createInsight: 'Create',
  markAllSeen: 'Opportunity',
}

/**
 * Milliseconds from the person's click to the final answer of the service, waiting included. null when the change is not
 * settled, or the dates are invalid or reversed because the clock jumped.
 */
export function durationMs({ createdAt, settledAt }: Pick<ActivityEntry, 'createdAt' | 'settledAt'>): number | null {
  const ms = settledAt === null ? Number.NaN : Date.parse(settledAt) - Date.parse(createdAt)
  return ms >= 0 ? ms : null
}

const stateWords: Readonly<Record<ActivityEntry['state'], string>> = {
  waiting: 'Waiting to send',
  sending: 'Sending…',
  unknown: 'Checking',
  failed: 'Rejected',
  done: 'Done',
  discarded: 'Discarded',
}

type EntryState = Pick<ActivityEntry, 'state'> & Partial<Pick<ActivityEntry, 'kind' | 'error'>>

/** Only the service answers with a status. An error that may pass later is no refusal. */
const isRefusal = ({ status, retryable }: ErrorReport) => status !== undefined && !retryable

/** A change that the person discards ends without an error. */
export const isRejected = ({ state, error }: EntryState) => state === 'discarded' && error != null && isRefusal(error)

/** The words for an entry, which are more specific than its state if the change is held back. */
export function stateText(
  entry: EntryState & Pick<ActivityEntry, 'workspace'> & Partial<Pick<ActivityEntry, 'needsReview'>>,
): string {
  const { kind, state, error } = entry
  if (kind === 'decide') return onlyOnThisComputer
  if (state === 'failed' && error?.code === 'TAMPERED') return 'Modified outside the app'
  if (state === 'discarded' && error && error.code !== 'TAMPERED') {
    return isRejected({ state, error }) ? stateWords.failed : 'Not completed'
  }
  return waitsForReview(entry) ? toReview : stateWords[state]
}
