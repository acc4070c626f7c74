// Keeps the library fresh, insights first and then knowledge: when a workspace is opened, when the person comes back to
// it, every few minutes while they can see it, on demand, and again after a failure. One sync at a time per workspace.
// Each writes into the store of the workspace it was started for, and one that was left behind by a switch has no say
// any more, so a late answer can neither mix data nor states. Where changes wait, a sync is tried until one succeeds,
// whichever workspace is open: without it they would stay where they are.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { EventName, Events } from '../../contract/events'
import type { SyncStatus } from '../../contract/features/sync'
import type { LibraryApi, SyncResource } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { Log } from '../shell/log'
import { createAnnouncing } from './announcing'
import { defaultRetryBaseMs, waitBeforeRetryMs, waitUnhurriedMs } from './backoff'
import { isOffline, isTooLarge, needsPerson, reportOf } from './failure'
import { affected, resources, runSync, type SyncRunDeps } from './sync-run'
import { mayHaveWaiting, readSyncStatus } from './sync-status'
import { type FinishedSync, newTrack, type Run, type Track } from './track'

/** Whoever comes back does not wait for that. */
const staleAfterMs = 2 * 60_000
/** A machine that wakes up says so several times. */
const oneResumeMs = 10_000
/** Failures of a service that was reached, in a row, after which it is asked only now and then. */
const failureLimit = 5

export type Emit = <Name extends EventName>(name: Name, payload: Events[Name]) => void

export interface SyncDeps extends SyncRunDeps {
  readonly library: LibraryApi
  readonly random: () => number
  readonly emit: Emit
  readonly log: Pick<Log, 'defect'>
  /** Somebody can see the window, and there is a network: else nothing is refreshed by itself. */
  readonly isWorthRefreshing: () => boolean
  /** Called after each sync that read a list at least, without being waited for. */
  readonly afterSync?: (workspace: WorkspaceRef, finished: FinishedSync) => void
  /** The shortest wait before another try; the longest is 60 times as long. */
  readonly retryBaseMs?: number
}

export interface Sync {
  /** Never throws: a library that cannot be asked is a state too. */
  status(workspace: WorkspaceRef): Promise<SyncStatus>
  /** Syncs, or joins the sync that runs; resolves with the state afterwards, whether it went well or not. */
  now(workspace: WorkspaceRef): Promise<SyncStatus>
  /**
   * Resolves after a sync that asked for the list no earlier than `sinceMs` on the monotonic clock (without it: now).
   * null: the insights were read; otherwise why not. One that failed, or was stopped by a switch, is tried again by
   * itself, like those of the open workspace, unless only the person can help.
   */
  fresh(workspace: WorkspaceRef, sinceMs?: number): Promise<ErrorReport | null>
  /** Changes wait in it: should its next sync fail, it is tried again as after `fresh`, also when it is not open any more. */
  want(workspace: WorkspaceRef): void
  /** Makes it the workspace that is kept fresh, and syncs. Also after its token or address changed. */
  open(workspace: WorkspaceRef): void
  /** It is the one that is kept fresh. */
  isOpen(workspace: WorkspaceRef): boolean
  /** Stops everything that runs; what changes wait for is tried again later. */
  leave(): void
  onFocus(): void
  onResume(): void
  /** After the journal changed: tells the page the state again, and no longer tries for what does not wait any more. */
  announce(workspace: WorkspaceRef): void
  /** Stops what runs for an environment and forgets how it went; resolves when its library is left alone. */
  forget(environment: EnvironmentName): Promise<void>
  /** Stops everything and resolves when nothing touches the library any more. */
  dispose(): Promise<void>
}

