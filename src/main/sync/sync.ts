// Keeps the library fresh, insights first and then knowledge. A workspace is synced when it is opened, when the person
// comes back to its window, every few minutes while a window is visible, on demand, and again after a failure. Any
// number of workspaces may be open. One that a change of unknown outcome asked for (`requireSync`) is synced until that
// succeeds, open or not: only a list that was requested after the attempt shows whether the change arrived.
//
// A sync writes into the store of the workspace it was started for, and one that was stopped decides nothing any more,
// so a late answer mixes neither data nor states. The state of a workspace is declared in sync-state.ts, with the rule for
// when it is synced next; failures and pauses are counted by the retry schedule. sync-run.ts reads the lists.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { SyncStatus } from '../../contract/features/sync'
import type { LibraryApi } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { Clock } from '../clock'
import { isOffline, isSignInNeeded, isTooLarge, needsPerson } from '../schedule/failure'
import type { FinishedSync } from '../schedule/finished-sync'
import { createKeyedMutex } from '../schedule/mutex'
import { orderedMs } from '../schedule/order'
import { createRetrySchedule, defaultRetryBaseMs, retryDelayMs, slowRetryDelayMs } from '../schedule/retry-schedule'
import { type RunResult, runSync, type SyncRunDeps } from './sync-run'
import { newSyncState, nextSync, type Run, type SyncState } from './sync-state'
import { createStatusAnnouncer, mayHavePendingChanges, readSyncStatus } from './sync-status'

/** Coming back to a window within that time syncs nothing. */
const staleAfterMs = 2 * 60_000
/** A computer that wakes up says so several times. */
const oneResumeMs = 10_000

export interface SyncDeps extends SyncRunDeps {
  readonly library: LibraryApi
  readonly random: () => number
  /** A window is visible and there is a network; otherwise nothing is refreshed by itself. */
  readonly isWorthRefreshing: () => boolean
  /** Called after each sync that read a list at least, without being awaited. */
  readonly afterSync?: (workspace: WorkspaceRef, finished: FinishedSync) => void
  /** Why the changes that an earlier run left cannot be looked after yet; null = they can. */
  readonly recoveryFailure?: (environment: EnvironmentName) => ErrorReport | null
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
  /** A request failed: syncs the workspace if it is open, so that its status shows how the service is. */
  checkService(workspace: WorkspaceRef): void
  /**
   * A change was sent with the token of the workspace. If it is open and its sync ended or now ends with a rejected token,
   * the list is requested again: nothing else would, before the person comes back to the window.
   */
  onTokenAccepted(workspace: WorkspaceRef): void
  /** Syncs a workspace and keeps it fresh until it is closed. Also for an open one, after its token or address changed. */
  open(workspace: WorkspaceRef): void
  /** Stops its sync. It is still retried while changes wait in it. */
  close(workspace: WorkspaceRef): void
  isOpen(workspace: WorkspaceRef): boolean
  /** The person came back to the app. */
  onFocus(): void
  /** The computer woke up. */
  onResume(): void
  /** Tells the page the status, and stops retrying where no change waits any more. An environment means its workspaces. */
  onJournalChanged(target: WorkspaceRef | EnvironmentName): void
  /** Stops what runs for an environment and forgets how it went; resolves when its library is left alone. */
  forget(environment: EnvironmentName): Promise<void>
  /** Stops everything; resolves when nothing touches the library any more. */
  dispose(): Promise<void>
}

