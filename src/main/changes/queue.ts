// Works through the journal. One query finds the changes that the queue may go on with, the retry schedule in memory
// (`backoffs.ts`) says when, and a drain runs
//   after a commit     `wake`, when a change was made and could not be sent at once
//   after an answer    `wake`, from whatever was sent or settled
//   at a time          when the earliest backoff ends
//   at an event        `afterSync`, `wakeAll`, `onResume`: a list was read, a token saved, the computer woke up
import type { Events } from '../../contract/events'
import type { JournalEntry } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { reportOf } from '../schedule/failure'
import type { FinishedSync } from '../schedule/finished-sync'
import type { ChangesContext } from './context'
import { isConflict } from './journal-writer'
import type { TakeStep } from './step'

/** The delay before a library that did not answer is asked again. */
export const libraryRetryMs = 30_000
/** Syncs of one environment must not become the retry rate of another. */
const wakeOthersEveryMs = 60_000

export interface Queue {
  /** Keeps the queue away from a change that a call of the person works on, until the returned function is called. */
  claim(changeId: string): () => void
  isClaimed(changeId: string): boolean
  /** Resolves when the calls that work on the change now are done with it. */
  whenReleased(changeId: string): Promise<unknown>
  /** Sends what is due in an environment; never throws. */
  wake(environment: EnvironmentName): void
  /** Sends all that waits in an environment, after backoffs were ended. */
  wakeAll(environment: EnvironmentName): void
  /** The computer woke up: every environment that backs off is tried once. */
  onResume(): void
  /** A list of the workspace was read. */
  afterSync(workspace: WorkspaceRef, sync: FinishedSync): void
  /**
   * The library was opened: recovers what an earlier run left (`recovery.ts`), then drains. Resolves after the first try; one
   * that failed is repeated.
   */
  recover(environment: EnvironmentName): Promise<void>
  dispose(): void
}

/**
 * due: changes that the queue may go on with by itself now; while an environment backs off, it is not read again for each
 * change that the person makes. all: everything. An object: everything, after a sync.
 */
type Drain = 'due' | 'all' | { readonly syncedKey: string }

