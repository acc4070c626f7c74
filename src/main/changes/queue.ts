// Works through the journal: gathers the facts about a change, asks the machine what follows, and carries it out. The
// queue's memory is the database: what is due is one query, and a drain runs
//   after a commit     `wake`, when a change was made and could not be sent at once
//   after an answer    `wake`, from whatever was sent or settled
//   at a time          when the earliest backoff ends
//   at an event        `afterSync`, `wake` and `retryNow`: a list was read, a token saved, the keychain unlocked
// One step works on one environment's changes at a time, so a change that a step finds as `sending` is sent by nobody.

import { AppError, type ErrorReport } from '../../contract/errors'
import type { JournalEntry, LibraryApi } from '../../contract/library'
import { mustBeReviewed } from '../../contract/must-be-reviewed'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { Clock } from '../clock'
import type { FinishedSync } from '../schedule/finished-sync'
import type { KeyedMutex } from '../schedule/mutex'
import { orderedMs } from '../schedule/order'
import type { RetrySchedule } from '../schedule/retry-schedule'
import type { Log } from '../shell/log'
import type { Approvals } from './approvals'
import { type ChangeFacts, kindOf, type NextAction, nextAction } from './change-machine'
import { hasTakenId } from './classify-response'
import type { JournalWriter } from './journal-writer'
import { isBehind, isSuperseded } from './link-order'
import { earlierWordingArrived, findEvidence, inconclusiveReport, type ReconcileLibrary } from './reconcile'
import { type Delivery, type SendChangeDeps, sendChange } from './send-change'

/** Until a library that could not be asked is asked again. */
export const libraryRetryMs = 30_000

export interface QueueDeps extends Pick<SendChangeDeps, 'client' | 'findTarget' | 'isLocked'> {
  readonly library: ReconcileLibrary & Pick<LibraryApi, 'pendingChanges' | 'isSuperseded' | 'retryNow'>
  readonly clock: Clock
  readonly log: Pick<Log, 'defect'>
  /** Names this run of the app. */
  readonly run: string
  readonly writer: JournalWriter
  readonly approvals: Approvals
  readonly retries: RetrySchedule
  readonly mutex: KeyedMutex
  /** Requests a list that is read at `sinceMs` (monotonic) or later; failing syncs are repeated by the sync. */
  readonly requestSync: (workspace: WorkspaceRef, sinceMs: number) => Promise<unknown>
  /** Tells the person how the service is, if the workspace is open. */
  readonly checkService: (workspace: WorkspaceRef) => void
  readonly changed: (entry: Pick<JournalEntry, 'kind' | 'workspace'>) => void
  /** Aborted at the end of the app. */
  readonly closing: AbortSignal
}

export interface Step {
  readonly action: NextAction
  /** As it was when the action was decided; with a delivery its `entry` is newer. */
  readonly entry: JournalEntry
  readonly delivery: Delivery | null
  /** Why it was not sent now; null: because of another change, or no reason at all. */
  readonly blockedBy: ErrorReport | null
  /** What is behind it in the same workspace waits as well, or the order would be lost. */
  readonly isHeldUp: boolean
}

export interface Queue {
  /**
   * Decides and carries out what follows for one change. To be called in the environment's mutex. Null: the change is not in
   * the journal any more. A refusal is left to the caller when `leavesRefusals`.
   */
  step(environment: EnvironmentName, changeId: string, options?: StepOptions): Promise<Step | null>
  /** Keeps the queue away from a change that a call of the person works on, until the returned function is called. */
  claim(changeId: string): () => void
  isClaimed(changeId: string): boolean
  isBackingOff(workspace: WorkspaceRef): boolean
  /** Sends what is due in an environment; never throws. */
  wake(environment: EnvironmentName): void
  /** The same for all that waits there, after the schedule was reset. */
  wakeAll(environment: EnvironmentName): void
  /** The machine woke up: what backs off anywhere is tried once. */
  onResume(): void
  afterSync(workspace: WorkspaceRef, finished: FinishedSync): void
  /** Ends backoffs: of a workspace and its environment, or of all of an environment. */
  retryNow(target: WorkspaceRef | EnvironmentName): Promise<void>
  /** Calls what an earlier run left as `sending` by its name, unknown, and drains. Throws what the library throws. */
  recover(environment: EnvironmentName): Promise<void>
  dispose(): void
}

interface StepOptions {
  readonly isAfterSync?: boolean
  readonly leavesRefusals?: boolean
  /** An earlier change of the workspace was not sent in this drain. */
  readonly isHeldUp?: boolean
}

