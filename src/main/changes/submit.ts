// Submitting a change that the person makes now: it is journalled, sent at once where that is possible, and otherwise left
// to the queue (creating an insight, linking a metric) or given up (deleting, marking as seen).
import { AppError, type ErrorCode, type ErrorReport } from '../../contract/errors'
import type { CreateResult, InsightInput } from '../../contract/features/insights'
import type { JournalEntry, NewChange } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import { reportOf } from '../schedule/failure'
import { kindOf } from './change-machine'
import type { ChangesContext } from './context'
import { environmentChanged, findPending, isConflict, notPending } from './journal-writer'
import { libraryRetryMs, type Queue } from './queue'
import { hasTakenId, newInsightChange } from './requests'
import type { Step, TakeStep } from './step'

export interface SubmittedChange {
  readonly changeId: string
  readonly state: 'done' | 'waiting' | 'unknown'
  /** Why it waits; null also when it waits behind another change only. */
  readonly error: ErrorReport | null
}

interface Submitted extends SubmittedChange {
  /** The record to delete was not there any more. */
  readonly wasGone: boolean
}

type Outcome = Pick<Step, 'delivery' | 'blockedBy'>

interface Submission {
  readonly change: NewChange
  /** Aborted when the person cancels; ignored once the change is on its way. */
  readonly signal: AbortSignal
  /** The approval epoch when the person asked. */
  readonly epoch: number
  /** Stores the change. Throws what the library throws. */
  readonly journal: () => Promise<unknown>
  /** Whether the journal has the change after all, when `journal` failed. */
  readonly isJournalled: (entry: JournalEntry) => boolean
  /** For an edit, the rejection to go back to: the change stays in the journal when it is rejected or stopped. */
  readonly failedBefore?: ErrorReport | null
}

export interface SubmitContext extends ChangesContext {
  readonly queue: Pick<Queue, 'claim' | 'isClaimed' | 'whenReleased' | 'wake'>
  readonly takeStep: TakeStep
}

export function submitNew(context: SubmitContext, change: NewChange, signal: AbortSignal): Promise<Submitted> {
  const journal = () => context.library.addChange(change)
  const isJournalled = ({ changeId }: JournalEntry) => changeId === change.changeId
  const epoch = context.approvals.epoch(change.workspace.environment)
  return submit(context, { change, signal, epoch, journal, isJournalled })
}

/** Sends a rejected creation with another body as the same change. */
export async function submitEdit(
  context: SubmitContext,
  failed: JournalEntry,
  insight: InsightInput,
  signal: AbortSignal,
  epoch: number,
): Promise<CreateResult> {
  if (failed.kind !== 'createInsight' || failed.state !== 'failed') {
    throw new AppError('INVALID_INPUT', 'Only rejected insights can be edited.')
  }
  const { changeId, workspace, createdAt, version } = failed
  const insightId = hasTakenId(failed) ? context.newId() : failed.targetId
  const change = newInsightChange(workspace, insight, { insightId, changeId, createdAt })
  const journal = () => context.library.editChange({ ...change, version })
  const isJournalled = (entry: JournalEntry) =>
    entry.changeId === changeId && entry.state === 'waiting' && hasSameBody(entry, change)
  const edit = { change, signal, epoch, journal, isJournalled, failedBefore: failed.error }
  const { state, error } = await submit(context, edit)
  return { insightId, changeId, state, error }
}

/**
 * The only way in for a change that the person makes now. It is journalled as needing review, so that a later run does not
 * send a change that the person was never told is kept. The review ends when the change is sent or the person is told
 * that it waits.
 */
async function submit(context: SubmitContext, submission: Submission): Promise<Submitted> {
  const { approvals, queue, mutex, changed } = context
  const { change, signal, epoch } = submission
  const { changeId, workspace } = change
  const { environment } = workspace
  // Claimed before the queue can see it in the journal.
  const release = queue.claim(changeId)
  try {
    await journalOnce(context, submission, environment)
    changed(change)
    return await mutex.run(environment, async () => {
      if (approvals.epoch(environment) !== epoch) return await leaveForReview(context, submission)
      if (signal.aborted) return await cancel(context, submission, stopped())
      // Approved only now: the wait for other changes must not use the approval up.
      approvals.approve(change)
      try {
        return conclude(context, change, await stepOrWait(context, submission))
      } finally {
        approvals.revoke(changeId)
      }
    })
  } finally {
    release()
    queue.wake(environment)
  }
}

/** A library that stopped while storing the change may have stored it, so it is asked once more. */
async function journalOnce({ library }: SubmitContext, submission: Submission, environment: EnvironmentName) {
  try {
    await submission.journal()
  } catch (error) {
    if (isConflict(error)) throw error
    // Should it turn up later nevertheless, it needs review: the person is told that it was not kept.
    const pending = await library.pendingChanges({ environment }).catch(() => null)
    if (pending?.some(submission.isJournalled)) return
    throw error
  }
}

