// Changes of the person at the service: the only way in which the app changes anything there.
//
// What lives here: submitting a change, the queue of changes that could not be sent yet, and finding out what became of
// one whose answer was lost. What does not: reading lists (`sync`), storage (the library process), HTTP (`service`).
// Begin reading with `change-machine.ts`, which decides everything; `queue.ts` carries it out.

import { AppError, type ErrorReport } from '../../contract/errors'
import type { Emit } from '../../contract/events'
import type { CreateResult, InsightInput } from '../../contract/features/insights'
import type { DeleteResult } from '../../contract/features/listing'
import type { Change, JournalEntry, LibraryApi, NewChange } from '../../contract/library'
import { mustBeReviewed } from '../../contract/must-be-reviewed'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { createKeyedMutex } from '../schedule/mutex'
import { orderedMs } from '../schedule/order'
import { createRetrySchedule, defaultRetryBaseMs } from '../schedule/retry-schedule'
import { withTimeout } from '../schedule/with-timeout'
import { createApprovals } from './approvals'
import { kindOf } from './change-machine'
import { hasTakenId } from './classify-response'
import { createJournalWriter } from './journal-writer'
import { assertInOrder } from './link-order'
import { createQueue, isConflict, libraryRetryMs, type Queue, type QueueDeps, type Step } from './queue'
import { newInsightChange, requestLine } from './requests'

const drainLimitMs = 5_000
const abortLimitMs = 1_000

/** `signal`: the person's wish to stop, which counts until the change is on its way. */
type OnRecord<Result> = (workspace: WorkspaceRef, id: string, signal: AbortSignal) => Promise<Result>

export interface SubmittedChange {
  readonly changeId: string
  readonly state: 'done' | 'waiting' | 'unknown'
  /** Why it waits; null also when it waits behind another change only. */
  readonly error: ErrorReport | null
}

/** What became of the changes that were approved and still in the journal. */
export interface SentChanges {
  readonly sent: number
  readonly refused: number
  readonly waiting: number
}

/**
 * Every method that makes a change throws ENVIRONMENT_LOCKED, INVALID_INPUT (with `fields`), whatever the journal throws
 * when it could not keep the change, and REFUSED, FORBIDDEN and other refusals, after which nothing is journalled.
 */
export interface Changes {
  /** Waits in the queue when the service cannot be reached. */
  createInsight(workspace: WorkspaceRef, insight: InsightInput, signal: AbortSignal): Promise<CreateResult>
  /** Waits when the service cannot be reached, and behind earlier changes of the same metric. */
  relateMetric(
    workspace: WorkspaceRef,
    metricId: string,
    action: 'add' | 'remove',
    outcomeIds: readonly string[],
    signal: AbortSignal,
  ): Promise<SubmittedChange>
  /** Never wait: a failure to reach the service is thrown too, a lost answer in words that say so. */
  readonly deleteKnowledge: OnRecord<DeleteResult>
  readonly deleteOutcome: OnRecord<DeleteResult>
  /** Resolves when the list of insights was read again (null), or with the reason why it could not be. */
  readonly markAllSeen: OnRecord<ErrorReport | null>
  /**
   * Edits a refused creation and sends it as the same change. Refused again, it stays in the journal as edited. Throws
   * NOT_FOUND or CONFLICT when the change was discarded or moved on meanwhile.
   */
  editInsight(
    workspace: WorkspaceRef,
    changeId: string,
    insight: InsightInput,
    signal: AbortSignal,
  ): Promise<CreateResult>
  /** Approves a change and sends it now, in production too. Throws NOT_FOUND, ENVIRONMENT_LOCKED, CONFLICT. */
  retry(workspace: WorkspaceRef, changeId: string): Promise<void>
  /** The same for several, in the order in which they were made; one that cannot be sent now goes on waiting. */
  send(workspace: WorkspaceRef, changeIds: readonly string[], signal: AbortSignal): Promise<SentChanges>
  /** Forgets a change, after an attempt that is under way. Throws NOT_FOUND, CONFLICT. */
  discard(workspace: WorkspaceRef, changeId: string): Promise<void>
  /** Goes on with the queue after a sync that read at least one list. */
  readonly afterSync: Queue['afterSync']
  /** After a library was opened: an attempt of an earlier run becomes one of unknown outcome. */
  readonly recover: Queue['recover']
  readonly wake: Queue['wake']
  readonly onResume: Queue['onResume']
  /** After the person changed what held changes up, such as a token: ends backoffs and goes on with the queue. */
  tryAgain(environment: EnvironmentName): Promise<void>
  /** When the environment is locked or leads elsewhere. */
  revokeApprovals(environment: EnvironmentName): void
  /** Runs `work` while nothing is sent to the environment, and ends backoffs. */
  pause(environment: EnvironmentName, work: () => Promise<void>): Promise<void>
  /** Waits some seconds for the attempt that is under way; sends nothing more. */
  dispose(): Promise<void>
}

