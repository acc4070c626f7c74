// The life of a change: the properties of each kind, and the one function that decides the next action. Nothing here reads
// or writes; `facts.ts` gathers the facts and `step.ts` carries the action out. Every status of a change, and every way
// from one to the next, is in `src/contract/change-transitions.ts`.
//
// Nothing is decided while a call of the person works on the change (`isClaimed` in `queue.ts`) or its last result is still
// to be stored (`isUnsaved` in `step.ts`): the row that a decision would read is about to change.
//
// A change is journalled before it is sent and leaves the journal on a definite answer only. When the answer is lost,
// a list that was requested later shows whether the service has the change, so every change takes effect exactly once.
import type { Events } from '../../contract/events'
import type { ChangeKind } from '../../contract/features/activity'
import type { JournalEntry, NewChange, SyncResource } from '../../contract/library'
import { requiresReview } from '../../contract/requires-review'

export interface KindOfChange {
  /** Sending it later means the same as sending it now. Otherwise it is sent at once or not at all. */
  readonly canWait: boolean
  /** The list that shows whether it arrived. Null: no list does, and sending it twice has the effect of sending it once. */
  readonly reconciledBy: SyncResource | null
  /** A 404 means that the record is already gone, as wanted. */
  readonly isDeletion: boolean
  /** Sending it twice may create it twice, so it is looked up first whenever it may have arrived. */
  readonly isCreation: boolean
  /** It undoes an earlier one of the same target, so they are sent in the order in which they were made. */
  readonly keepsOrder: boolean
  readonly affects: Events['library.changed']['features']
}

const link = {
  canWait: true,
  reconciledBy: null,
  isDeletion: false,
  isCreation: false,
  keepsOrder: true,
  affects: ['metrics', 'outcomes', 'activity'],
} satisfies KindOfChange

/** What main does with each kind. docs/where-to-add.md says where a new kind of change begins. */
export const changeKinds: Readonly<Record<ChangeKind, KindOfChange>> = {
  createInsight: {
    canWait: true,
    reconciledBy: 'insights',
    isDeletion: false,
    isCreation: true,
    keepsOrder: false,
    affects: ['insights', 'feedback', 'search', 'activity'],
  },
  linkMetric: link,
  unlinkMetric: link,
  deleteKnowledge: {
    canWait: false,
    reconciledBy: 'knowledge',
    isDeletion: true,
    isCreation: false,
    keepsOrder: false,
    affects: ['knowledge', 'search', 'activity'],
  },
  deleteOutcome: {
    canWait: false,
    reconciledBy: 'insights',
    isDeletion: true,
    isCreation: false,
    keepsOrder: false,
    affects: ['outcomes', 'insights', 'opportunities', 'solutions', 'metrics', 'search', 'activity'],
  },
  markAllSeen: {
    canWait: false,
    reconciledBy: 'insights',
    isDeletion: false,
    isCreation: false,
    keepsOrder: false,
    affects: ['insights', 'opportunities', 'outcomes', 'activity'],
  },
}

export const kindOf = ({ kind }: Pick<NewChange, 'kind'>): KindOfChange => changeKinds[kind]

/**
 * The finding of a list that was requested after the answer was lost. conflict: an earlier wording arrived. inconclusive:
 * the list looks the same either way.
 */
export type Reconciliation = 'confirmed' | 'missing' | 'conflict' | 'inconclusive'

/** The facts that a decision depends on besides the change itself. */
export interface ChangeFacts {
  /** The person approved it within the last minute, and nothing revoked that since. */
  readonly isApproved: boolean
  readonly isLocked: boolean
  /** A backoff, an open circuit or a pause that the service asked for; or the app is closing. */
  readonly isBlocked: boolean
  /** An earlier change of the same metric is still to be sent. */
  readonly waitsForEarlier: boolean
  /** A later change says the opposite, so that this one is no longer sent. */
  readonly isSuperseded: boolean
  /** The service answered that it has something under this id. */
  readonly hasTakenId: boolean
  /**
   * A creation of unknown outcome that a slow service may still commit. A service that accepts an id twice would then have
   * it twice, so only the person sends it again.
   */
  readonly mayCommitLate: boolean
  /**
   * A creation that was in the journal when the library was opened, and was not sent since. The library may have been put back
   * from a backup, so the service may have it already.
   */
  readonly needsLookup: boolean
  /** Null: the lists that would tell were not read since the answer was lost, or since the library was opened. */
  readonly reconciliation: Reconciliation | null
}

/**
 * send: send it now. reconcile: request the list that shows whether it arrived. confirm: it arrived. wait: nothing to do
 * until something changes. review: only the person may send it. fail: keep it as rejected. drop: give it up.
 */
export type NextAction = 'send' | 'reconcile' | 'confirm' | 'wait' | 'review' | 'fail' | 'drop'

/**
 * Called while nothing else works on the environment's changes, so `sending` is a change whose answer was never written
 * down: the app or the library ended meanwhile. A step makes it `unknown` first.
 */
export function nextAction(change: JournalEntry, facts: ChangeFacts): NextAction {
  switch (change.state) {
    case 'failed':
      // A rejected repetition says nothing about the first attempt, which may have arrived late.
      return facts.reconciliation === 'confirmed' ? 'confirm' : 'wait'
    case 'waiting':
      return nextUnsent(change, facts)
    case 'sending':
    case 'unknown':
      return nextUnknown(change, facts)
  }
}

function nextUnsent(change: JournalEntry, facts: ChangeFacts): NextAction {
  const { canWait } = kindOf(change)
  // An earlier attempt arrived after the change had been left to the person, or before the journal was put back.
  if (facts.reconciliation === 'confirmed') return 'confirm'
  // A change that the queue may send doesn't fail without having been sent: it needs review first.
  if (facts.reconciliation === 'conflict') return requiresReview(change) ? 'fail' : 'review'
  if (requiresReview(change) && !facts.isApproved) return canWait ? 'review' : 'drop'
  if (!facts.isLocked && !facts.isBlocked && !facts.waitsForEarlier && !facts.isSuperseded) {
    return facts.needsLookup && facts.reconciliation === null ? 'reconcile' : 'send'
  }
  return canWait ? 'wait' : 'drop'
}

function nextUnknown(change: JournalEntry, facts: ChangeFacts): NextAction {
  const { canWait, reconciledBy } = kindOf(change)
  const { reconciliation } = facts
  if (reconciledBy !== null) {
    if (reconciliation === null) return facts.isBlocked ? 'wait' : 'reconcile'
    if (reconciliation === 'confirmed') return 'confirm'
    if (!canWait) return 'drop'
    // The service says that it has the id and does not list it: sending again would go round in circles.
    if (reconciliation === 'conflict' || facts.hasTakenId) return 'fail'
  }
  if (facts.waitsForEarlier) return 'wait'
  if (facts.isLocked || facts.isSuperseded || ((requiresReview(change) || facts.mayCommitLate) && !facts.isApproved))
    return 'review'
  return facts.isBlocked ? 'wait' : 'send'
}
