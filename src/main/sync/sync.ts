// Keeps the library fresh, insights first and then knowledge. A workspace is synced when it is opened, when the person
// comes back to its window, every few minutes while a window is visible, on demand, and again after a failure. Any
// number of workspaces may be open. One in which changes wait is synced until that succeeds, open or not: without a
// fresh list the changes would stay where they are.
//
// A sync writes into the store of the workspace it was started for, and one that was stopped decides nothing any more,
// so a late answer mixes neither data nor states. Where to begin: `nextSync` in sync-state.ts.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { SyncStatus } from '../../contract/features/sync'
import type { LibraryApi } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { isOffline, isTooLarge, needsPerson } from '../schedule/failure'
import type { FinishedSync } from '../schedule/finished-sync'
import { createRetrySchedule, defaultRetryBaseMs, retryDelayMs, unhurriedDelayMs } from '../schedule/retry-schedule'
import { createSyncRunner, type Run, type RunResult, type SyncRunnerDeps } from './sync-runner'
import { newSyncState, nextSync, type SyncState } from './sync-state'
import { createStatusAnnouncer, mayHavePendingChanges, readSyncStatus } from './sync-status'

// The outbox still imports it from here.
export type { Emit } from '../../contract/events'

/** Coming back to a window within that time syncs nothing. */
const staleAfterMs = 2 * 60_000
/** A machine that wakes up says so several times. */
const oneResumeMs = 10_000

export interface SyncDeps extends SyncRunnerDeps {
  readonly library: LibraryApi
  readonly random: () => number
  /** A window is visible and there is a network; otherwise nothing is refreshed by itself. */
  readonly isWorthRefreshing: () => boolean
  /** Called after each sync that read a list at least, without being awaited. */
  readonly afterSync?: (workspace: WorkspaceRef, finished: FinishedSync) => void
  /** The shortest delay before a retry; the longest is 60 times as long. */
  readonly retryBaseMs?: number
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
  /** Changes wait in a workspace that is being synced: should that fail, it is retried also when it is not open any more. */
  notePendingChanges(workspace: WorkspaceRef): void
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
  const { library, clock, random, emit, log, isWorthRefreshing, afterSync } = deps
  const policy = { random, baseMs: deps.retryBaseMs ?? defaultRetryBaseMs }
  const schedule = createRetrySchedule({ clock, ...policy })
  const runner = createSyncRunner(deps)
  const states = new Map<string, SyncState>()
  let resumedMs = Number.NEGATIVE_INFINITY
  let isDisposed = false

  function stateOf(workspace: WorkspaceRef): SyncState {
    const key = workspaceKey(workspace)
    const known = states.get(key) ?? newSyncState(workspace)
    states.set(key, known)
    return known
  }

  function status(workspace: WorkspaceRef): Promise<SyncStatus> {
    const state = stateOf(workspace)
    return readSyncStatus(library, log, workspace, () => ({ isSyncing: state.run !== null, error: state.error }))
  }

  const announce = createStatusAnnouncer(status, (now) => emit('sync.changed', now))
  const isPaused = ({ workspace }: SyncState) => schedule.retryAfter(workspaceKey(workspace)) !== null

  function begin(state: SyncState, isByPerson: boolean): Run {
    state.cancelTimer()
    if (isByPerson) schedule.reset(workspaceKey(state.workspace))
    const run = runner.start(state.workspace, isByPerson, (ended, result) => end(state, ended, result))
    state.run = run
    state.triedMs = run.startedMs
    announce(state.workspace)
    return run
  }

  function end(state: SyncState, run: Run, { lists, failure }: RunResult): void {
    // One that was stopped has no say.
    if (state.run !== run) return
    const { workspace } = state
    const wasOffline = state.error !== null && isOffline(state.error)
    state.run = null
    state.error = failure
    if (failure) {
      schedule.failed(workspaceKey(workspace), failure)
    } else {
      schedule.succeeded(workspaceKey(workspace))
      state.syncedMs = run.startedMs
      state.hasPendingChanges = false
      retryOthers(state, wasOffline)
    }
    plan(state)
    if (lists.length > 0) afterSync?.(workspace, { startedMs: run.startedMs, lists, isByPerson: run.isByPerson })
    announce(workspace)
  }

