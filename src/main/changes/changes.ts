// Changes of the person at the service: the only way in which the app changes anything there.
//
// This folder submits a change, queues changes that could not be sent yet, and finds out what became of one whose answer
// was lost. Lists are read in `sync`; storage is in the library process, HTTP in `service`. Begin reading with
// `change-machine.ts`, which decides everything; `step.ts` carries a decision out and `queue.ts` decides when. `submit.ts`
// and `approve.ts` hold the person's actions.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { SeenVersion } from '../../contract/features/activity'
import type { CreateResult, InsightInput } from '../../contract/features/insights'
import type { DeleteResult } from '../../contract/features/listing'
import type { Change, NewChange } from '../../contract/library'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import { createKeyedMutex } from '../schedule/mutex'
import { orderedMs } from '../schedule/order'
import { createRetrySchedule, defaultRetryBaseMs } from '../schedule/retry-schedule'
import { withTimeout } from '../schedule/with-timeout'
import { createApprovals } from './approvals'
import { retryChange, type SentChanges, sendApproved } from './approve'
import { createBackoffs } from './backoffs'
import { kindOf } from './change-machine'
import type { ChangesDeps } from './context'
import { closingError, createFacts, lockedError } from './facts'
import { createJournalWriter, findDiscardable, findSeen, isConflict } from './journal-writer'
import { createQueue, type Queue } from './queue'
import { createRecovery } from './recovery'
import { newInsightChange, requestLine } from './requests'
import { createStep } from './step'
import { type SubmittedChange, submitEdit, submitNew } from './submit'

const drainLimitMs = 5_000
const abortLimitMs = 1_000

/** `signal`: aborted when the person cancels; ignored once the change is on its way. */
type OnRecord<Result> = (workspace: WorkspaceRef, id: string, signal: AbortSignal) => Promise<Result>

/**
 * Every method that makes a change throws ENVIRONMENT_LOCKED, INVALID_INPUT (with `fields`), the journal's error if the
 * change could not be kept, and REFUSED, FORBIDDEN and other refusals, after which nothing is journalled.
 */
export interface Changes {
  /** Waits in the queue when the service cannot be reached. */
  createInsight(
    workspace: WorkspaceRef,
    insight: InsightInput,
    signal: AbortSignal,
    draftId?: string,
  ): Promise<CreateResult>
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
   * Edits a rejected creation and sends it as the same change. Rejected again, it stays in the journal as edited. Throws
   * NOT_FOUND or CONFLICT when the change was discarded or moved on meanwhile.
   */
  editInsight(
    workspace: WorkspaceRef,
    seen: SeenVersion,
    insight: InsightInput,
    signal: AbortSignal,
  ): Promise<CreateResult>
  /**
   * Approves a change and sends it now, in production too. If it is being sent already, waits for that attempt. Throws
   * NOT_FOUND, ENVIRONMENT_LOCKED, CONFLICT, ENVIRONMENT_CHANGED.
   */
  retry(workspace: WorkspaceRef, seen: SeenVersion): Promise<void>
  /** The same for several, in the order in which they were made; one that cannot be sent now goes on waiting. */
  send(workspace: WorkspaceRef, seen: readonly SeenVersion[], signal: AbortSignal): Promise<SentChanges>
  /**
   * Forgets a change, once an attempt under way has ended; also one that was tampered with. Throws NOT_FOUND, CONFLICT.
   */
  discard(workspace: WorkspaceRef, seen: SeenVersion): Promise<void>
  /** Goes on with the queue after a sync that read at least one list. */
  readonly afterSync: Queue['afterSync']
  /** Runs after a library was opened: an attempt of an earlier run becomes one of unknown outcome. Never throws. */
  readonly recover: Queue['recover']
  /** Why recovery has not succeeded yet; null = nothing stands in the way of the queue. */
  readonly recoveryFailure: (environment: EnvironmentName) => ErrorReport | null
  readonly wake: Queue['wake']
  readonly onResume: Queue['onResume']
  /** Ends backoffs and goes on with the queue, after the person fixed what held changes up, such as a token. */
  tryAgain(environment: EnvironmentName): Promise<void>
  /** Throws ENVIRONMENT_LOCKED. */
  assertUnlocked(environment: EnvironmentName): void
  /** Called when the environment is locked or leads elsewhere, or its library was rebuilt. */
  revokeApprovals(environment: EnvironmentName): void
  /** Returns a check that throws if the environment is locked, or was locked since. */
  watchLock(environment: EnvironmentName): () => void
  /** Runs `work` while nothing is sent to the environment, and ends backoffs. */
  pause(environment: EnvironmentName, work: () => Promise<void>): Promise<void>
  /** Waits some seconds for the attempt that is under way; sends nothing more. */
  dispose(): Promise<void>
}

