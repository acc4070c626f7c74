// What a person reads for changes and for what became of them, and so what they look for them by: the list that shows
// these words and the search that has to find them take them from here.
import type { ActivityEntry, ChangeKind } from './activity'

export const kindWords: Readonly<Record<ChangeKind, string>> = {
  createInsight: 'New insight',
  linkMetric: 'Link goals to metric',
  unlinkMetric: 'Unlink goals from metric',
  deleteKnowledge: 'Delete knowledge item',
  deleteOutcome: 'Delete goal',
  markAllSeen: 'Mark all as seen',
}

/** What else somebody might call them. */
export const otherKindWords: Readonly<Partial<Record<ChangeKind, string>>> = {
  createInsight: 'Create',
  markAllSeen: 'Opportunity',
}

/**
 * From the person's click to the service's last word, in milliseconds: waiting for the service counts. null: not settled,
 * or the dates are none or the wrong way round, as a clock may jump.
 */
export function durationMs({ createdAt, settledAt }: Pick<ActivityEntry, 'createdAt' | 'settledAt'>): number | null {
  const ms = settledAt === null ? Number.NaN : Date.parse(settledAt) - Date.parse(createdAt)
  return ms >= 0 ? ms : null
}

const stateWords: Readonly<Record<ActivityEntry['state'], string>> = {
  waiting: 'Waiting to be sent',
  sending: 'Sending…',
  unknown: 'Sent, being checked',
  failed: 'Not accepted',
  done: 'Done',
  discarded: 'Discarded',
}

type Stated = Pick<ActivityEntry, 'state'> & Partial<Pick<ActivityEntry, 'needsReview' | 'error'>>

/** Of an entry, where its state alone would not say what keeps it from being sent. */
export function stateText({ state, needsReview, error }: Stated): string {
  if (state === 'failed' && error?.code === 'TAMPERED') return 'Altered, not sent'
  return state === 'waiting' && needsReview ? 'Waits for your word' : stateWords[state]
}
