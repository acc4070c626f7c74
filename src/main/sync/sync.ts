// Keeps the library fresh, insights first and then knowledge. A workspace is synced when it is opened, when the person
// comes back to its window, every few minutes while a window is visible, on demand, and again after a failure. Any
// number of workspaces may be open. One that a change of unknown outcome asked for (`requireSync`) is synced until that
// succeeds, open or not: only a list that was requested after the attempt shows whether the change arrived.
//
// A sync writes into the store of the workspace it was started for, and one that was stopped decides nothing any more,
// so a late answer mixes neither data nor states. Where to begin: `nextSync` in sync-state.ts, then
// sync-planner.ts, which acts on it.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { SyncStatus } from '../../contract/features/sync'
import type { LibraryApi } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { isTooLarge } from '../schedule/failure'
import { orderedMs } from '../schedule/order'
import { createSyncPlanner, type SyncPlannerDeps } from './sync-planner'
import type { SyncState } from './sync-state'
import { createStatusAnnouncer, mayHavePendingChanges, readSyncStatus } from './sync-status'

/** Coming back to a window within that time syncs nothing. */
const staleAfterMs = 2 * 60_000
/** A machine that wakes up says so several times. */
const oneResumeMs = 10_000

export interface SyncDeps extends SyncPlannerDeps {
  readonly library: LibraryApi
}

export interface Sync {
  /** Never throws: a library that cannot be asked is a state too. */
  status(workspace: WorkspaceRef): Promise<SyncStatus>
  /** Syncs for the person, or joins the sync that runs. Resolves with the status afterwards, also after a failure. */
  now(workspace: WorkspaceRef): Promise<SyncStatus>
  /**
   * Resolves after a sync that asked for the list no earlier than `sinceMs` on the monotonic clock (without it: now).
   * null: the insights were read; otherwise why not. A sync that failed, or was stopped, is retried without being asked,
   * unless only the person can help.
   */
  requireSync(workspace: WorkspaceRef, sinceMs?: number): Promise<ErrorReport | null>
  /** Syncs, and keeps it fresh until it is closed. Also for one that is open, after its token or address changed. */
  open(workspace: WorkspaceRef): void
  /** Stops its sync. It is still retried while changes wait in it. */
  close(workspace: WorkspaceRef): void
  isOpen(workspace: WorkspaceRef): boolean
  /** The person came back to the window of a workspace; without one: to the app. */
  onFocus(workspace?: WorkspaceRef): void
  /** The machine woke up. */
  onResume(): void
  /** Tells the page the status, and stops retrying where no change waits any more. */
  onJournalChanged(workspace: WorkspaceRef): void
  /** Stops what runs for an environment and forgets how it went; resolves when its library is left alone. */
  forget(environment: EnvironmentName): Promise<void>
  /** Stops everything; resolves when nothing touches the library any more. */
  dispose(): Promise<void>
}

export function createSync(deps: SyncDeps): Sync {
  const { library, clock, emit, log } = deps
  const planner = createSyncPlanner(deps, (workspace) => announce(workspace))
  const { stateOf, find, begin, stop, plan, isPaused } = planner
  let resumedMs = Number.NEGATIVE_INFINITY
  let isDisposed = false

  function status(workspace: WorkspaceRef): Promise<SyncStatus> {
    const state = stateOf(workspace)
    return readSyncStatus(library, log, workspace, () => ({ isSyncing: state.run !== null, error: state.error }))
  }

  const announce = createStatusAnnouncer(status, (now) => emit('sync.changed', now))

  function requestSync(state: SyncState): void {
    state.requestCount += 1
    state.hasPendingChanges = true
  }

  /** Ends the retries for changes that were discarded, or sent all the same. */
  async function releasePending(state: SyncState | undefined): Promise<void> {
    if (!state?.hasPendingChanges) return
    const { requestCount } = state
    // A request that comes while the journal is read is about a later state of it.
    if ((await mayHavePendingChanges(library, state.workspace)) || state.requestCount !== requestCount) return
    state.hasPendingChanges = false
    if (!state.isOpen) state.cancelTimer()
  }

  function refreshIfStale(state: SyncState): void {
    if (state.run || isTooLarge(state.error) || isPaused(state)) return
    // A service that failed again and again is tried once, and not as if the person had asked for it.
    const isCircuitOpen = planner.isCircuitOpen(state)
    const checkedMs = isCircuitOpen ? state.triedMs : state.syncedMs
    if (checkedMs === null || clock.monotonicMs() - checkedMs > staleAfterMs) begin(state, !isCircuitOpen)
  }

  return {
    status,
    async now(workspace) {
      if (isDisposed) return status(workspace)
      const state = stateOf(workspace)
      const run = state.run ?? begin(state, true)
      run.isByPerson = true
      await run.done
      return status(workspace)
    },
    async requireSync(workspace, sinceMs = orderedMs(clock)) {
      const state = stateOf(workspace)
      requestSync(state)
      if (state.run && state.run.startedMs < sinceMs) await state.run.done
      // The one that ended just now answered earlier requests only.
      state.hasPendingChanges = true
      const notRead = () => state.error ?? new AppError('CANCELLED', 'Reading the list was stopped.').report
      if (isDisposed) return notRead()
      if (isPaused(state)) {
        if (!state.run) plan(state)
        return notRead()
      }
      const run = state.run ?? begin(state, false)
      await run.done
      return run.hasReadInsights ? null : notRead()
    },
    open(workspace) {
      if (isDisposed) return
      const state = stateOf(workspace)
      stop(state)
      state.isOpen = true
      begin(state, true)
    },
    close(workspace) {
      const state = find(workspace)
      if (!state?.isOpen) return
      state.isOpen = false
      stop(state)
      plan(state)
    },
    isOpen: (workspace) => find(workspace)?.isOpen ?? false,
    onFocus(workspace) {
      if (isDisposed) return
      const isMeant = (state: SyncState) => !workspace || workspaceKey(state.workspace) === workspaceKey(workspace)
      for (const state of planner.all()) if (state.isOpen && isMeant(state)) refreshIfStale(state)
    },
    onResume() {
      const now = clock.monotonicMs()
      if (isDisposed || now - resumedMs < oneResumeMs) return
      resumedMs = now
      for (const state of planner.all()) {
        const isMeant = state.isOpen || (state.hasPendingChanges && !isPaused(state))
        if (!isMeant || isTooLarge(state.error)) continue
        // The connection of a sync that was under way is gone since the machine fell asleep.
        stop(state)
        begin(state, false)
      }
    },
    onJournalChanged(workspace) {
      announce(workspace)
      void releasePending(find(workspace))
    },
    async forget(environment) {
      const forgotten = planner.all().filter(({ workspace }) => workspace.environment === environment)
      await Promise.all(forgotten.map(planner.forget))
    },
    dispose() {
      isDisposed = true
      return planner.dispose()
    },
  }
}
