// Starts, stops and plans the syncs of each workspace. The state is declared in sync-state.ts, with the rule for when the
// next sync is due; failures and pauses are counted by the retry schedule.
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { isOffline, needsPerson } from '../schedule/failure'
import type { FinishedSync } from '../schedule/finished-sync'
import { createRetrySchedule, defaultRetryBaseMs, retryDelayMs, unhurriedDelayMs } from '../schedule/retry-schedule'
import { createSyncRunner, type Run, type RunResult, type SyncRunnerDeps } from './sync-runner'
import { newSyncState, nextSync, type SyncState } from './sync-state'

export interface SyncPlannerDeps extends SyncRunnerDeps {
  readonly random: () => number
  /** A window is visible and there is a network; otherwise nothing is refreshed by itself. */
  readonly isWorthRefreshing: () => boolean
  /** Called after each sync that read a list at least, without being awaited. */
  readonly afterSync?: (workspace: WorkspaceRef, finished: FinishedSync) => void
  /** The shortest delay before a retry; the longest is 60 times as long. */
  readonly retryBaseMs?: number
}

export interface SyncPlanner {
  stateOf(workspace: WorkspaceRef): SyncState
  /** undefined: nothing is known of it in this run of the app. */
  find(workspace: WorkspaceRef): SyncState | undefined
  all(): readonly SyncState[]
  /** Starts a sync where none runs. */
  begin(state: SyncState, isByPerson: boolean): Run
  /** Stops the sync that runs and the timer of the next one. */
  stop(state: SyncState): void
  /** Sets the timer of the next sync that nobody asks for. */
  plan(state: SyncState): void
  /** The service asked for a pause that is not over. */
  isPaused(state: SyncState): boolean
  isCircuitOpen(state: SyncState): boolean
  /** Stops the sync and forgets how it went; resolves when its library is left alone. */
  forget(state: SyncState): Promise<void>
  /** Stops everything and plans nothing more; resolves when nothing touches the library. */
  dispose(): Promise<void>
}

/** `announce` tells the page that the status of a workspace changed. */
export function createSyncPlanner(deps: SyncPlannerDeps, announce: (workspace: WorkspaceRef) => void): SyncPlanner {
  const { clock, random, isWorthRefreshing, afterSync } = deps
  const policy = { random, baseMs: deps.retryBaseMs ?? defaultRetryBaseMs }
  const schedule = createRetrySchedule({ clock, ...policy })
  const runner = createSyncRunner(deps)
  const states = new Map<string, SyncState>()
  let isDisposed = false

  const isPaused = ({ workspace }: SyncState) => schedule.retryAfter(workspaceKey(workspace)) !== null
  const isCircuitOpen = ({ workspace }: SyncState) => schedule.isCircuitOpen(workspaceKey(workspace))

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
      const isOtherOffline = other.error !== null && isOffline(other.error)
      if (isOtherOffline ? isNetworkBack : isOpen && isCircuitOpen(other)) begin(other, false)
    }
  }

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

  return {
    stateOf(workspace) {
      const key = workspaceKey(workspace)
      const state = states.get(key) ?? newSyncState(workspace)
      states.set(key, state)
      return state
    },
    find: (workspace) => states.get(workspaceKey(workspace)),
    all: () => [...states.values()],
    begin,
    stop,
    plan,
    isPaused,
    isCircuitOpen,
    async forget(state) {
      stop(state)
      states.delete(workspaceKey(state.workspace))
      schedule.reset(workspaceKey(state.workspace))
      await runner.ended(state.workspace)
    },
    async dispose() {
      isDisposed = true
      for (const state of states.values()) stop(state)
      await runner.idle()
    },
  }
}
