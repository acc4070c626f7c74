// Every status of a change and every transition between them. Main decides by this table, and the library refuses a move
// that is not in it. docs/architecture.md draws it; a test keeps the two alike and walks every edge.
import type { ChangeState } from './features/activity'
import type { JournalEntry } from './library'
import { waitsForReview } from './requires-review'
import type { WorkspaceRef } from './workspace'

/**
 * needsReview: waits until the person approves it. waiting: the queue may send it. sending: written before the first byte
 * leaves. unknown: the answer was lost. failed: rejected, kept for the person to edit, retry or discard. done and
 * discarded: not in the journal any more, only in the activity.
 */
export type ChangeStatus = 'needsReview' | ChangeState | 'discarded'

export function statusOf(
  entry: Pick<JournalEntry, 'needsReview' | 'state'> & { readonly workspace: Pick<WorkspaceRef, 'environment'> },
): ChangeStatus {
  return waitsForReview(entry) ? 'needsReview' : entry.state
}

/** The transitions out of each status, by reason. `new` is a change that is not in the journal yet. */
export const transitions: Readonly<Record<ChangeStatus | 'new', Readonly<Record<string, ChangeStatus>>>> = {
  new: { made: 'needsReview' },
  needsReview: {
    'person told that it waits': 'waiting',
    'approved and sent': 'sending',
    'edit stopped, or id in use': 'failed',
    'list shows it': 'done',
    'discarded or dropped': 'discarded',
  },
  waiting: {
    'review required': 'needsReview',
    sent: 'sending',
    'list shows it': 'done',
    discarded: 'discarded',
  },
  sending: {
    'not sent': 'waiting',
    'not sent, needed review': 'needsReview',
    'answer lost': 'unknown',
    'rejected, kept': 'failed',
    accepted: 'done',
    'rejected, draft restored': 'discarded',
  },
  unknown: {
    'not confirmed, cannot be sent now': 'waiting',
    'not confirmed, needs review': 'needsReview',
    'not confirmed, sent again': 'sending',
    'id in use': 'failed',
    'list shows it': 'done',
    'discarded or dropped': 'discarded',
  },
  failed: {
    retried: 'waiting',
    'edited, or retried with review': 'needsReview',
    'list shows it': 'done',
    discarded: 'discarded',
  },
  done: {},
  discarded: {},
}

/** Throws for a move that is not in the table. A write that keeps the status is always allowed. */
export function assertTransition(from: ChangeStatus | 'new', to: ChangeStatus): void {
  if (from === to || Object.values(transitions[from]).includes(to)) return
  throw new Error(`A change cannot go from ${from} to ${to}.`)
}