export function createQueue(context: ChangesContext & { readonly takeStep: TakeStep }): Queue {
  const { library, clock, log, writer, backoffs, facts, recovery, takeStep, mutex, closing, emit } = context
  /** Two edits of a change may claim it at the same moment; the second gets a conflict while the first is being sent. */
  const claims = new Set<{ readonly changeId: string; readonly released: Promise<void> }>()
  const claimsOf = (changeId: string) => [...claims].filter((claim) => claim.changeId === changeId)
  const isClaimed = (changeId: string) => claimsOf(changeId).length > 0
  const dueDrains = new Map<EnvironmentName, 'running' | 'again'>()
  const timers = new Map<EnvironmentName, () => void>()
  /** Environments whose queue was worked on in this run. */
  const visited = new Set<EnvironmentName>()
  /** When each environment was last tried because another one was reached. */
  const triedMs = new Map<EnvironmentName, number>()

  async function drain(environment: EnvironmentName, kind: Drain): Promise<void> {
    if (recovery.isRequired(environment)) await mutex.run(environment, () => recovery.run(environment))
    const isBackingOff = (target: WorkspaceRef | EnvironmentName) => kind === 'due' && backoffs.isBackingOff(target)
    const blockedWorkspaces = new Set<string>()
    const settled = new Map<string, Events['changes.settled']>()
    const entries = isBackingOff(environment)
      ? []
      : await library.pendingChanges({ environment, ...(kind === 'due' && { isDue: true }) })
    try {
      for (const { changeId, workspace } of inTurn(entries)) {
        if (closing.aborted) return
        if (isBackingOff(workspace)) continue
        const key = workspaceKey(workspace)
        const isAfterSync = typeof kind === 'object' && kind.syncedKey === key
        await mutex.run(environment, async () => {
          // The call that claims it wakes the queue when it is done.
          if (isClaimed(changeId)) return
          const trigger = { isAfterSync, isWorkspaceBlocked: blockedWorkspaces.has(key) }
          const step = await takeStep(environment, changeId, trigger).catch(ignoreConflict)
          if (step?.blocksLaterChanges) blockedWorkspaces.add(key)
          if (!step?.outcome) return
          const before = settled.get(key) ?? { workspace, sent: 0, rejected: 0 }
          settled.set(key, { ...before, [step.outcome]: before[step.outcome] + 1 })
        })
      }
    } finally {
      // Also when the library failed half-way, or the app is closing.
      for (const counts of settled.values()) emit('changes.settled', counts)
    }
    await planNextDrain(environment)
  }

  async function planNextDrain(environment: EnvironmentName): Promise<void> {
    const delays = await delaysMs(environment)
    if (writer.hasUnsaved(environment)) delays.push(libraryRetryMs)
    if (delays.length > 0) planDrain(environment, Math.min(...delays))
  }

  async function delaysMs(environment: EnvironmentName): Promise<number[]> {
    // None of its changes is tried before that, and each change's own time is read then.
    if (backoffs.isBackingOff(environment)) return [backoffs.retryAtMs(environment) - clock.monotonicMs()]
    const entries = await library.pendingChanges({ environment, isDue: true })
    return entries.map(facts.delayMs).filter((delayMs) => delayMs > 0)
  }

  /** Plans a drain of everything: the times in the journal move with the date, the schedule's clock does not. */
  function planDrain(environment: EnvironmentName, delayMs: number): void {
    timers.get(environment)?.()
    if (closing.aborted) return
    timers.set(
      environment,
      clock.after(delayMs, () => start(environment, 'all')),
    )
  }

  /** Joins drains of what is due; each other drain has something of its own to look at. */
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
        const { code } = reportOf(log, 'changes: draining the queue', error)
        // Its files were removed.
        if (code === 'WORKSPACE_UNKNOWN') recovery.forget(environment)
        // A library that cannot be asked, or has no room, keeps its journal.
        else planDrain(environment, libraryRetryMs)
      })
      .then(() => {
        if (kind !== 'due') return
        const isDueAgain = dueDrains.get(environment) === 'again'
        dueDrains.delete(environment)
        if (isDueAgain) start(environment, 'due')
      })
  }

  /** The network is back, so other environments that back off are tried once. */
  function wakeOthers(reached: EnvironmentName | null): void {
    for (const environment of visited) {
      if (environment === reached) continue
      const isRecent = clock.monotonicMs() - (triedMs.get(environment) ?? Number.NEGATIVE_INFINITY) < wakeOthersEveryMs
      if ((reached !== null && isRecent) || !backoffs.permitAttempts(environment)) continue
      triedMs.set(environment, clock.monotonicMs())
      start(environment, 'all')
    }
  }

  return {
    claim(changeId) {
      let release = (): void => undefined
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      const claim = { changeId, released }
      claims.add(claim)
      return () => {
        claims.delete(claim)
        release()
      }
    },
    isClaimed,
    whenReleased: (changeId) => Promise.all(claimsOf(changeId).map(({ released }) => released)),
    wake: (environment) => start(environment, 'due'),
    wakeAll: (environment) => start(environment, 'all'),
    onResume: () => wakeOthers(null),
    afterSync(workspace, sync) {
      facts.noteSync(workspace, sync)
      if (!sync.isByPerson) backoffs.permitAttemptWithToken(workspace, sync.startedMs)
      wakeOthers(workspace.environment)
      void (sync.isByPerson ? backoffs.end(workspace) : Promise.resolve())
        .catch((error: unknown) => void reportOf(log, 'changes: ending backoffs', error))
        .then(() => start(workspace.environment, { syncedKey: workspaceKey(workspace) }))
    },
    async recover(environment) {
      recovery.require(environment)
      facts.ignoreEarlierSyncs(environment)
      await mutex.run(environment, () => recovery.run(environment)).catch(() => undefined)
      // Covers changes that a killed run left to be dropped, and a recovery that failed.
      start(environment, 'all')
    },
    dispose() {
      for (const cancel of timers.values()) cancel()
      timers.clear()
    },
  }
}

/**
 * A backoff permits one attempt when it ends, and a change that fails each time must not get them all. So one of unknown
 * outcome goes after those that were not sent yet, with everything that follows it on the same target.
 */
function inTurn(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const triesOf = new Map<string, number>()
  const placed = entries.map((entry) => {
    const { state, attempts, workspace, targetId } = entry
    const target = `${workspaceKey(workspace)} ${targetId}`
    const tries = Math.max(triesOf.get(target) ?? 0, state === 'unknown' ? attempts : 0)
    triesOf.set(target, tries)
    return { entry, tries }
  })
  return placed.toSorted((one, other) => one.tries - other.tries).map(({ entry }) => entry)
}

/** The next drain reads the change as it is by then. */
function ignoreConflict(error: unknown): null {
  if (isConflict(error)) return null
  throw error
}