export function createChanges(deps: ChangesDeps): Changes {
  const { library, isLocked, clock, newId, random, emit, announce, requestSync } = deps
  const stop = new AbortController()
  /** After `stop`, the attempt that is under way has some seconds until it is aborted. */
  const abort = new AbortController()
  const closing = stop.signal
  const mutex = createKeyedMutex()
  const approvals = createApprovals(clock)
  const writer = createJournalWriter(deps)
  const retries = createRetrySchedule({ clock, random, baseMs: deps.retryBaseMs ?? defaultRetryBaseMs })
  const backoffs = createBackoffs({ retries, library, emit, closing })
  const recovery = createRecovery({ ...deps, writer, changed })
  const facts = createFacts({ ...deps, approvals, backoffs, recovery, closing })
  const parts = {
    ...deps,
    mutex,
    approvals,
    writer,
    backoffs,
    facts,
    recovery,
    closing,
    aborting: abort.signal,
    changed,
  }
  const takeStep = createStep(parts)
  const queue = createQueue({ ...parts, takeStep })
  const context = { ...parts, takeStep, queue }

  function changed(change: Pick<NewChange, 'kind' | 'workspace'>): void {
    emit('library.changed', { workspace: change.workspace, features: [...kindOf(change).affects] })
    announce(change.workspace)
  }

  /** After a conflict, has the page read the changes again: it shows an outdated version. */
  async function tellConflict<Result>(workspace: WorkspaceRef, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (isConflict(error)) emit('library.changed', { workspace, features: ['activity', 'insights'] })
      throw error
    }
  }

  function assertUnlocked(environment: EnvironmentName): void {
    if (isLocked(environment)) throw new AppError('ENVIRONMENT_LOCKED', 'Editing is locked in this environment.')
  }

  function assertOpen(environment: EnvironmentName): void {
    assertUnlocked(environment)
    if (closing.aborted) throw closingError
  }

  function newChange<Made extends Change>(workspace: WorkspaceRef, change: Made): NewChange {
    assertOpen(workspace.environment)
    const made = { ...change, workspace, changeId: newId(), createdAt: clock.now() }
    // An id that no request can carry is refused before it is journalled, not every time it is sent.
    requestLine(made)
    return made
  }

  const deleteRecord =
    (kind: 'deleteKnowledge' | 'deleteOutcome'): OnRecord<DeleteResult> =>
    async (workspace, targetId, signal) => {
      const { wasGone } = await submitNew(context, newChange(workspace, { kind, targetId, body: null }), signal)
      return { state: wasGone ? 'already-gone' : 'deleted' }
    }

  return {
    async createInsight(workspace, insight, signal, draftId = '') {
      assertOpen(workspace.environment)
      const made = { insightId: newId(), changeId: newId(), createdAt: clock.now() }
      const change = { ...newInsightChange(workspace, insight, made), draftId }
      const { changeId, state, error } = await submitNew(context, change, signal)
      return { insightId: made.insightId, changeId, state, error }
    },
    async editInsight(workspace, seen, insight, signal) {
      assertOpen(workspace.environment)
      const epoch = approvals.epoch(workspace.environment)
      return tellConflict(workspace, async () => {
        const failed = await findSeen(library, workspace, seen)
        return submitEdit(context, failed, insight, signal, epoch)
      })
    },
    async relateMetric(workspace, targetId, action, outcomeIds, signal) {
      const kind = action === 'add' ? 'linkMetric' : 'unlinkMetric'
      const body = { outcomeIds: [...new Set(outcomeIds)] }
      const { changeId, state, error } = await submitNew(
        context,
        newChange(workspace, { kind, targetId, body }),
        signal,
      )
      return { changeId, state, error }
    },
    deleteKnowledge: deleteRecord('deleteKnowledge'),
    deleteOutcome: deleteRecord('deleteOutcome'),
    async markAllSeen(workspace, targetId, signal) {
      await submitNew(context, newChange(workspace, { kind: 'markAllSeen', targetId, body: null }), signal)
      return requestSync(workspace, orderedMs(clock))
    },
    async retry(workspace, seen) {
      assertUnlocked(workspace.environment)
      const epoch = approvals.epoch(workspace.environment)
      await tellConflict(workspace, async () => {
        // Later changes go on, even if this one was not sent.
        await retryChange(context, workspace, seen, epoch).finally(() => queue.wake(workspace.environment))
      })
    },
    async send(workspace, seen, signal) {
      assertOpen(workspace.environment)
      return sendApproved(context, workspace, seen, signal).finally(() => queue.wake(workspace.environment))
    },
    discard: (workspace, seen) =>
      tellConflict(workspace, async () => {
        const { environment } = workspace
        await mutex.run(environment, async () => {
          await writer.flush(environment)
          const entry = await findDiscardable(library, workspace, seen)
          if (writer.isUnsaved(seen.changeId)) {
            throw new AppError('CONFLICT', 'The service has just answered this change. Check it again.')
          }
          await writer.settle(entry, { state: 'discarded', error: entry.tampered, settledAt: clock.now() })
          changed(entry)
        })
        queue.wake(environment)
      }),
    afterSync: queue.afterSync,
    recover: queue.recover,
    recoveryFailure: recovery.failure,
    wake: queue.wake,
    async tryAgain(environment) {
      await backoffs.end(environment)
      queue.wakeAll(environment)
    },
    assertUnlocked,
    revokeApprovals: approvals.revokeAll,
    watchLock(environment) {
      const epoch = approvals.epoch(environment)
      return () => {
        if (isLocked(environment) || approvals.epoch(environment) !== epoch) throw lockedError
      }
    },
    pause: (environment, work) =>
      mutex
        .run(environment, async () => {
          backoffs.forget(environment)
          await work()
        })
        // The journal still has the times at which they were to be tried.
        .finally(() => queue.wakeAll(environment)),
    onResume: queue.onResume,
    async dispose() {
      stop.abort()
      queue.dispose()
      await withTimeout(clock, drainLimitMs, mutex.idle())
      abort.abort()
      await withTimeout(clock, abortLimitMs, mutex.idle())
    },
  }
}
