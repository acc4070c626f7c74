// The in-memory sync state of a workspace, and the rule for when it is synced next.
// Counts of failures and pauses that the service asked for are in the retry schedule.
import type { ErrorReport } from '../../contract/errors'
import type { SyncResource } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import { needsPerson } from '../schedule/failure'
import type { LastFailure } from '../schedule/retry-schedule'

export interface Run {
  readonly startedMs: number
  isByPerson: boolean
  /** Resolves to the lists that were read whole, after the state was brought up to date; never rejects. */
  readonly done: Promise<readonly SyncResource[]>
  readonly stop: () => void
}

export interface SyncState {
  readonly workspace: WorkspaceRef
  /** A window shows it, so it is kept fresh. */
  isOpen: boolean
  /** Changes wait for its next successful sync, so it is tried until there is one, open or not. */
  hasPendingChanges: boolean
  /** How often changes asked for a sync: an answer from the journal about an earlier moment does not count. */
  requestCount: number
  /** The sync that runs. */
  run: Run | null
  /** Why the latest sync that was not stopped failed; null = it succeeded, or there was none. */
  error: ErrorReport | null
  /** When the latest sync and the latest successful one began, on the monotonic clock; null = none yet. */
  triedMs: number | null
  syncedMs: number | null
  /** Cancels the timer of the next sync; there is one at most. */
  cancelTimer: () => void
  /** Aborted before its library is closed. Interrupts even the storing of a list, which a stopped sync finishes. */
  readonly closing: AbortController
}

export function newSyncState(workspace: WorkspaceRef): SyncState {
  return {
    workspace,
    isOpen: false,
    hasPendingChanges: false,
    requestCount: 0,
    run: null,
    error: null,
    triedMs: null,
    syncedMs: null,
    cancelTimer: () => {},
    closing: new AbortController(),
  }
}

export interface NextSyncFacts {
  readonly nowMs: number
  /** The latest failure in the retry schedule; null after a success, or after the person asked for a sync. */
  readonly failure: LastFailure | null
  /** When the schedule permits the next try; may be in the past. */
  readonly retryAtMs: number
  /** Delays drawn for this decision: until a refresh, and until a retry that no failure has timed. */
  readonly refreshDelayMs: number
  readonly retryDelayMs: number
}

export interface NextSync {
  /** A refresh is left out while nobody can see a window, unless changes wait; a retry never is. */
  readonly kind: 'refresh' | 'retry'
  readonly atMs: number
}

/** When a workspace in which nothing runs is synced without being asked for; null = not at all. */
export function nextSync(
  { isOpen, hasPendingChanges, error }: Pick<SyncState, 'isOpen' | 'hasPendingChanges' | 'error'>,
  { nowMs, failure, retryAtMs, refreshDelayMs, retryDelayMs }: NextSyncFacts,
): NextSync | null {
  if (!isOpen && !hasPendingChanges) return null
  if (error && needsPerson(error)) return null
  const isFresh = failure === null && !hasPendingChanges
  if (isFresh || failure?.isSlow) return { kind: 'refresh', atMs: Math.max(nowMs + refreshDelayMs, retryAtMs) }
  // A run that was stopped leaves no time behind.
  return { kind: 'retry', atMs: retryAtMs > nowMs ? retryAtMs : nowMs + retryDelayMs }
}
