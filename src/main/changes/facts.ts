// The facts that a decision about a change depends on, gathered from the schedule, the approvals, the latest lists and
// the library. Link and unlink of one metric undo each other, so their order is one of the facts.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { JournalEntry, NewChange } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { FinishedSync } from '../schedule/finished-sync'
import { orderedMs } from '../schedule/order'
import { longestRetryAfterMs } from '../schedule/retry-schedule'
import type { Approvals } from './approvals'
import type { Backoffs } from './backoffs'
import { type ChangeFacts, kindOf, type Reconciliation } from './change-machine'
import type { ChangesDeps } from './context'
import { reconcile } from './reconcile'
import type { Recovery } from './recovery'
import { hasTakenId, isAnswered } from './requests'

export interface Trigger {
  /** A sync of the workspace just ended: each looks once for attempts that arrived late. */
  readonly isAfterSync: boolean
  /** An earlier change of the workspace was not sent in this drain. */
  readonly isWorkspaceBlocked: boolean
}

export interface Facts {
  /** `pending`: the change and all with the same target, oldest first. Throws what the library throws. */
  of(entry: JournalEntry, pending: readonly JournalEntry[], trigger: Trigger): Promise<ChangeFacts>
  /** Why the change can't be sent now, by the person or the queue; null: it can. */
  blockedBy(entry: JournalEntry): ErrorReport | null
  noteSync(workspace: WorkspaceRef, sync: FinishedSync): void
  /** Called when the library was opened: its rows may be older than the lists that were requested before. */
  ignoreEarlierSyncs(environment: EnvironmentName): void
  /**
   * The earliest time to request the list that reconciles a change; null = it was requested, and sync repeats the request
   * until the list is read.
   */
  listNeededMs(entry: JournalEntry): number | null
  /** Milliseconds until the change may be sent without the person, or reconciled; not positive: now. */
  delayMs(entry: JournalEntry): number
}

interface FactsDeps extends Pick<ChangesDeps, 'library' | 'isLocked' | 'clock' | 'run' | 'commitGraceMs'> {
  readonly recovery: Pick<Recovery, 'wasStored'>
  readonly approvals: Approvals
  readonly backoffs: Backoffs
  readonly closing: AbortSignal
}

/**
 * A service may commit a request that the client has given up on. Two lists that lack a creation, requested this far apart,
 * show that it did not. Probably longer than the timeout of any server or proxy on the way.
 */
const defaultCommitGraceMs = 90_000

/** Includes the jitter that keeps all apps from coming back at once. */
const longestPauseMs = 2 * longestRetryAfterMs

export const closingError = new AppError('CANCELLED', 'The app is closing.')
export const lockedError = new AppError('ENVIRONMENT_LOCKED', 'Editing was locked before this was sent.')

