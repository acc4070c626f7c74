// Writes what becomes of changes into the journal. Every write names the version it was decided from, so of two
// decisions about one change the second one loses.
//
// A result that the library cannot store now (it stopped, the disk is full) is kept in memory and stored as soon as
// possible; until then no step of the change is taken. If the app ends before, the next run decides from the older row:
// `sending` becomes `unknown` and needs review (`recovery.ts`), so a list or the person decides before it is sent again.
// Decision 0016 lists the other facts that are kept in memory.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { SeenVersion } from '../../contract/features/activity'
import type { ChangeMove, JournalEntry, Settlement } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { reportOf } from '../schedule/failure'
import type { ChangesDeps } from './context'

export type Move = Partial<Omit<ChangeMove, 'changeId' | 'version'>>

export type Result =
  | { readonly move: Move }
  /** `isAnswer`: the service said so, which stays true whatever was written meanwhile. */
  | { readonly settle: Settlement; readonly isAnswer?: boolean }

export interface JournalWriter {
  /** Returns the entry as it is now. Throws CONFLICT, NOT_FOUND and what the library throws. */
  move(entry: JournalEntry, move: Move): Promise<JournalEntry>
  settle(entry: Settled, settlement: Settlement): Promise<void>
  /**
   * Stores a result that must not be lost; never throws. Returns the entry as it is now, null when it is settled or
   * could not be stored yet.
   */
  record(entry: JournalEntry, result: Result): Promise<JournalEntry | null>
  /** Gives the change up, as `record` does: it ends as discarded, and what the person typed is a draft again. */
  drop(entry: JournalEntry, error: ErrorReport | null, times?: Pick<Settlement, 'requestMs'>): Promise<void>
  /** A result of the change is not in the journal yet, so the journal says nothing about it. */
  isUnsaved(changeId: string): boolean
  hasUnsaved(environment: EnvironmentName): boolean
  /** Stores the results that could not be stored before, as far as the library accepts them. Never throws. */
  flush(environment: EnvironmentName): Promise<void>
}

type Settled = Pick<JournalEntry, 'changeId' | 'workspace'> & { readonly version: number | null }

export function createJournalWriter({
  library,
  clock,
  log,
}: Pick<ChangesDeps, 'library' | 'clock' | 'log'>): JournalWriter {
  const unsaved = new Map<string, { readonly entry: JournalEntry; readonly result: Result }>()

  async function move(entry: JournalEntry, moved: Move): Promise<JournalEntry> {
    const { changeId, version, state, needsReview, error, retryAt, attempt } = entry
    const next = { changeId, version, state, needsReview, error, retryAt, attempt, ...moved }
    const written = await library.moveChange({ environment: entry.workspace.environment, ...next })
    const attempts = entry.attempts + (next.state === 'sending' ? 1 : 0)
    return { ...entry, ...next, attempts, version: written.version }
  }

  async function settle(entry: Settled, settlement: Settlement): Promise<void> {
    const { changeId, version, workspace } = entry
    await library.settleChange({ environment: workspace.environment, changeId, version, ...settlement })
  }

  const isAnswer = (result: Result) => 'settle' in result && result.isAnswer === true

  async function store(entry: JournalEntry, result: Result): Promise<JournalEntry | null> {
    if ('move' in result) return move(entry, result.move)
    // Settling twice is harmless, and most failures are a library that just restarts.
    const again = isAnswer(result) ? { ...entry, version: null } : entry
    await settle(entry, result.settle).catch(() => settle(again, result.settle))
    return null
  }

  async function record(entry: JournalEntry, result: Result): Promise<JournalEntry | null> {
    try {
      return await store(entry, result)
    } catch (error) {
      if (isConflict(error) && !isAnswer(result)) return null
      reportOf(log, 'changes: storing a result', error)
      unsaved.set(entry.changeId, { entry, result })
      return null
    }
  }

  return {
    move,
    settle,
    record,
    async drop(entry, error, times = {}) {
      const settledAt = clock.now()
      await record(entry, { settle: { state: 'discarded', error, settledAt, restoresDraft: true, ...times } })
    },
    isUnsaved: (changeId) => unsaved.has(changeId),
    hasUnsaved: (environment) => [...unsaved.values()].some(({ entry }) => entry.workspace.environment === environment),
    async flush(environment) {
      for (const [changeId, { entry, result }] of unsaved) {
        if (entry.workspace.environment !== environment) continue
        const isStored = await store(entry, result).then(() => true, isConflict)
        if (isStored) unsaved.delete(changeId)
      }
    },
  }
}

/** Ends the retry times of changes. Each such change has a new version, which the page has to know. */
export async function endRetryTimes(
  { library, emit }: Pick<ChangesDeps, 'library' | 'emit'>,
  changes: Parameters<ChangesDeps['library']['retryNow']>[0],
): Promise<void> {
  for (const workspace of await library.retryNow(changes)) {
    emit('library.changed', { workspace, features: ['activity', 'insights'] })
  }
}

/** `entry` is undefined when the change is settled. `pending`: all with the same target, oldest first. */
export async function readPending(library: ChangesDeps['library'], environment: EnvironmentName, changeId: string) {
  const pending = await library.pendingChanges({ environment, sameTargetAs: changeId })
  return { entry: pending.find((other) => other.changeId === changeId), pending }
}

/** Throws NOT_FOUND for a change that is settled, or of another workspace. */
export async function findPending(
  library: ChangesDeps['library'],
  workspace: WorkspaceRef,
  changeId: string,
): Promise<JournalEntry> {
  const { entry } = await readPending(library, workspace.environment, changeId)
  if (!entry || workspaceKey(entry.workspace) !== workspaceKey(workspace)) throw notPending()
  return entry
}

/** Returns the change as the person saw it. Throws CONFLICT if it has another version by now. */
export async function findSeen(
  library: ChangesDeps['library'],
  workspace: WorkspaceRef,
  { changeId, version }: SeenVersion,
): Promise<JournalEntry> {
  const entry = await findPending(library, workspace, changeId)
  if (entry.version !== version) throw movedOn()
  return entry
}

/** Like `findSeen`, but also finds a tampered change, which the journal never hands out: `tampered` says so. */
export async function findDiscardable(library: ChangesDeps['library'], workspace: WorkspaceRef, seen: SeenVersion) {
  try {
    return { ...(await findSeen(library, workspace, seen)), tampered: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error
    const { changeId } = seen
    const entry = await library.getActivity({ workspace, changeId }).catch(() => null)
    if (entry?.error?.code !== 'TAMPERED' || entry.kind === 'decide') throw error
    return { changeId, workspace, kind: entry.kind, version: null, tampered: entry.error }
  }
}

export const notPending = () => new AppError('NOT_FOUND', 'This change is no longer waiting.')

export const movedOn = () => new AppError('CONFLICT', 'This change was updated. Check it again.')

/** The environment was locked or leads elsewhere since the person asked. */
export const environmentChanged = () => new AppError('ENVIRONMENT_CHANGED', 'Nothing was sent.')

/** Another writer moved the change on, or it is settled. */
export const isConflict = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')