export function createSync(deps: SyncDeps): Sync {
  const { library, clock, emit, log } = deps
  const planner = createPlanner(deps, (workspace) => announce(workspace))
  const { stateOf, find, begin, stop, plan, isPaused } = planner
  let resumedMs = Number.NEGATIVE_INFINITY
  let isDisposed = false

  function status(workspace: WorkspaceRef): Promise<SyncStatus> {
    const state = stateOf(workspace)
    const error = () => state.error ?? deps.recoveryFailure?.(workspace.environment) ?? null
    return readSyncStatus(library, log, workspace, () => ({ isSyncing: state.run !== null, error: error() }))
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

  async function requireSync(workspace: WorkspaceRef, sinceMs = orderedMs(clock)): Promise<ErrorReport | null> {
    const state = stateOf(workspace)
    requestSync(state)
    if (state.run && state.run.startedMs < sinceMs) await state.run.done
    // The sync that ended just now answered earlier requests only.
    state.hasPendingChanges = true
    const notRead = () => state.error ?? new AppError('CANCELLED', 'The sync was stopped.').report
    // Forgotten meanwhile: its library is being closed.
    if (isDisposed || find(workspace) !== state) return notRead()
    if (isPaused(state)) {
      if (!state.run) plan(state)
      return notRead()
    }
    const run = state.run ?? begin(state, false)
    return (await run.done).includes('insights') ? null : notRead()
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
    requireSync,
    checkService(workspace) {
      const state = find(workspace)
      if (state?.isOpen && !isTooLarge(state.error)) void requireSync(workspace)
    },
    onTokenAccepted(workspace) {
      const state = find(workspace)
      const tryAgain = () => {
        if (isDisposed || !state?.isOpen || state.run || isPaused(state)) return
        if (state.error && isSignInNeeded(state.error)) begin(state, false)
      }
      if (state?.run) void state.run.done.then(tryAgain)
      else tryAgain()
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
    onFocus() {
      if (isDisposed) return
      for (const state of planner.all()) if (state.isOpen) refreshIfStale(state)
    },
    onResume() {
      const now = clock.monotonicMs()
      if (isDisposed || now - resumedMs < oneResumeMs) return
      resumedMs = now
      for (const state of planner.all()) {
        const isMeant = state.isOpen || (state.hasPendingChanges && !isPaused(state))
        if (!isMeant || isTooLarge(state.error)) continue
        // The connection of a sync that was under way is gone since the computer fell asleep.
        stop(state)
        begin(state, false)
      }
    },
    onJournalChanged(target) {
      const known = planner.all().map(({ workspace }) => workspace)
      const meant = typeof target === 'string' ? known.filter(({ environment }) => environment === target) : [target]
      for (const workspace of meant) {
        announce(workspace)
        void releasePending(find(workspace))
      }
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

function startRun(clock: Clock, isByPerson: boolean, work: (signal: AbortSignal) => Run['done']): Run {
  const controller = new AbortController()
  const startedMs = orderedMs(clock)
  return { startedMs, isByPerson, stop: () => controller.abort(), done: work(controller.signal) }
}

/**
 * Whether another workspace with pending changes is synced at once after a success: all that were offline when the network
 * is back, and those with an open circuit when a workspace that the person sees was synced.
 */
function isWorthRetrying(
  other: SyncState,
  isCircuitOpen: boolean,
  { isOpen }: SyncState,
  isNetworkBack: boolean,
): boolean {
  if (other.isOpen || !other.hasPendingChanges || other.run) return false
  return other.error !== null && isOffline(other.error) ? isNetworkBack : isOpen && isCircuitOpen
}

/** Starts, stops and plans the syncs. `announce` tells the page that the status of a workspace changed. */
function createPlanner(deps: SyncDeps, announce: (workspace: WorkspaceRef) => void) {
  const { clock, random, isWorthRefreshing, afterSync } = deps
  const policy = { random, baseMs: deps.retryBaseMs ?? defaultRetryBaseMs }
  const schedule = createRetrySchedule({ clock, ...policy })
  // Runs one sync at a time for each workspace: a stopped one may still be storing what it had, and two at once would store
  // over each other.
  const mutex = createKeyedMutex()
  const states = new Map<string, SyncState>()
  let isDisposed = false

  const isPaused = ({ workspace }: SyncState) => schedule.retryAfter(workspaceKey(workspace)) !== null
  const isCircuitOpen = ({ workspace }: SyncState) => schedule.isCircuitOpen(workspaceKey(workspace))

  /** Call it only where no sync runs. */
  function begin(state: SyncState, isByPerson: boolean): Run {
    const key = workspaceKey(state.workspace)
    state.cancelTimer()
    if (isByPerson) schedule.reset(key)
    const run = startRun(clock, isByPerson, (signal) =>
      mutex.run(key, async () => {
        const result = await runSync(deps, state.workspace, { signal, closing: state.closing.signal })
        end(state, run, result)
        return result.lists
      }),
    )
    state.run = run
    state.triedMs = run.startedMs
    announce(state.workspace)
    return run
  }

  function end(state: SyncState, run: Run, { lists, failure }: RunResult): void {
    // A sync that was stopped has no say.
    if (state.run !== run) return
    const { workspace } = state
    const wasOffline = state.error !== null && isOffline(state.error)
    state.run = null
    state.error = failure
    if (failure) {
      schedule.failed(workspaceKey(workspace), failure)
    } else {
      schedule.reset(workspaceKey(workspace))
      state.syncedMs = run.startedMs
      state.hasPendingChanges = false
      for (const other of states.values()) {
        if (!isPaused(other) && isWorthRetrying(other, isCircuitOpen(other), state, wasOffline)) begin(other, false)
      }
    }
    plan(state)
    if (lists.length > 0) afterSync?.(workspace, { startedMs: run.startedMs, lists, isByPerson: run.isByPerson })
    announce(workspace)
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
      refreshDelayMs: slowRetryDelayMs(random),
      retryDelayMs: retryDelayMs(policy, failure?.failures ?? 1),
    })
    if (isDisposed || !next) return
    state.cancelTimer = clock.after(next.atMs - nowMs, () => {
      if (next.kind === 'retry' || state.hasPendingChanges || isWorthRefreshing()) begin(state, false)
      else plan(state)
    })
  }

  /** Stops the sync that runs and the timer of the next one. */
  function stop(state: SyncState): void {
    state.cancelTimer()
    // It ran in spite of a failure that only the person can fix, so the person may have fixed it.
    if (state.run && state.error && needsPerson(state.error)) {
      state.error = null
      schedule.reset(workspaceKey(state.workspace))
    }
    state.run?.stop()
    state.run = null
  }

  /** Like `stop`, but also stops the storing of a list: the library is about to be closed. */
  function interrupt(state: SyncState): void {
    stop(state)
    state.closing.abort()
  }

  return {
    stateOf(workspace: WorkspaceRef): SyncState {
      const key = workspaceKey(workspace)
      const state = states.get(key) ?? newSyncState(workspace)
      states.set(key, state)
      return state
    },
    /** undefined: nothing is known of it in this run of the app. */
    find: (workspace: WorkspaceRef) => states.get(workspaceKey(workspace)),
    all: () => [...states.values()],
    begin,
    stop,
    plan,
    isPaused,
    isCircuitOpen,
    /** Stops the sync and forgets how it went; resolves when its library is left alone. */
    async forget(state: SyncState): Promise<void> {
      const key = workspaceKey(state.workspace)
      interrupt(state)
      states.delete(key)
      schedule.reset(key)
      await mutex.run(key, async () => {})
    },
    /** Stops everything and plans nothing more; resolves when nothing touches the library. */
    async dispose(): Promise<void> {
      isDisposed = true
      for (const state of states.values()) interrupt(state)
      await mutex.idle()
    },
  }
}