export function createSync(deps: SyncDeps): Sync {
  const { library, clock, random, emit, log, isWorthRefreshing, afterSync } = deps
  const baseMs = deps.retryBaseMs ?? defaultRetryBaseMs
  const tracks = new Map<string, Track>()
  const unfinished = new Map<Promise<void>, EnvironmentName>()
  let active: Track | null = null
  let resumedMs = Number.NEGATIVE_INFINITY
  let isDisposed = false

  function trackOf(workspace: WorkspaceRef): Track {
    const key = workspaceKey(workspace)
    const known = tracks.get(key)
    if (known) return known
    const track = newTrack(workspace)
    tracks.set(key, track)
    return track
  }

  function status(workspace: WorkspaceRef): Promise<SyncStatus> {
    const track = trackOf(workspace)
    return readSyncStatus(library, log, workspace, () => ({ isSyncing: track.run !== null, error: track.error }))
  }

  const announce = createAnnouncing(status, (now) => emit('sync.changed', now))

  /** A workspace of which no change waits any more is not tried for their sake: it was discarded, or sent all the same. */
  async function letGo(workspace: WorkspaceRef): Promise<void> {
    const track = tracks.get(workspaceKey(workspace))
    if (!track?.isWanted) return
    const { wishes } = track
    // What was wished while the journal was read is about a later one.
    if ((await mayHaveWaiting(library, workspace)) || track.wishes !== wishes) return
    track.isWanted = false
    if (track !== active) track.cancelNext()
  }

  function begin(track: Track, isByPerson: boolean): Run {
    track.cancelNext()
    if (isByPerson) track.refusals = 0
    const run: Run = {
      controller: new AbortController(),
      startedMs: clock.monotonicMs(),
      isByPerson,
      hasReadInsights: false,
      done: Promise.resolve(),
    }
    track.run = run
    track.triedMs = run.startedMs
    // One that was stopped may be storing what it had; two at once would store over each other.
    run.done = track.last === null ? finish(track, run) : track.last.then(() => finish(track, run))
    track.last = run.done
    unfinished.set(run.done, track.workspace.environment)
    void run.done.then(() => {
      unfinished.delete(run.done)
      if (track.last === run.done) track.last = null
    })
    announce(track.workspace)
    return run
  }

  async function finish(track: Track, run: Run): Promise<void> {
    const { workspace } = track
    const { signal } = run.controller
    const lists: SyncResource[] = []
    let failure: ErrorReport | null = null
    try {
      for (const resource of resources) {
        const state = await runSync(deps, workspace, resource, signal)
        lists.push(resource)
        if (resource === 'insights') run.hasReadInsights = true
        // Also when it was stopped meanwhile: what is stored is what the page has to show.
        if (state === 'read') emit('library.changed', { workspace, features: [...affected[resource]] })
      }
    } catch (error) {
      // One that was stopped on purpose may end in any way; nobody is told.
      if (!signal.aborted) failure = reportOf(log, 'sync', error)
    }
    if (track.run !== run) return
    track.run = null
    const wasOffline = track.error !== null && isOffline(track.error)
    track.error = failure
    if (failure) planRetry(track, failure)
    else succeed(track, run, wasOffline)
    if (lists.length > 0) afterSync?.(workspace, { startedMs: run.startedMs, lists, isByPerson: run.isByPerson })
    announce(workspace)
  }

  function succeed(track: Track, { startedMs }: Run, wasOffline: boolean): void {
    Object.assign(track, { failures: 0, refusals: 0, notBeforeMs: Number.NEGATIVE_INFINITY, syncedMs: startedMs })
    track.isWanted = false
    planUnhurried(track)
    // The network is back, so what else waits for it need not wait for its own next try; and what gave up after a
    // service failed again and again need not wait for its own either when the open workspace is synced.
    const isOpen = track === active
    tryWanted(({ error, refusals }) => (error && isOffline(error) ? wasOffline : isOpen && refusals >= failureLimit))
  }

  function tryWanted(isMeant: (track: Track) => boolean): void {
    for (const track of tracks.values()) {
      if (track === active || !track.isWanted || track.run || !isMeant(track)) continue
      if (clock.monotonicMs() >= track.notBeforeMs) begin(track, false)
    }
  }

  /** What changes wait for is read also where nobody is looking. */
  function planUnhurried(track: Track): void {
    if (track !== active && !track.isWanted) return
    const waitMs = Math.max(waitUnhurriedMs(random), track.notBeforeMs - clock.monotonicMs())
    track.cancelNext = clock.after(waitMs, () => {
      if (track.isWanted || isWorthRefreshing()) begin(track, false)
      else planUnhurried(track)
    })
  }

  function planRetry(track: Track, failure: ErrorReport): void {
    track.failures += 1
    if (!isOffline(failure)) track.refusals += 1
    const waitMs = waitBeforeRetryMs({ random, baseMs }, track.failures, failure.retryAfterMs)
    if (failure.retryAfterMs !== undefined) track.notBeforeMs = clock.monotonicMs() + waitMs
    planTry(track, waitMs)
  }

  function planTry(track: Track, waitMs: number): void {
    const { error, refusals } = track
    if (isDisposed || (track !== active && !track.isWanted) || (error && needsPerson(error))) return
    track.cancelNext()
    const isHopeless = error !== null && !isOffline(error) && (!error.retryable || refusals >= failureLimit)
    if (isHopeless) planUnhurried(track)
    else track.cancelNext = clock.after(waitMs, () => begin(track, false))
  }

  function stop(track: Track): void {
    track.cancelNext()
    // It was tried in spite of a failure that only the person can mend, so they may have: that one decides no more.
    if (track.run && track.error && needsPerson(track.error)) track.error = null
    track.run?.controller.abort()
    track.run = null
  }

  function leave(): void {
    const left = active
    active = null
    for (const track of tracks.values()) {
      if (track !== left && !track.run) continue
      stop(track)
      const waitMs = waitBeforeRetryMs({ random, baseMs }, Math.max(1, track.failures))
      planTry(track, Math.max(waitMs, track.notBeforeMs - clock.monotonicMs()))
    }
  }

  return {
    status,
    announce(workspace) {
      announce(workspace)
      void letGo(workspace)
    },
    leave,
    async now(workspace) {
      const track = trackOf(workspace)
      if (isDisposed) return status(workspace)
      const run = track.run ?? begin(track, true)
      run.isByPerson = true
      await run.done
      return status(workspace)
    },
    async fresh(workspace, sinceMs = clock.monotonicMs()) {
      const track = trackOf(workspace)
      track.wishes += 1
      track.isWanted = true
      if (track.run && track.run.startedMs < sinceMs) await track.run.done
      // The one that ended just now has answered those before.
      track.isWanted = true
      const notRead = () => track.error ?? new AppError('CANCELLED', 'Reading the list was stopped.').report
      if (isDisposed) return notRead()
      if (clock.monotonicMs() < track.notBeforeMs) {
        if (!track.run) planTry(track, track.notBeforeMs - clock.monotonicMs())
        return notRead()
      }
      const run = track.run ?? begin(track, false)
      await run.done
      return run.hasReadInsights ? null : notRead()
    },
    want(workspace) {
      const track = trackOf(workspace)
      track.wishes += 1
      track.isWanted = true
    },
    open(workspace) {
      if (isDisposed) return
      leave()
      active = trackOf(workspace)
      active.failures = 0
      begin(active, true)
    },
    isOpen: (workspace) => active !== null && workspaceKey(active.workspace) === workspaceKey(workspace),
    onFocus() {
      if (!active || active.run || isDisposed || isTooLarge(active.error)) return
      const now = clock.monotonicMs()
      const hasGivenUp = active.refusals >= failureLimit
      const checkedMs = hasGivenUp ? active.triedMs : active.syncedMs
      const isStale = checkedMs === null || now - checkedMs > staleAfterMs
      // A service that failed again and again is tried once, and not as if the person had asked for it.
      if (isStale && now >= active.notBeforeMs) begin(active, !hasGivenUp)
    },
    onResume() {
      const now = clock.monotonicMs()
      if (isDisposed || now - resumedMs < oneResumeMs) return
      resumedMs = now
      for (const track of tracks.values()) {
        if ((track !== active && !(track.isWanted && now >= track.notBeforeMs)) || isTooLarge(track.error)) continue
        // What was on its way when the machine fell asleep has no connection any more.
        stop(track)
        begin(track, false)
      }
    },
    async forget(environment) {
      for (const [key, track] of tracks) {
        if (track.workspace.environment !== environment) continue
        if (track === active) active = null
        stop(track)
        tracks.delete(key)
      }
      await Promise.all([...unfinished].flatMap(([done, of]) => (of === environment ? [done] : [])))
    },
    async dispose() {
      isDisposed = true
      for (const track of tracks.values()) stop(track)
      await Promise.all(unfinished.keys())
    },
  }
}