/** due: what no backoff keeps back. permitted: all, as backoffs were lifted. An object: all, after a sync. */
type Trigger = 'due' | 'permitted' | { readonly syncedKey: string }

const closingError = new AppError('CANCELLED', 'The app is closing.').report
const lockedError = new AppError('ENVIRONMENT_LOCKED', 'Editing was locked before this was sent.').report

export function createQueue(deps: QueueDeps): Queue {
  const { library, isLocked, clock, log, run, writer, approvals, retries, mutex, requestSync, changed, closing } = deps
  const claimed = new Set<string>()
  const drains = new Map<EnvironmentName, 'running' | 'again'>()
  const timers = new Map<EnvironmentName, () => void>()
  /** Environments whose queue was worked on in this run. */
  const known = new Set<EnvironmentName>()
  /** The latest list that was read whole of each workspace, in this run. */
  const syncs = new Map<string, FinishedSync>()

  const keysOf = (workspace: WorkspaceRef) => [workspace.environment, workspaceKey(workspace)]
  const isBackingOff = (workspace: WorkspaceRef) => keysOf(workspace).some(retries.isBlocked)

  function reconcile(workspace: WorkspaceRef, sinceMs: number): void {
    if (closing.aborted) return
    void requestSync(workspace, sinceMs).catch((error: unknown) => log.defect('changes: requesting a sync', error))
  }

  function noteFailure(workspace: WorkspaceRef, error: ErrorReport): number {
    // The lock and the end of the app say nothing about the service.
    if (closing.aborted || error.code === 'ENVIRONMENT_LOCKED') return 0
    // What may pass soon is about the service, and the rest about the workspace.
    return retries.failed(error.retryable ? workspace.environment : workspaceKey(workspace), error)
  }

  /** The service answered, so what backs off for it need not. */
  async function noteSuccess(workspace: WorkspaceRef): Promise<void> {
    if (!isBackingOff(workspace)) for (const key of keysOf(workspace)) retries.succeeded(key)
    else await retryNow(workspace)
  }

  // -- facts ------------------------------------------------------------------------------------------------------

  /** The end of the app, or a pause that the service asked for: they bind the person's own attempts too. */
  function pausedBy({ workspace }: JournalEntry): ErrorReport | null {
    if (closing.aborted) return closingError
    const pauses = keysOf(workspace).map(retries.retryAfter)
    return pauses.find((pause) => pause !== null) ?? null
  }

  const blockedBy = (entry: JournalEntry) => (isLocked(entry.workspace.environment) ? lockedError : pausedBy(entry))

  /**
   * Milliseconds until a pause ends that an earlier run noted; this run's are in the schedule, which no date moves. Where
   * the date was set back, a time that no backoff reaches counts as past.
   */
  function pauseOfEarlierRunMs({ retryAt, attempt }: JournalEntry): number {
    if (retryAt === null || attempt?.run === run) return 0
    const aheadMs = Date.parse(retryAt) - Date.parse(clock.now())
    return aheadMs < 10 * 60_000 ? Math.max(0, aheadMs) : 0
  }

  /** A sync counts when it was started after the last attempt; for one of an earlier run every sync of this run was. */
  function hasSyncedSince({ workspace, attempt }: JournalEntry): boolean {
    const sync = syncs.get(workspaceKey(workspace))
    return sync !== undefined && (attempt?.run !== run || sync.startedMs >= attempt.atMs)
  }

  function isListFresh(entry: JournalEntry): boolean {
    const { reconciledBy } = kindOf(entry)
    const lists = syncs.get(workspaceKey(entry.workspace))?.lists ?? []
    return reconciledBy !== null && lists.includes(reconciledBy) && hasSyncedSince(entry)
  }

  async function factsOf(
    entry: JournalEntry,
    pending: readonly JournalEntry[],
    { isAfterSync = false, isHeldUp = false }: StepOptions,
  ): Promise<ChangeFacts> {
    const isApproved = approvals.isApproved(entry.changeId)
    const isBackedOff = isBackingOff(entry.workspace) || pauseOfEarlierRunMs(entry) > 0
    const { state, attempts } = entry
    // An earlier attempt of a change that waits or failed may arrive late; each sync looks once.
    const mayTell = state === 'sending' || state === 'unknown' || (isAfterSync && attempts > 0)
    return {
      isApproved,
      isLocked: isLocked(entry.workspace.environment),
      // The person's wish overrides a backoff, and no pause that the service asked for.
      isBlocked: pausedBy(entry) !== null || (!isApproved && (isBackedOff || isHeldUp)),
      isBehind: isBehind(entry, pending),
      isSuperseded: await isSuperseded(library, entry),
      hasTakenId: hasTakenId(entry),
      evidence: mayTell && isListFresh(entry) ? await findEvidence(library, entry) : null,
    }
  }

  // -- actions ----------------------------------------------------------------------------------------------------

  async function deliver(entry: JournalEntry, leavesRefusals: boolean): Promise<Delivery> {
    const { workspace, changeId } = entry
    const delivery = await sendChange({ ...deps, failed: noteFailure, signal: closing }, entry)
    approvals.revoke(changeId)
    if (delivery.state === 'done' || delivery.state === 'refused') {
      await noteSuccess(workspace).catch((error: unknown) => log.defect('changes: ending backoffs', error))
    }
    if (delivery.state === 'done' && !delivery.isSaved) reconcile(workspace, orderedMs(clock))
    if (delivery.state === 'refused' && !leavesRefusals) {
      await writer.record(delivery.entry, { move: { state: 'failed', error: delivery.error } })
    }
    if (delivery.state === 'unknown') reconcile(workspace, orderedMs(clock))
    const isAboutService = delivery.state === 'waiting' && delivery.error.code !== 'ENVIRONMENT_LOCKED'
    if (isAboutService && !closing.aborted) deps.checkService(workspace)
    changed(entry)
    return delivery
  }

  /** Journal writes that follow from evidence; sending is `deliver`. */
  async function apply(action: NextAction, entry: JournalEntry, { evidence }: ChangeFacts): Promise<void> {
    const { state, error } = entry
    const told = evidence === 'missing' || (evidence === null && kindOf(entry).reconciledBy !== null)
    const report = state === 'waiting' || told ? error : inconclusiveReport(error)
    switch (action) {
      case 'confirm':
        await writer.record(entry, { settle: { state: 'done', insight: null, settledAt: clock.now() } })
        break
      case 'drop': {
        const settledAt = clock.now()
        await writer.record(entry, { settle: { state: 'discarded', error: report, settledAt, givesDraftBack: true } })
        break
      }
      case 'fail':
        await writer.move(entry, { state: 'failed', error: evidence === 'conflict' ? earlierWordingArrived : error })
        break
      case 'review':
        if (state === 'waiting') return
        await writer.move(entry, { state: 'waiting', error: report })
        break
      default:
        return
    }
    approvals.revoke(entry.changeId)
    changed(entry)
  }

  async function step(environment: EnvironmentName, changeId: string, options: StepOptions = {}): Promise<Step | null> {
    await writer.flush(environment)
    const pending = await library.pendingChanges({ environment, sameTargetAs: changeId })
    const entry = pending.find((other) => other.changeId === changeId)
    if (!entry) return null
    const result = { entry, delivery: null, blockedBy: blockedBy(entry), isHeldUp: false }
    if (writer.isUnsaved(changeId)) return { ...result, action: 'wait' }
    const facts = await factsOf(entry, pending, options)
    const action = nextAction(entry, facts)
    if (action === 'send') {
      const delivery = await deliver(entry, options.leavesRefusals ?? false)
      const isHeldUp = delivery.state === 'waiting' || delivery.state === 'unknown'
      return { ...result, action, delivery, isHeldUp }
    }
    // Where the other list was read and this one was not, the sync repeats it by itself.
    if (action === 'reconcile' && !hasSyncedSince(entry)) reconcile(entry.workspace, sinceOf(entry))
    if (action !== 'reconcile') await apply(action, entry, facts)
    return { ...result, action, isHeldUp: action === 'wait' && facts.isBlocked }
  }

  const sinceOf = ({ attempt }: JournalEntry) => (attempt?.run === run ? attempt.atMs : Number.NEGATIVE_INFINITY)

  // -- drains -----------------------------------------------------------------------------------------------------

  async function drain(environment: EnvironmentName, trigger: Trigger): Promise<void> {
    const due = await library.pendingChanges({ environment, ...(trigger === 'due' && { dueAt: clock.now() }) })
    const heldUp = new Set<string>()
    for (const { changeId, workspace } of due) {
      if (closing.aborted) return
      const key = workspaceKey(workspace)
      const isAfterSync = typeof trigger === 'object' && trigger.syncedKey === key
      const options = { isAfterSync, isHeldUp: heldUp.has(key) }
      await mutex.run(environment, async () => {
        // The call that claims it wakes the queue when it is done.
        if (claimed.has(changeId)) return
        const done = await step(environment, changeId, options).catch(ignoreConflict)
        if (done?.isHeldUp) heldUp.add(key)
      })
    }
    await planNextDrain(environment)
  }

  async function planNextDrain(environment: EnvironmentName): Promise<void> {
    const left = await library.pendingChanges({ environment })
    const delays = left.flatMap((entry) => {
      if (entry.state === 'failed' || (entry.state === 'waiting' && mustBeReviewed(entry))) return []
      const blockedMs = Math.max(...keysOf(entry.workspace).map(retries.retryAtMs)) - clock.monotonicMs()
      const delayMs = Math.max(blockedMs, pauseOfEarlierRunMs(entry))
      return delayMs > 0 ? [delayMs] : []
    })
    if (writer.hasUnsaved(environment)) delays.push(libraryRetryMs)
    if (delays.length > 0) planWake(environment, Math.min(...delays))
  }

  function planWake(environment: EnvironmentName, delayMs: number): void {
    timers.get(environment)?.()
    if (closing.aborted) return
    timers.set(
      environment,
      clock.after(delayMs, () => wake(environment)),
    )
  }

  /** Drains of what is due are joined; the others have something of their own to look at. */
  function startDrain(environment: EnvironmentName, trigger: Trigger): void {
    if (closing.aborted) return
    known.add(environment)
    if (drains.has(environment) && trigger === 'due') {
      drains.set(environment, 'again')
      return
    }
    if (trigger === 'due') drains.set(environment, 'running')
    void drain(environment, trigger)
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) log.defect('changes: draining the queue', error)
        // A library that cannot be asked keeps its journal.
        if (!(error instanceof AppError) || error.report.retryable) planWake(environment, libraryRetryMs)
      })
      .then(() => {
        if (trigger !== 'due') return
        const isWanted = drains.get(environment) === 'again'
        drains.delete(environment)
        if (isWanted) wake(environment)
      })
  }

  function wake(environment: EnvironmentName): void {
    startDrain(environment, 'due')
  }

  async function retryNow(target: WorkspaceRef | EnvironmentName): Promise<void> {
    const ofWorkspace = typeof target === 'string' ? null : target
    const environment = typeof target === 'string' ? target : target.environment
    if (ofWorkspace) for (const key of keysOf(ofWorkspace)) retries.reset(key)
    else retries.reset((key) => key === environment || key.startsWith(`["${environment}"`))
    await library.retryNow({ environment, ofWorkspace, isAfterRestart: false })
  }

  /**
   * A service was reached, so the network is there: what backs off in other environments is tried once. A pause that a
   * service asked for stays.
   */
  function permitTryElsewhere(environment: EnvironmentName | null): void {
    for (const other of known) {
      if (other === environment) continue
      const isPermitted = retries.permitTries((key) => key === other || key.startsWith(`["${other}"`))
      if (isPermitted) startDrain(other, 'permitted')
    }
  }

  /**
   * A list was read with the token there is now, so a change that was turned away for its token before may go once more;
   * once only, as a service may take a token for reading only.
   */
  function permitTryWithToken(workspace: WorkspaceRef, startedMs: number): void {
    const key = workspaceKey(workspace)
    const failure = retries.lastFailure(key)
    if (failure?.report.code !== 'UNAUTHENTICATED' || failure.failures > 1 || failure.failedAtMs > startedMs) return
    retries.permitTry(key)
  }

  return {
    step,
    claim(changeId) {
      claimed.add(changeId)
      return () => claimed.delete(changeId)
    },
    isClaimed: (changeId) => claimed.has(changeId),
    isBackingOff,
    wake,
    wakeAll: (environment) => startDrain(environment, 'permitted'),
    onResume: () => permitTryElsewhere(null),
    afterSync(workspace, finished) {
      const key = workspaceKey(workspace)
      syncs.set(key, finished)
      const ready = finished.isByPerson ? retryNow(workspace) : Promise.resolve()
      if (!finished.isByPerson) permitTryWithToken(workspace, finished.startedMs)
      permitTryElsewhere(workspace.environment)
      void ready
        .catch((error: unknown) => log.defect('changes: ending backoffs', error))
        .then(() => startDrain(workspace.environment, { syncedKey: key }))
    },
    retryNow,
    async recover(environment) {
      await mutex.run(environment, async () => {
        await writer.flush(environment)
        for (const entry of await library.pendingChanges({ environment })) {
          if (entry.state !== 'sending' || claimed.has(entry.changeId)) continue
          await writer.move(entry, { state: 'unknown' }).then(changed, ignoreConflict)
        }
        await library.retryNow({ environment, ofWorkspace: null, isAfterRestart: true })
      })
      wake(environment)
    },
    dispose() {
      for (const cancel of timers.values()) cancel()
      timers.clear()
    },
  }
}

/** Somebody else moved the change on, or it is settled. */
export const isConflict = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')

/** The next drain sees what the change is now. */
function ignoreConflict(error: unknown): null {
  if (isConflict(error)) return null
  throw error
}