export interface ChangesDeps
  extends Omit<QueueDeps, 'writer' | 'approvals' | 'retries' | 'mutex' | 'changed' | 'closing' | 'library'> {
  readonly library: QueueDeps['library'] &
    Pick<LibraryApi, 'addChange' | 'editChange' | 'moveChange' | 'settleChange' | 'getActivity'>
  /** A new UUID each time. */
  readonly newId: () => string
  readonly random: () => number
  readonly emit: Emit
  /** Tells the page how many changes wait. */
  readonly announce: (workspace: WorkspaceRef) => void
  /** Resolves after a sync that requested the list at `sinceMs` or later: null, or why the insights could not be read. */
  readonly requestSync: (workspace: WorkspaceRef, sinceMs: number) => Promise<ErrorReport | null>
  readonly retryBaseMs?: number
}

interface Submission {
  readonly change: NewChange
  readonly signal: AbortSignal
  /** Keeps the change. Throws what the library throws. */
  readonly journal: () => Promise<unknown>
  /** For an edit, the refusal to go back to: the change stays in the journal when it is refused or stopped. */
  readonly failedBefore?: ErrorReport | null
}

export function createChanges(deps: ChangesDeps): Changes {
  const { library, isLocked, clock, log, newId, random, emit, announce, requestSync } = deps
  const closing = new AbortController()
  const mutex = createKeyedMutex()
  const approvals = createApprovals(clock)
  const writer = createJournalWriter(deps)
  const retries = createRetrySchedule({ clock, random, baseMs: deps.retryBaseMs ?? defaultRetryBaseMs })
  let isDisposed = false

  function changed(change: Pick<NewChange, 'kind' | 'workspace'>): void {
    emit('library.changed', { workspace: change.workspace, features: [...kindOf(change).affects] })
    announce(change.workspace)
  }

  const queue = createQueue({ ...deps, writer, approvals, retries, mutex, changed, closing: closing.signal })

  function assertUnlocked(environment: EnvironmentName): void {
    if (isLocked(environment)) throw new AppError('ENVIRONMENT_LOCKED', 'Editing is locked in this environment.')
  }

  function assertOpen(environment: EnvironmentName): void {
    assertUnlocked(environment)
    if (isDisposed) throw new AppError('CANCELLED', 'The app is closing.')
  }

  function newChange<Made extends Change>(workspace: WorkspaceRef, change: Made): NewChange {
    assertOpen(workspace.environment)
    const made = { ...change, workspace, changeId: newId(), createdAt: clock.now() }
    // An id that no request can carry is refused before it is journalled, not every time it is sent.
    requestLine(made)
    return made
  }

  async function find(workspace: WorkspaceRef, changeId: string): Promise<JournalEntry> {
    const { environment } = workspace
    const pending = await library.pendingChanges({ environment, sameTargetAs: changeId })
    const entry = pending.find((other) => other.changeId === changeId)
    if (!entry || workspaceKey(entry.workspace) !== workspaceKey(workspace)) throw notPending()
    return entry
  }

  // -- submitting -------------------------------------------------------------------------------------------------

  /**
   * The one way in for a change that the person makes now. It is journalled as needing review, so that a change of which
   * the person never heard that it is kept is not sent by a later run. Sending it, or having told the person that it
   * waits, ends that.
   */
  async function submit(submission: Submission): Promise<SubmittedChange & { readonly wasGone: boolean }> {
    const { change, signal, journal } = submission
    const { changeId, workspace } = change
    const { environment } = workspace
    const epoch = approvals.epoch(environment)
    // Before the queue can see it in the journal.
    const release = queue.claim(changeId)
    approvals.approve(change)
    try {
      await journal()
      changed(change)
      return await mutex.run(environment, async () => {
        if (approvals.epoch(environment) !== epoch) return await leaveForReview(submission)
        if (signal.aborted) return await giveUp(submission, null, stopped())
        const step = await stepOrWait(submission)
        if (step === 'journal unreadable') return waiting(submission, null)
        return await conclude(submission, step)
      })
    } finally {
      approvals.revoke(changeId)
      release()
      queue.wake(environment)
    }
  }

  /** A journal that cannot be read now keeps a change that may wait; the queue reads it later. */
  async function stepOrWait({ change }: Submission): Promise<Step | 'journal unreadable'> {
    const { changeId, workspace } = change
    try {
      const step = await queue.step(workspace.environment, changeId, { leavesRefusals: true })
      if (step === null) throw notPending()
      return step
    } catch (error) {
      if (!kindOf(change).canWait || isConflict(error)) throw error
      return 'journal unreadable'
    }
  }

  async function conclude(submission: Submission, { delivery, blockedBy }: Step) {
    const { change } = submission
    if (delivery?.state === 'refused') return giveUp(submission, delivery.entry, new AppErrorOf(delivery.error))
    if (delivery?.state === 'done') {
      return { changeId: change.changeId, state: 'done', error: null, wasGone: delivery.wasGone } as const
    }
    const error = delivery?.error ?? blockedBy
    if (!kindOf(change).canWait) {
      if (delivery?.state === 'unknown') throw unknownOutcome(change, delivery.error)
      return giveUp(submission, delivery?.entry ?? null, error ? new AppErrorOf(error) : stopped())
    }
    return waiting(submission, error, delivery?.state)
  }

  function waiting({ change }: Submission, error: ErrorReport | null, state: 'waiting' | 'unknown' = 'waiting') {
    confirm(change)
    return { changeId: change.changeId, state, error, wasGone: false } as const
  }

  /** The environment was locked or leads elsewhere by now: the change was not made for there. */
  async function leaveForReview(submission: Submission) {
    if (!kindOf(submission.change).canWait) return giveUp(submission, null, movedMeanwhile())
    return { changeId: submission.change.changeId, state: 'waiting', error: null, wasGone: false } as const
  }

  /** Ends a submission that came to nothing; an edit goes back to being refused. Throws `reason`. */
  async function giveUp(
    { change, failedBefore }: Submission,
    known: JournalEntry | null,
    reason: AppError,
  ): Promise<never> {
    const { workspace, changeId } = change
    const isRefusal = known?.state === 'sending'
    const entry = known ?? (await find(workspace, changeId).catch(() => null))
    if (entry !== null && failedBefore !== undefined) {
      await writer.record(entry, { move: { state: 'failed', error: isRefusal ? reason.report : failedBefore } })
    } else if (entry !== null) {
      const error = reason.code === 'CANCELLED' && kindOf(change).canWait ? null : reason.report
      const end = { state: 'discarded', error, settledAt: clock.now(), givesDraftBack: true } as const
      await writer.record(entry, { settle: end })
    }
    changed(change)
    throw reason
  }

  /** After the person was told that the change is kept, the queue may send it. */
  function confirm(change: NewChange): void {
    const { changeId, workspace } = change
    const { environment } = workspace
    const epoch = approvals.epoch(environment)
    void mutex
      .run(environment, async () => {
        await new Promise((resolve) => setImmediate(resolve))
        const entry = await find(workspace, changeId)
        // Locked or led elsewhere since: it stays for review.
        if (entry.needsReview && approvals.epoch(environment) === epoch) {
          changed(await writer.move(entry, { needsReview: false }))
        }
      })
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) log.defect('changes: confirming', error)
        // A library that is down for a moment; until then the change stays for review.
        else if (error.report.retryable && !isDisposed) clock.after(libraryRetryMs, () => confirm(change))
      })
      .finally(() => queue.wake(environment))
  }

  /** A library that stopped while it kept the change may have kept it: asked once more, it knows. */
  async function journalSurely(
    write: () => Promise<unknown>,
    isKept: (entry: JournalEntry) => boolean,
    environment: EnvironmentName,
  ) {
    try {
      await write()
    } catch (error) {
      // Should it turn up later nevertheless, it needs review: the person is told that it was not kept.
      const pending = await library.pendingChanges({ environment }).catch(() => null)
      if (pending?.some(isKept)) return
      throw error
    }
  }

  function submitNew(change: NewChange, signal: AbortSignal) {
    const journal = () =>
      journalSurely(
        () => library.addChange(change),
        ({ changeId }) => changeId === change.changeId,
        change.workspace.environment,
      )
    return submit({ change, signal, journal })
  }

  async function edit(failed: JournalEntry, insight: InsightInput, signal: AbortSignal): Promise<CreateResult> {
    if (failed.kind !== 'createInsight' || failed.state !== 'failed') {
      throw new AppError('INVALID_INPUT', 'Only an insight that was not accepted can be edited.')
    }
    const { changeId, workspace, createdAt, version } = failed
    const insightId = hasTakenId(failed) ? newId() : failed.targetId
    const change = newInsightChange(workspace, insight, { insightId, changeId, createdAt })
    const isKept = (entry: JournalEntry) =>
      entry.changeId === changeId &&
      entry.state === 'waiting' &&
      JSON.stringify(entry.body) === JSON.stringify(change.body)
    const journal = () => journalSurely(() => library.editChange({ ...change, version }), isKept, workspace.environment)
    const { state, error } = await submit({ change, signal, journal, failedBefore: failed.error })
    return { insightId, changeId, state, error }
  }

  const deleteRecord =
    (kind: 'deleteKnowledge' | 'deleteOutcome'): OnRecord<DeleteResult> =>
    async (workspace, targetId, signal) => {
      const { wasGone } = await submitNew(newChange(workspace, { kind, targetId, body: null }), signal)
      return { state: wasGone ? 'already-gone' : 'deleted' }
    }

  // -- approving --------------------------------------------------------------------------------------------------

  /** Throws INVALID_INPUT where the change must not be sent now, and what the library throws. */
  async function approveAndSend({ changeId, workspace, kind, state }: JournalEntry): Promise<void> {
    const { environment } = workspace
    if (queue.isClaimed(changeId)) return
    const { canWait } = kindOf({ kind })
    if (canWait) approvals.approve({ changeId, workspace })
    if (isUncertain(state) || !canWait) {
      await queue.retryNow(workspace)
      await requestSync(workspace, orderedMs(clock))
      return
    }
    await mutex.run(environment, async () => {
      const pending = await library.pendingChanges({ environment, sameTargetAs: changeId })
      const entry = pending.find((other) => other.changeId === changeId)
      if (!entry || queue.isClaimed(changeId) || isUncertain(entry.state)) return
      await assertInOrder(library, entry, pending).catch((error: unknown) => {
        approvals.revoke(changeId)
        throw error
      })
      // Meanwhile the environment may have been locked, or led to another address.
      if (mustBeReviewed(entry) && !approvals.isApproved(changeId)) return
      await queue.retryNow(workspace)
      if (entry.state === 'failed') await writer.move(entry, { state: 'waiting' })
      await queue.step(environment, changeId)
    })
  }

  /** As soon as one finds the service out of reach the rest is left alone, or each would wait for its own failure. */
  async function sendApproved(
    workspace: WorkspaceRef,
    changeIds: readonly string[],
    signal: AbortSignal,
  ): Promise<SentChanges> {
    const { environment } = workspace
    const epoch = approvals.epoch(environment)
    const mayGoOn = () =>
      !signal.aborted && !isDisposed && !isLocked(environment) && approvals.epoch(environment) === epoch
    const approvedIds = new Set(changeIds)
    const named = async () => {
      const pending = await library.pendingChanges({ environment })
      return pending.filter(
        (entry) => approvedIds.has(entry.changeId) && workspaceKey(entry.workspace) === workspaceKey(workspace),
      )
    }
    const entries = await named()
    for (const [place, entry] of entries.entries()) {
      if (!mayGoOn() || (place > 0 && queue.isBackingOff(workspace))) break
      await approveAndSend(entry).catch((error: unknown) => {
        // Behind an earlier change that was left out, or moved on: the counts below say so.
        if (!(error instanceof AppError)) throw error
      })
    }
    const left = await named()
    const refused = left.filter(({ state }) => state === 'failed').length
    const leftIds = new Set(left.map(({ changeId }) => changeId))
    let sent = 0
    for (const { changeId } of entries) {
      // One that is gone may have been discarded meanwhile.
      if (!leftIds.has(changeId) && (await library.getActivity({ workspace, changeId })).state === 'done') sent += 1
    }
    return { sent, refused, waiting: left.length - refused }
  }

  return {
    async createInsight(workspace, insight, signal) {
      assertOpen(workspace.environment)
      const made = { insightId: newId(), changeId: newId(), createdAt: clock.now() }
      const { changeId, state, error } = await submitNew(newInsightChange(workspace, insight, made), signal)
      return { insightId: made.insightId, changeId, state, error }
    },
    async editInsight(workspace, changeId, insight, signal) {
      assertOpen(workspace.environment)
      return edit(await find(workspace, changeId), insight, signal)
    },
    async relateMetric(workspace, targetId, action, outcomeIds, signal) {
      const kind = action === 'add' ? 'linkMetric' : 'unlinkMetric'
      const body = { outcomeIds: [...new Set(outcomeIds)] }
      const { changeId, state, error } = await submitNew(newChange(workspace, { kind, targetId, body }), signal)
      return { changeId, state, error }
    },
    deleteKnowledge: deleteRecord('deleteKnowledge'),
    deleteOutcome: deleteRecord('deleteOutcome'),
    async markAllSeen(workspace, targetId, signal) {
      await submitNew(newChange(workspace, { kind: 'markAllSeen', targetId, body: null }), signal)
      return requestSync(workspace, orderedMs(clock))
    },
    async retry(workspace, changeId) {
      assertUnlocked(workspace.environment)
      // Changes behind it go on, also where it was not sent itself.
      await approveAndSend(await find(workspace, changeId)).finally(() => queue.wake(workspace.environment))
    },
    async send(workspace, changeIds, signal) {
      assertOpen(workspace.environment)
      return sendApproved(workspace, changeIds, signal).finally(() => queue.wake(workspace.environment))
    },
    async discard(workspace, changeId) {
      await mutex.run(workspace.environment, async () => {
        const entry = await find(workspace, changeId)
        await writer.settle(entry, { state: 'discarded', error: null, settledAt: clock.now() })
        changed(entry)
      })
      queue.wake(workspace.environment)
    },
    afterSync: queue.afterSync,
    recover: queue.recover,
    wake: queue.wake,
    async tryAgain(environment) {
      await queue.retryNow(environment)
      queue.wake(environment)
    },
    revokeApprovals: approvals.revokeAll,
    pause: (environment, work) =>
      mutex
        .run(environment, async () => {
          retries.reset((key) => key === environment || key.startsWith(`["${environment}"`))
          await work()
        })
        // The rows still say when their next try was planned.
        .finally(() => queue.wakeAll(environment)),
    onResume: queue.onResume,
    async dispose() {
      isDisposed = true
      queue.dispose()
      await withTimeout(clock, drainLimitMs, mutex.idle())
      closing.abort()
      queue.dispose()
      await withTimeout(clock, abortLimitMs, mutex.idle())
    },
  }
}

/** It may have arrived. */
const isUncertain = (state: JournalEntry['state']) => state === 'unknown' || state === 'sending'

class AppErrorOf extends AppError {
  constructor(report: ErrorReport) {
    super(report.code, report.message, report)
  }
}

const notPending = () => new AppError('NOT_FOUND', 'This change is not waiting any more.')
const stopped = () => new AppError('CANCELLED', 'Nothing was sent.')
const movedMeanwhile = () =>
  new AppError('CANCELLED', 'The environment was changed or locked before. Nothing was sent.')

/** Not retryable: sending it again before the list was read would be a guess. */
function unknownOutcome({ kind }: NewChange, { code, message: _, ...details }: ErrorReport): AppError {
  const deed = kind === 'markAllSeen' ? 'marking' : 'deletion'
  const message = `It is not known whether the ${deed} arrived. The list is being read again.`
  return new AppError(code, message, { ...details, retryable: false })
}
