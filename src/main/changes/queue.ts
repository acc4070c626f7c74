// Works through the journal. The queue's memory is the database: what is due is one query, and a drain runs
//   after a commit     `wake`, when a change was made and could not be sent at once
//   after an answer    `wake`, from whatever was sent or settled
//   at a time          when the earliest backoff ends
//   at an event        `afterSync`, `wakeAll`, `onResume`: a list was read, a token saved, the machine woke up
import { AppError } from '../../contract/errors'
import type { JournalEntry, LibraryApi } from '../../contract/library'
import { mustBeReviewed } from '../../contract/must-be-reviewed'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { Clock } from '../clock'
import type { FinishedSync } from '../schedule/finished-sync'
import type { KeyedMutex } from '../schedule/mutex'
import type { Log } from '../shell/log'
import type { Backoffs } from './backoffs'
import type { Facts } from './facts'
import { isConflict, type JournalWriter } from './journal-writer'
import type { TakeStep } from './step'

/** Until a library that could not be asked is asked again. */
export const libraryRetryMs = 30_000
/** Syncs of one environment must not become the retry rate of another. */
const tryElsewhereEveryMs = 60_000

export interface Queue {
  /** Keeps the queue away from a change that a call of the person works on, until the returned function is called. */
  claim(changeId: string): () => void
  isClaimed(changeId: string): boolean
  /** Sends what is due in an environment; never throws. */
  wake(environment: EnvironmentName): void
  /** The same for all that waits there, after backoffs were ended. */
  wakeAll(environment: EnvironmentName): void
  /** The machine woke up: what backs off anywhere is tried once. */
  onResume(): void
  /** A list of the workspace was read. */
  afterSync(workspace: WorkspaceRef, sync: FinishedSync): void
  /** Calls what an earlier run left as `sending` by its name, unknown, and drains. Throws what the library throws. */
  recover(environment: EnvironmentName): Promise<void>
  dispose(): void
}

export interface QueueDeps {
  readonly library: Pick<LibraryApi, 'pendingChanges' | 'retryNow'>
  readonly clock: Clock
  readonly log: Pick<Log, 'defect'>
  readonly writer: JournalWriter
  readonly backoffs: Backoffs
  readonly facts: Facts
  readonly takeStep: TakeStep
  readonly mutex: KeyedMutex
  readonly changed: (entry: JournalEntry) => void
  readonly closing: AbortSignal
}

/** due: what no backoff kept back when it was written. all: everything. An object: everything, after a sync. */
type Drain = 'due' | 'all' | { readonly syncedKey: string }

export function createQueue(deps: QueueDeps): Queue {
  const { library, clock, log, writer, backoffs, facts, takeStep, mutex, changed, closing } = deps
  const claimed = new Set<string>()
  const dueDrains = new Map<EnvironmentName, 'running' | 'again'>()
  const timers = new Map<EnvironmentName, () => void>()
  /** Environments whose queue was worked on in this run. */
  const visited = new Set<EnvironmentName>()
  /** When each was tried last because another one was reached. */
  const triedMs = new Map<EnvironmentName, number>()

  async function drain(environment: EnvironmentName, kind: Drain): Promise<void> {
    const entries = await library.pendingChanges({ environment, ...(kind === 'due' && { dueAt: clock.now() }) })
    const heldUp = new Set<string>()
    for (const { changeId, workspace } of entries) {
      if (closing.aborted) return
      const key = workspaceKey(workspace)
      const isAfterSync = typeof kind === 'object' && kind.syncedKey === key
      await mutex.run(environment, async () => {
        // The call that claims it wakes the queue when it is done.
        if (claimed.has(changeId)) return
        const step = await takeStep(environment, changeId, { isAfterSync, isHeldUp: heldUp.has(key) }).catch(
          ignoreConflict,
        )
        if (step?.isHeldUp) heldUp.add(key)
      })
    }
    await planNextDrain(environment)
  }

  async function planNextDrain(environment: EnvironmentName): Promise<void> {
    const left = await library.pendingChanges({ environment })
    const delays = left
      .filter((entry) => entry.state !== 'failed' && !(entry.state === 'waiting' && mustBeReviewed(entry)))
      .map(facts.delayMs)
      .filter((delayMs) => delayMs > 0)
    if (writer.hasUnsaved(environment)) delays.push(libraryRetryMs)
    if (delays.length > 0) planDrain(environment, Math.min(...delays))
  }

  /** Of everything: the schedule runs on a clock that no date moves, and the times in the journal do not. */
  function planDrain(environment: EnvironmentName, delayMs: number): void {
    timers.get(environment)?.()
    if (closing.aborted) return
    timers.set(
      environment,
      clock.after(delayMs, () => start(environment, 'all')),
    )
  }

  /** Drains of what is due are joined; the others have something of their own to look at. */
  function start(environment: EnvironmentName, kind: Drain): void {
    if (closing.aborted) return
    visited.add(environment)
    if (kind === 'due' && dueDrains.has(environment)) {
      dueDrains.set(environment, 'again')
      return
    }
    if (kind === 'due') dueDrains.set(environment, 'running')
    void drain(environment, kind)
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) log.defect('changes: draining the queue', error)
        // A library that cannot be asked keeps its journal.
        if (!(error instanceof AppError) || error.report.retryable) planDrain(environment, libraryRetryMs)
      })
      .then(() => {
        if (kind !== 'due') return
        const isWanted = dueDrains.get(environment) === 'again'
        dueDrains.delete(environment)
        if (isWanted) start(environment, 'due')
      })
  }

  /** The network is there again, so what backs off in other environments is tried once. */
  function tryElsewhere(reached: EnvironmentName | null): void {
    for (const environment of visited) {
      if (environment === reached) continue
      const isRecent =
        clock.monotonicMs() - (triedMs.get(environment) ?? Number.NEGATIVE_INFINITY) < tryElsewhereEveryMs
      if ((reached !== null && isRecent) || !backoffs.permitAttempts(environment)) continue
      triedMs.set(environment, clock.monotonicMs())
      start(environment, 'all')
    }
  }

  return {
    claim(changeId) {
      claimed.add(changeId)
      return () => claimed.delete(changeId)
    },
    isClaimed: (changeId) => claimed.has(changeId),
    wake: (environment) => start(environment, 'due'),
    wakeAll: (environment) => start(environment, 'all'),
    onResume: () => tryElsewhere(null),
    afterSync(workspace, sync) {
      facts.noteSync(workspace, sync)
      if (!sync.isByPerson) backoffs.permitAttemptWithToken(workspace, sync.startedMs)
      tryElsewhere(workspace.environment)
      void (sync.isByPerson ? backoffs.end(workspace) : Promise.resolve())
        .catch((error: unknown) => log.defect('changes: ending backoffs', error))
        .then(() => start(workspace.environment, { syncedKey: workspaceKey(workspace) }))
    },
    async recover(environment) {
      await mutex.run(environment, async () => {
        await writer.flush(environment)
        for (const entry of await library.pendingChanges({ environment })) {
          if (entry.state !== 'sending' || claimed.has(entry.changeId) || writer.isUnsaved(entry.changeId)) continue
          await writer.move(entry, { state: 'unknown' }).then(changed, ignoreConflict)
        }
        await library.retryNow({ environment, ofWorkspace: null, isAfterRestart: true })
      })
      start(environment, 'due')
    },
    dispose() {
      for (const cancel of timers.values()) cancel()
      timers.clear()
    },
  }
}

/** The next drain sees what the change is now. */
function ignoreConflict(error: unknown): null {
  if (isConflict(error)) return null
  throw error
}
