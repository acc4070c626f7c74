// The facts that a decision about a change depends on, gathered from the schedule, the approvals, the latest lists and
// the library. Link and unlink of one metric undo each other, so their order is one of the facts.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { JournalEntry, NewChange } from '../../contract/library'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { FinishedSync } from '../schedule/finished-sync'
import { longestRetryAfterMs } from '../schedule/retry-schedule'
import type { Approvals } from './approvals'
import type { Backoffs } from './backoffs'
import { type ChangeFacts, kindOf } from './change-machine'
import type { ChangesDeps } from './context'
import { findEvidence } from './reconcile'
import { hasTakenId } from './requests'

export interface Trigger {
  /** A sync of the workspace just ended: each looks once for attempts that arrived late. */
  readonly isAfterSync: boolean
  /** An earlier change of the workspace was not sent in this drain. */
  readonly isWorkspaceBlocked: boolean
}

export interface Facts {
  /** `pending`: the change and all with the same target, oldest first. Throws what the library throws. */
  of(entry: JournalEntry, pending: readonly JournalEntry[], trigger: Trigger): Promise<ChangeFacts>
  /** Why the change cannot be sent now, whoever asks; null = nothing stands in the way. */
  blockedBy(entry: JournalEntry): ErrorReport | null
  noteSync(workspace: WorkspaceRef, sync: FinishedSync): void
  /** A list was requested after the last attempt and read. */
  hasSyncedSince(entry: JournalEntry): boolean
  /** Milliseconds until the change may be sent without the person; not positive: now. */
  delayMs(entry: JournalEntry): number
}

interface FactsDeps extends Pick<ChangesDeps, 'library' | 'isLocked' | 'clock' | 'run'> {
  readonly approvals: Approvals
  readonly backoffs: Backoffs
  readonly closing: AbortSignal
}

/** With the time that is added so that not all apps come back at once. */
const longestPauseMs = 2 * longestRetryAfterMs

const closingError = new AppError('CANCELLED', 'The app is closing.').report
const lockedError = new AppError('ENVIRONMENT_LOCKED', 'Editing was locked before this was sent.').report

export function createFacts({ library, isLocked, clock, run, approvals, backoffs, closing }: FactsDeps): Facts {
  const latestSyncs = new Map<string, FinishedSync>()

  const pausedBy = ({ workspace }: JournalEntry) => (closing.aborted ? closingError : backoffs.pause(workspace))

  /**
   * Pauses that an earlier run noted are in the journal; this run's are in the schedule, which no date moves. After the date
   * was set back, one that is further ahead than a service can ask for counts as past, or the change would wait for ever.
   */
  function pauseOfEarlierRunMs({ retryAt, attempt }: JournalEntry): number {
    if (retryAt === null || attempt?.run === run) return 0
    const aheadMs = Date.parse(retryAt) - Date.parse(clock.now())
    return aheadMs < longestPauseMs ? Math.max(0, aheadMs) : 0
  }

  /** For an attempt of an earlier run, every sync of this run counts. */
  function hasSyncedSince({ workspace, attempt }: JournalEntry): boolean {
    const sync = latestSyncs.get(workspaceKey(workspace))
    return sync !== undefined && (attempt?.run !== run || sync.startedMs >= attempt.atMs)
  }

  function isListFresh(entry: JournalEntry): boolean {
    const { reconciledBy } = kindOf(entry)
    const lists = latestSyncs.get(workspaceKey(entry.workspace))?.lists ?? []
    return reconciledBy !== null && lists.includes(reconciledBy) && hasSyncedSince(entry)
  }

  return {
    async of(entry, pending, { isAfterSync, isWorkspaceBlocked }) {
      const { state, attempts, workspace } = entry
      const isApproved = approvals.isApproved(entry.changeId)
      const isBackedOff = backoffs.isBackingOff(workspace) || pauseOfEarlierRunMs(entry) > 0
      const canReconcile = state === 'sending' || state === 'unknown' || (isAfterSync && attempts > 0)
      return {
        isApproved,
        isLocked: isLocked(workspace.environment),
        // The person's wish overrides a backoff, and no pause that the service asked for.
        isBlocked: pausedBy(entry) !== null || (!isApproved && (isBackedOff || isWorkspaceBlocked)),
        waitsForEarlier: waitsForEarlier(entry, pending),
        isSuperseded: await isSuperseded(library, entry),
        hasTakenId: hasTakenId(entry),
        evidence: canReconcile && isListFresh(entry) ? await findEvidence(library, entry) : null,
      }
    },
    blockedBy: (entry) => (isLocked(entry.workspace.environment) ? lockedError : pausedBy(entry)),
    noteSync: (workspace, sync) => void latestSyncs.set(workspaceKey(workspace), sync),
    hasSyncedSince,
    delayMs: (entry) => Math.max(backoffs.retryAtMs(entry.workspace) - clock.monotonicMs(), pauseOfEarlierRunMs(entry)),
  }
}

const isLink = ({ kind }: Pick<NewChange, 'kind'>) => kind === 'linkMetric' || kind === 'unlinkMetric'

/**
 * An earlier change of the same metric may still be sent. `pending` is oldest first. A failed one waits for the person and
 * holds nothing up.
 */
export function waitsForEarlier(change: NewChange, pending: readonly JournalEntry[]): boolean {
  return earlierOf(change, pending).length > 0
}

/** The changes that have to be sent before this one, oldest first. `pending` as for `waitsForEarlier`. */
export function earlierOf(change: NewChange, pending: readonly JournalEntry[]): readonly JournalEntry[] {
  if (!isLink(change)) return []
  const own = pending.findIndex(({ changeId }) => changeId === change.changeId)
  return pending
    .slice(0, Math.max(own, 0))
    .filter(
      (earlier) =>
        isLink(earlier) &&
        earlier.state !== 'failed' &&
        earlier.targetId === change.targetId &&
        workspaceKey(earlier.workspace) === workspaceKey(change.workspace),
    )
}

/**
 * Whether a later change that says the opposite is done. Only possible for one that failed, which held nothing up, and for
 * one that needs review, as that may have been required after the later one was sent.
 */
export async function isSuperseded(library: ChangesDeps['library'], entry: JournalEntry): Promise<boolean> {
  const { changeId, state, needsReview, workspace } = entry
  if (!isLink(entry) || (state !== 'failed' && !needsReview)) return false
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
      'An insight with this id already exists. Edit this one to create another, or discard it.',
    )
  }
  if (waitsForEarlier(entry, pending)) {
    throw new AppError('INVALID_INPUT', 'Send or discard the earlier change to this metric first.')
  }
  if (await isSuperseded(library, entry)) {
    const message = 'A later change to this metric contradicts this one. Discard it or make it again.'
    throw new AppError('INVALID_INPUT', message)
  }
}