/** A journal that cannot be read now keeps a change that may wait; the queue reads it later. */
async function stepOrWait({ takeStep }: SubmitContext, { change, failedBefore }: Submission): Promise<Outcome> {
  try {
    const dropsRejected = failedBefore === undefined
    const step = await takeStep(change.workspace.environment, change.changeId, { dropsRejected })
    if (step === null) throw notPending()
    return step
  } catch (error) {
    if (!kindOf(change).canWait || isConflict(error)) throw error
    return { delivery: null, blockedBy: null }
  }
}

/** Gives the person the result; the journal already has what the step ended or dropped. */
function conclude(context: SubmitContext, change: NewChange, { delivery, blockedBy }: Outcome): Submitted {
  const { changeId, workspace } = change
  if (delivery?.state === 'rejected') throw AppError.of(delivery.error)
  if (delivery?.state === 'done') return { changeId, state: 'done', error: null, wasGone: delivery.wasGone }
  const error = delivery?.error ?? blockedBy
  if (kindOf(change).canWait) {
    endReview(context, change, context.approvals.epoch(workspace.environment))
    return { changeId, state: delivery?.state ?? 'waiting', error, wasGone: false }
  }
  if (delivery?.state === 'unknown') throw unknownOutcome(delivery.error)
  throw error ? AppError.of(error) : environmentChanged()
}

/** The environment was locked or moved to another address meanwhile, and the change was not made for that. */
async function leaveForReview(context: SubmitContext, submission: Submission) {
  const { change } = submission
  if (!kindOf(change).canWait) return cancel(context, submission, environmentChanged())
  return { changeId: change.changeId, state: 'waiting', error: environmentChanged().report, wasGone: false } as const
}

/** Ends a submission of which nothing was sent; an edit goes back to being rejected. Throws `reason`. */
async function cancel(
  { library, writer, changed }: SubmitContext,
  { change, failedBefore }: Submission,
  reason: AppError,
): Promise<never> {
  const entry = await findPending(library, change.workspace, change.changeId).catch(() => null)
  if (entry !== null && failedBefore !== undefined) {
    await writer.record(entry, { move: { state: 'failed', error: failedBefore } })
  } else if (entry !== null) {
    await writer.drop(entry, reason.code === 'CANCELLED' && kindOf(change).canWait ? null : reason.report)
  }
  changed(change)
  throw reason
}

/** After the person was told that the change is kept, the queue may send it. `epoch`: when they were told. */
function endReview(context: SubmitContext, change: NewChange, epoch: number): void {
  const { library, clock, log, writer, approvals, queue, mutex, changed, closing } = context
  const { changeId, workspace } = change
  const { environment } = workspace
  const again = () => !closing.aborted && endReview(context, change, epoch)
  void mutex
    .run(environment, async () => {
      await new Promise((resolve) => setImmediate(resolve))
      await writer.flush(environment)
      if (writer.isUnsaved(changeId)) throw new AppError('LIBRARY_UNAVAILABLE', 'A result is still to be stored.')
      // A call that works on it now, such as an edit, may end the review itself or fail with a conflict.
      if (queue.isClaimed(changeId)) return void queue.whenReleased(changeId).then(again)
      const entry = await findPending(library, workspace, changeId)
      // It stays for review if it was edited, or its environment locked or moved, since.
      if (entry.needsReview && hasSameBody(entry, change) && approvals.epoch(environment) === epoch) {
        changed(await writer.move(entry, { needsReview: false }))
      }
    })
    .catch((error: unknown) => {
      const report = reportOf(log, 'changes: ending the review', error)
      // Another write came first, such as the end of a backoff: the change is read again.
      if (report.code === 'CONFLICT') again()
      // Whatever the library failed with may pass; until the next try the change stays for review.
      else if (!isGone.has(report.code)) clock.after(libraryRetryMs, again)
    })
    .finally(() => queue.wake(environment))
}

/** The change has ended, or its environment was forgotten. */
const isGone: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'WORKSPACE_UNKNOWN'])

const hasSameBody = (entry: JournalEntry, change: NewChange) =>
  JSON.stringify(entry.body) === JSON.stringify(change.body)

const stopped = () => new AppError('CANCELLED', 'Nothing was sent.')

/** Not retryable: sending it again before the list was read would be a guess. */
function unknownOutcome({ code, message: _, ...details }: ErrorReport): AppError {
  const message = `We don’t know yet whether this went through. Refreshing the list.`
  return new AppError(code, message, { ...details, retryable: false })
}
