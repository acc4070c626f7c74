// The facts that a decision about a change depends on, gathered from the schedule, the approvals, the latest lists and
// the library.
import { AppError, type ErrorReport } from '../../contract/errors'
import { type JournalEntry, type LibraryApi, longestBackoffMs } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { Clock } from '../clock'
import type { FinishedSync } from '../schedule/finished-sync'
import type { Approvals } from './approvals'
import type { Backoffs } from './backoffs'
import { type ChangeFacts, kindOf } from './change-machine'
import { hasTakenId } from './classify-response'
import { isBehind, isSuperseded } from './link-order'
import { findEvidence, type ReconcileLibrary } from './reconcile'

export interface Trigger {
  /** A sync of the workspace just ended: each looks once for attempts that arrived late. */
  readonly isAfterSync: boolean
  /** An earlier change of the workspace was not sent in this drain. */
  readonly isHeldUp: boolean
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

export interface FactsDeps {
  readonly library: ReconcileLibrary & Pick<LibraryApi, 'isSuperseded'>
  readonly isLocked: (environment: EnvironmentName) => boolean
  readonly clock: Clock
  /** Names this run of the app. */
  readonly run: string
  readonly approvals: Approvals
  readonly backoffs: Backoffs
  readonly closing: AbortSignal
}

const closingError = new AppError('CANCELLED', 'The app is closing.').report
const lockedError = new AppError('ENVIRONMENT_LOCKED', 'Editing was locked before this was sent.').report

export function createFacts({ library, isLocked, clock, run, approvals, backoffs, closing }: FactsDeps): Facts {
  const latestSyncs = new Map<string, FinishedSync>()

  const pausedBy = ({ workspace }: JournalEntry) => (closing.aborted ? closingError : backoffs.pause(workspace))

  /** Pauses that an earlier run noted are in the journal; this run's are in the schedule, which no date moves. */
  function pauseOfEarlierRunMs({ retryAt, attempt }: JournalEntry): number {
    if (retryAt === null || attempt?.run === run) return 0
    const aheadMs = Date.parse(retryAt) - Date.parse(clock.now())
    return aheadMs < longestBackoffMs ? Math.max(0, aheadMs) : 0
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
    async of(entry, pending, { isAfterSync, isHeldUp }) {
      const { state, attempts, workspace } = entry
      const isApproved = approvals.isApproved(entry.changeId)
      const isBackedOff = backoffs.isBackingOff(workspace) || pauseOfEarlierRunMs(entry) > 0
      const mayTell = state === 'sending' || state === 'unknown' || (isAfterSync && attempts > 0)
      return {
        isApproved,
        isLocked: isLocked(workspace.environment),
        // The person's wish overrides a backoff, and no pause that the service asked for.
        isBlocked: pausedBy(entry) !== null || (!isApproved && (isBackedOff || isHeldUp)),
        isBehind: isBehind(entry, pending),
        isSuperseded: await isSuperseded(library, entry),
        hasTakenId: hasTakenId(entry),
        evidence: mayTell && isListFresh(entry) ? await findEvidence(library, entry) : null,
      }
    },
    blockedBy: (entry) => (isLocked(entry.workspace.environment) ? lockedError : pausedBy(entry)),
    noteSync: (workspace, sync) => void latestSyncs.set(workspaceKey(workspace), sync),
    hasSyncedSince,
    delayMs: (entry) => Math.max(backoffs.retryAtMs(entry.workspace) - clock.monotonicMs(), pauseOfEarlierRunMs(entry)),
  }
}