  /**
   * After a success the others that changes wait for need not wait for their own next try: all that were offline when
   * the network is back, and those with an open circuit when a workspace that the person sees was synced.
   */
  function retryOthers({ isOpen }: SyncState, isNetworkBack: boolean): void {
    for (const other of states.values()) {
      if (other.isOpen || !other.hasPendingChanges || other.run || isPaused(other)) continue
      const isOther = other.error !== null && isOffline(other.error)
      if (isOther ? isNetworkBack : isOpen && schedule.isCircuitOpen(workspaceKey(other.workspace))) begin(other, false)
    }
  }

  /** Sets the timer of the next sync that nobody asks for. */
  function plan(state: SyncState): void {
    state.cancelTimer()
    const key = workspaceKey(state.workspace)
    const nowMs = clock.monotonicMs()
    const failure = schedule.lastFailure(key)
    const next = nextSync(state, {
      nowMs,
      failure,
      retryAtMs: schedule.retryAtMs(key),
      refreshDelayMs: unhurriedDelayMs(random),
      retryDelayMs: retryDelayMs(policy, failure?.failures ?? 1),
    })
    if (isDisposed || !next) return
    state.cancelTimer = clock.after(next.atMs - nowMs, () => {
      if (next.kind === 'retry' || state.hasPendingChanges || isWorthRefreshing()) begin(state, false)
      else plan(state)
    })
  }

  function stop(state: SyncState): void {
    state.cancelTimer()
    // It was tried in spite of a failure that only the person can mend, so the person may have mended it.
    if (state.run && state.error && needsPerson(state.error)) {
      state.error = null
      schedule.reset(workspaceKey(state.workspace))
    }
    state.run?.stop()
    state.run = null
  }

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
    const isCircuitOpen = schedule.isCircuitOpen(workspaceKey(state.workspace))
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
    async requireSync(workspace, sinceMs = clock.monotonicMs()) {
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
    notePendingChanges: (workspace) => requestSync(stateOf(workspace)),
    open(workspace) {
      if (isDisposed) return
      const state = stateOf(workspace)
      stop(state)
      state.isOpen = true
      begin(state, true)
    },
    close(workspace) {
      const state = states.get(workspaceKey(workspace))
      if (!state?.isOpen) return
      state.isOpen = false
      stop(state)
      plan(state)
    },
    isOpen: (workspace) => states.get(workspaceKey(workspace))?.isOpen ?? false,
    onFocus(workspace) {
      if (isDisposed) return
      const isMeant = (state: SyncState) => !workspace || workspaceKey(state.workspace) === workspaceKey(workspace)
      for (const state of states.values()) if (state.isOpen && isMeant(state)) refreshIfStale(state)
    },
    onResume() {
      const now = clock.monotonicMs()
      if (isDisposed || now - resumedMs < oneResumeMs) return
      resumedMs = now
      for (const state of states.values()) {
        const isMeant = state.isOpen || (state.hasPendingChanges && !isPaused(state))
        if (!isMeant || isTooLarge(state.error)) continue
        // The connection of a sync that was under way is gone since the machine fell asleep.
        stop(state)
        begin(state, false)
      }
    },
    onJournalChanged(workspace) {
      announce(workspace)
      void releasePending(states.get(workspaceKey(workspace)))
    },
    async forget(environment) {
      const forgotten = [...states.values()].filter(({ workspace }) => workspace.environment === environment)
      for (const state of forgotten) {
        stop(state)
        states.delete(workspaceKey(state.workspace))
        schedule.reset(workspaceKey(state.workspace))
      }
      await Promise.all(forgotten.map(({ workspace }) => runner.ended(workspace)))
    },
    async dispose() {
      isDisposed = true
      for (const state of states.values()) stop(state)
      await runner.idle()
    },
  }
}