export function createFacts(deps: FactsDeps): Facts {
  const { library, isLocked, clock, run, approvals, backoffs, recovery, closing } = deps
  const { commitGraceMs = defaultCommitGraceMs } = deps
  /** Attempts of earlier runs count as made now, so every sync of this run is later. */
  const startedMs = orderedMs(clock)
  const latestSyncs = new Map<string, FinishedSync>()
  /** When each environment's library was last opened. */
  const openedMs = new Map<EnvironmentName, number>()
  /** For each creation of unknown outcome, the attempt and when the first list that lacks it was requested. */
  const firstMissed = new Map<string, { readonly attemptMs: number; readonly listMs: number }>()

  const pausedBy = ({ workspace }: JournalEntry) => (closing.aborted ? closingError.report : backoffs.pause(workspace))

  /**
   * The rest of a pause that the journal has from an earlier run; this run's are in the schedule, which no date moves. A pause
   * longer than a service can ask for means that the date was set back. It counts as past, or the change would wait for ever.
   */
  function pauseOfEarlierRunMs({ retryAt, attempt }: JournalEntry): number {
    if (retryAt === null || attempt?.run === run) return 0
    const aheadMs = Date.parse(retryAt) - Date.parse(clock.now())
    return aheadMs < longestPauseMs ? Math.max(0, aheadMs) : 0
  }

  const attemptMs = ({ attempt }: JournalEntry) => (attempt?.run === run ? attempt.atMs : startedMs)

  /** A list tells about a change if it was requested after the last attempt, and with the library that is open now. */
  const listSinceMs = (entry: JournalEntry) =>
    Math.max(attemptMs(entry), openedMs.get(entry.workspace.environment) ?? Number.NEGATIVE_INFINITY)

  /** The latest sync that tells about the change; null = none. */
  function syncSince(entry: JournalEntry): FinishedSync | null {
    const sync = latestSyncs.get(workspaceKey(entry.workspace))
    return sync !== undefined && sync.startedMs >= listSinceMs(entry) ? sync : null
  }

  /** When the second list may be requested, for a creation that the first one lacks. */
  function secondListMs(entry: JournalEntry): number | null {
    const missed = firstMissed.get(entry.changeId)
    return mayCommitLate(entry) && missed?.attemptMs === attemptMs(entry) ? missed.listMs + commitGraceMs : null
  }

  async function reconciliationOf(entry: JournalEntry): Promise<Reconciliation | null> {
    const { reconciledBy } = kindOf(entry)
    const sync = syncSince(entry)
    if (sync === null || reconciledBy === null || !sync.lists.includes(reconciledBy)) return null
    const reconciliation = await reconcile(library, entry)
    if (reconciliation !== 'missing' || !mayCommitLate(entry)) return reconciliation
    const secondMs = secondListMs(entry)
    if (secondMs !== null) return sync.startedMs >= secondMs ? reconciliation : null
    firstMissed.set(entry.changeId, { attemptMs: attemptMs(entry), listMs: sync.startedMs })
    return null
  }

  return {
    async of(entry, pending, { isAfterSync, isWorkspaceBlocked }) {
      const { state, attempt, attempts, changeId, workspace } = entry
      const isApproved = approvals.isApproved(changeId)
      const isBackedOff = backoffs.isBackingOff(workspace) || pauseOfEarlierRunMs(entry) > 0
      const isUnsent = state === 'waiting' && attempt?.run !== run
      const needsLookup = kindOf(entry).isCreation && isUnsent && recovery.wasStored(changeId)
      const canReconcile = isUncertain(entry) || needsLookup || (isAfterSync && attempts > 0)
      return {
        isApproved,
        isLocked: isLocked(workspace.environment),
        // An approval overrides a backoff, but no pause that the service asked for.
        isBlocked: pausedBy(entry) !== null || (!isApproved && (isBackedOff || isWorkspaceBlocked)),
        waitsForEarlier: waitsForEarlier(entry, pending),
        isSuperseded: await isSuperseded(library, entry),
        hasTakenId: hasTakenId(entry),
        mayCommitLate: mayCommitLate(entry),
        needsLookup,
        reconciliation: canReconcile ? await reconciliationOf(entry) : null,
      }
    },
    blockedBy: (entry) => (isLocked(entry.workspace.environment) ? lockedError.report : pausedBy(entry)),
    noteSync: (workspace, sync) => void latestSyncs.set(workspaceKey(workspace), sync),
    ignoreEarlierSyncs: (environment) => void openedMs.set(environment, orderedMs(clock)),
    listNeededMs: (entry) => (syncSince(entry) === null ? listSinceMs(entry) : secondListMs(entry)),
    delayMs(entry) {
      const nowMs = clock.monotonicMs()
      const secondMs = secondListMs(entry) ?? nowMs
      return Math.max(backoffs.retryAtMs(entry.workspace) - nowMs, secondMs - nowMs, pauseOfEarlierRunMs(entry))
    },
  }
}

/** Creations only: deletions and marks are not sent again, and links may be sent twice. */
const mayCommitLate = (entry: JournalEntry) =>
  isUncertain(entry) && kindOf(entry).isCreation && !hasTakenId(entry) && !isAnswered(entry.error)

/** Whether it may have arrived. */
export const isUncertain = ({ state }: Pick<JournalEntry, 'state'>) => state === 'unknown' || state === 'sending'

/**
 * Whether an earlier change of the same metric may still be sent. `pending` is oldest first. A failed change waits for the
 * person and holds nothing up.
 */
export function waitsForEarlier(change: NewChange, pending: readonly JournalEntry[]): boolean {
  return earlierOf(change, pending).length > 0
}

/** The changes that have to be sent before this one, oldest first. `pending` as for `waitsForEarlier`. */
export function earlierOf(change: NewChange, pending: readonly JournalEntry[]): readonly JournalEntry[] {
  if (!kindOf(change).keepsOrder) return []
  const own = pending.findIndex(({ changeId }) => changeId === change.changeId)
  return pending
    .slice(0, Math.max(own, 0))
    .filter(
      (earlier) =>
        kindOf(earlier).keepsOrder &&
        earlier.state !== 'failed' &&
        earlier.targetId === change.targetId &&
        workspaceKey(earlier.workspace) === workspaceKey(change.workspace),
    )
}

/**
 * Whether a later change says the opposite, so that this one must not be sent any more. Only possible for a failed change,
 * which held nothing up, and for one that needs review, as review may have been required after the later one was sent.
 */
export async function isSuperseded(library: ChangesDeps['library'], entry: JournalEntry): Promise<boolean> {
  const { changeId, state, needsReview, workspace } = entry
  if (!kindOf(entry).keepsOrder || (state !== 'failed' && !needsReview)) return false
  return library.isSuperseded({ environment: workspace.environment, changeId })
}

/** Throws INVALID_INPUT, with what the person can do instead, when the change must not be sent now. */
export async function assertInOrder(
  library: ChangesDeps['library'],
  entry: JournalEntry,
  pending: readonly JournalEntry[],
): Promise<void> {
  if (hasTakenId(entry)) {
    throw new AppError(
      'INVALID_INPUT',
      'An insight with this ID already exists. Edit this one to send it under a new ID, or discard it.',
    )
  }
  if (waitsForEarlier(entry, pending)) {
    throw new AppError('INVALID_INPUT', 'Send or discard the earlier change to this metric first.')
  }
  if (await isSuperseded(library, entry)) {
    const message = 'A later change to this metric contradicts this one. Discard this one, or make the change again.'
    throw new AppError('INVALID_INPUT', message)
  }
}
