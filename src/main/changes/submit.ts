// Submitting a change that the person makes now: it is journalled, sent at once where that is possible, and otherwise left
// to the queue (creating an insight, linking a metric) or given up (deleting, marking as seen).
import { AppError, type ErrorReport } from '../../contract/errors'
import type { CreateResult, InsightInput } from '../../contract/features/insights'
import type { JournalEntry, LibraryApi, NewChange } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import type { Clock } from '../clock'
import type { KeyedMutex } from '../schedule/mutex'
import type { Log } from '../shell/log'
import type { Approvals } from './approvals'
import { kindOf } from './change-machine'
import { hasTakenId } from './classify-response'
import { findPending, isConflict, type JournalWriter, notPending } from './journal-writer'
import { libraryRetryMs, type Queue } from './queue'
import { newInsightChange } from './requests'
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

interface Submission {
  readonly change: NewChange
  readonly signal: AbortSignal
  /** Keeps the change. Throws what the library throws. */
  readonly journal: () => Promise<unknown>
  /** For an edit, the refusal to go back to: the change stays in the journal when it is refused or stopped. */
  readonly failedBefore?: ErrorReport | null
}

export interface SubmitDeps {
  readonly library: Pick<LibraryApi, 'addChange' | 'editChange' | 'pendingChanges'>
  readonly clock: Clock
  readonly log: Pick<Log, 'defect'>
  readonly newId: () => string
  readonly writer: JournalWriter
  readonly approvals: Approvals
  readonly queue: Pick<Queue, 'claim' | 'wake'>
  readonly takeStep: TakeStep
  readonly mutex: KeyedMutex
  readonly changed: (change: Pick<NewChange, 'kind' | 'workspace'>) => void
  readonly closing: AbortSignal
}

export interface Submit {
  /** `signal`: the person's wish to stop, which counts until the change is on its way. */
  submitNew(change: NewChange, signal: AbortSignal): Promise<Submitted>
  /** Sends a refused creation with another body as the same change. */
  edit(failed: JournalEntry, insight: InsightInput, signal: AbortSignal): Promise<CreateResult>
}

export function createSubmit(deps: SubmitDeps): Submit {
  const { library, clock, log, newId, writer, approvals, queue, takeStep, mutex, changed, closing } = deps

  /**
   * The one way in for a change that the person makes now. It is journalled as needing review, so that a change of which
   * the person never heard that it is kept is not sent by a later run. Sending it, or having told the person that it
   * waits, ends that.
   */
  async function submit(submission: Submission): Promise<Submitted> {
    const { change, signal, journal } = submission
    const { changeId, workspace } = change
    const { environment } = workspace
    const epoch = approvals.epoch(environment)
    // Before the queue can see it in the journal.
    const release = queue.claim(changeId)
    try {
      await journal()
      changed(change)
      return await mutex.run(environment, async () => {
        if (approvals.epoch(environment) !== epoch) return await leaveForReview(submission)
        if (signal.aborted) return await giveUp(submission, null, stopped())
        // Not before: the wait for other changes must not use the approval up.
        approvals.approve(change)
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
      const step = await takeStep(workspace.environment, changeId, { leavesRefusals: true })
      if (step === null) throw notPending()
      return step
    } catch (error) {
      if (!kindOf(change).canWait || isConflict(error)) throw error
      return 'journal unreadable'
    }
  }

  async function conclude(submission: Submission, { delivery, blockedBy }: Step) {
    const { change } = submission
    if (delivery?.state === 'refused') return giveUp(submission, delivery.entry, AppError.of(delivery.error))
    if (delivery?.state === 'done') {
      return { changeId: change.changeId, state: 'done', error: null, wasGone: delivery.wasGone } as const
    }
    const error = delivery?.error ?? blockedBy
    if (!kindOf(change).canWait) {
      if (delivery?.state === 'unknown') throw unknownOutcome(change, delivery.error)
      return giveUp(submission, delivery?.entry ?? null, error ? AppError.of(error) : stopped())
    }
    return waiting(submission, error, delivery?.state)
  }

  function waiting({ change }: Submission, error: ErrorReport | null, state: 'waiting' | 'unknown' = 'waiting') {
    confirm(change, approvals.epoch(change.workspace.environment))
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
    const entry = known ?? (await findPending(library, workspace, changeId).catch(() => null))
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

  /** After the person was told that the change is kept, the queue may send it. `epoch`: when they were told. */
  function confirm(change: NewChange, epoch: number): void {
    const { changeId, workspace } = change
    const { environment } = workspace
    void mutex
      .run(environment, async () => {
        await new Promise((resolve) => setImmediate(resolve))
        await writer.flush(environment)
        if (writer.isUnsaved(changeId)) throw new AppError('LIBRARY_UNAVAILABLE', 'A result is still to be stored.')
        const entry = await findPending(library, workspace, changeId)
        const isSameWording = JSON.stringify(entry.body) === JSON.stringify(change.body)
        // Edited, locked or led elsewhere since: it stays for review.
        if (entry.needsReview && isSameWording && approvals.epoch(environment) === epoch) {
          changed(await writer.move(entry, { needsReview: false }))
        }
      })
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) log.defect('changes: confirming', error)
        // A library that is down for a moment; until then the change stays for review.
        else if (error.report.retryable) clock.after(libraryRetryMs, () => !closing.aborted && confirm(change, epoch))
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
      if (isConflict(error)) throw error
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

  return { submitNew, edit }
}

const stopped = () => new AppError('CANCELLED', 'Nothing was sent.')
const movedMeanwhile = () =>
  new AppError('CANCELLED', 'The environment was changed or locked before. Nothing was sent.')

/** Not retryable: sending it again before the list was read would be a guess. */
function unknownOutcome({ kind }: NewChange, { code, message: _, ...details }: ErrorReport): AppError {
  const deed = kind === 'markAllSeen' ? 'marking' : 'deletion'
  const message = `It is not known whether the ${deed} arrived. The list is being read again.`
  return new AppError(code, message, { ...details, retryable: false })
}
