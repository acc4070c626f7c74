// One step of one change: read it, gather the facts, decide, and carry the action out. Steps of an environment run one at a
// time (in its mutex), so a change that a step finds as `sending` is sent by nobody.
import type { ErrorReport } from '../../contract/errors'
import type { JournalEntry } from '../../contract/library'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import { reportOf } from '../schedule/failure'
import { orderedMs } from '../schedule/order'
import { type ChangeFacts, kindOf, type NextAction, nextAction } from './change-machine'
import type { ChangesContext } from './context'
import type { Trigger } from './facts'
import { readPending } from './journal-writer'
import { earlierVersionArrived, inconclusiveReport } from './reconcile'
import { leftAsSending, leftUnsent } from './recovery'
import { type Delivery, sendChange } from './send-change'

export interface Step {
  readonly delivery: Delivery | null
  /** Why it was not sent now; null: because of another change, or no reason at all. */
  readonly blockedBy: ErrorReport | null
  /** How the change ended in this step, by an answer or by a list; null: it goes on, or was dropped. */
  readonly outcome: 'sent' | 'rejected' | null
  /** Later changes of the workspace wait as well, or the order would be lost. */
  readonly blocksLaterChanges: boolean
}

export interface StepOptions extends Partial<Trigger> {
  /** A rejected change is dropped; otherwise it stays in the journal as failed. */
  readonly dropsRejected?: boolean
}

/** To be called in the environment's mutex. Null: the change is not in the journal any more. */
export type TakeStep = (environment: EnvironmentName, changeId: string, options?: StepOptions) => Promise<Step | null>

const outcomes: Readonly<Record<Delivery['state'] | NextAction, Step['outcome']>> = {
  ...{ done: 'sent', confirm: 'sent', rejected: 'rejected', fail: 'rejected' },
  ...{ unknown: null, waiting: null, send: null, reconcile: null, wait: null, review: null, drop: null },
}

export function createStep(context: ChangesContext): TakeStep {
  const { library, clock, log, writer, approvals, backoffs, facts, recovery, changed, closing } = context

  function requestList(workspace: WorkspaceRef, sinceMs: number): void {
    if (closing.aborted) return
    context
      .requestSync(workspace, sinceMs)
      .catch((error: unknown) => void reportOf(log, 'changes: requesting a sync', error))
  }

  async function deliver(entry: JournalEntry, dropsRejected: boolean): Promise<Delivery> {
    const { workspace, changeId } = entry
    const delivery = await sendChange(context, entry)
    approvals.revoke(changeId)
    switch (delivery.state) {
      case 'done':
        context.onTokenAccepted(workspace)
        if (!delivery.isSaved) requestList(workspace, orderedMs(clock))
        break
      case 'rejected':
        if (dropsRejected) await writer.drop(delivery.entry, delivery.error, { requestMs: delivery.requestMs })
        else await writer.record(delivery.entry, { move: { state: 'failed', error: delivery.error } })
        break
      case 'unknown':
        requestList(workspace, orderedMs(clock))
        break
      case 'waiting':
        if (delivery.entry !== null && !kindOf(entry).canWait) await writer.drop(delivery.entry, delivery.error)
        if (delivery.error.code !== 'ENVIRONMENT_LOCKED' && !closing.aborted) context.checkService(workspace)
    }
    if (delivery.state === 'done' || delivery.state === 'rejected') {
      await backoffs
        .succeeded(workspace)
        .catch((error: unknown) => void reportOf(log, 'changes: ending backoffs', error))
    }
    changed(entry)
    return delivery
  }

  /** The journal writes of every action but `send`. */
  async function apply(
    action: NextAction,
    entry: JournalEntry,
    { reconciliation, mayCommitLate }: ChangeFacts,
  ): Promise<void> {
    const { state, error } = entry
    const isKnown = reconciliation === 'missing' || (reconciliation === null && kindOf(entry).reconciledBy !== null)
    const report = state === 'waiting' || isKnown ? error : inconclusiveReport(error, kindOf(entry).canWait)
    switch (action) {
      case 'confirm':
        await writer.record(entry, { settle: { state: 'done', insight: null, settledAt: clock.now() } })
        break
      case 'drop':
        await writer.drop(entry, report ?? (recovery.wasStored(entry.changeId) ? leftUnsent : facts.blockedBy(entry)))
        break
      case 'fail':
        await writer.move(entry, {
          state: 'failed',
          error: reconciliation === 'conflict' ? earlierVersionArrived : error,
        })
        break
      case 'review':
        if (reconciliation === 'conflict') await writer.move(entry, { needsReview: true, error: earlierVersionArrived })
        else if (state === 'waiting') return
        else
          await writer.move(entry, { state: 'waiting', error: report, needsReview: entry.needsReview || mayCommitLate })
        break
      default:
        return
    }
    approvals.revoke(entry.changeId)
    changed(entry)
  }

  return async (
    environment,
    changeId,
    { isAfterSync = false, isWorkspaceBlocked = false, dropsRejected = false } = {},
  ) => {
    await writer.flush(environment)
    await recovery.run(environment)
    const { entry: found, pending } = await readPending(library, environment, changeId)
    if (!found) return null
    const result = { delivery: null, blockedBy: facts.blockedBy(found), outcome: null, blocksLaterChanges: false }
    if (writer.isUnsaved(changeId)) return result
    const entry = found.state === 'sending' ? await writer.move(found, leftAsSending) : found
    if (entry !== found) changed(entry)
    const known = await facts.of(entry, pending, { isAfterSync, isWorkspaceBlocked })
    const action = nextAction(entry, known)
    if (action === 'send') {
      const delivery = await deliver(entry, dropsRejected)
      // Only while a backoff has a timer that ends it: a taken id has none.
      const blocksLaterChanges = backoffs.isBackingOff(entry.workspace)
      return { ...result, delivery, outcome: outcomes[delivery.state], blocksLaterChanges }
    }
    if (action === 'reconcile') {
      const neededMs = facts.listNeededMs(entry)
      if (neededMs !== null && neededMs <= orderedMs(clock)) requestList(entry.workspace, neededMs)
    } else {
      await apply(action, entry, known)
    }
    return { ...result, outcome: outcomes[action], blocksLaterChanges: action === 'wait' && known.isBlocked }
  }
}
