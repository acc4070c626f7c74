// The one sender of journalled changes. A change is in the journal before it is sent and leaves it only on a definite
// answer. When the answer is lost, a fresh list has to show whether the change was made, so every change has its effect
// exactly once, through crashes too: what the journal calls `sending` and this process is not sending, may have
// arrived.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { CreateResult, InsightInput } from '../../contract/features/insights'
import type { DeleteResult } from '../../contract/features/listing'
import type { Change, JournalEntry, NewChange } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { defaultRetryBaseMs } from '../sync/backoff'
import type { FinishedSync } from '../sync/track'
import { sendAtOnce } from './at-once'
import { type Delivery, deliver } from './delivery'
import type { OutboxDeps } from './deps'
import { createHolds } from './holds'
import { kindOf } from './kinds'
import { createLanes } from './lanes'
import type { Looking } from './looking'
import { newInsightChange } from './new-insight'
import { createQueue } from './queue'
import { requestLine } from './request'
import { createRevise } from './revise'
import { type Sent, sendOrKeep } from './send-or-keep'
import { type SentReviewed, sendReviewed } from './send-reviewed'
import { createWords } from './word'

const drainLimitMs = 5_000
const abortLimitMs = 1_000

/** A record of the service and the person's wish to stop, which counts until the change is on its way. */
type OnRecord<Result> = (workspace: WorkspaceRef, id: string, signal: AbortSignal) => Promise<Result>

/**
 * All that make a change throw ENVIRONMENT_LOCKED, INVALID_INPUT (with `fields`), what the journal throws when it could
 * not keep the change, and REFUSED, FORBIDDEN and other definite refusals, after which nothing is journalled.
 */
export interface Outbox {
  /** Waits when the service cannot be reached. */
  createInsight(workspace: WorkspaceRef, insight: InsightInput, signal: AbortSignal): Promise<CreateResult>
  /** Waits when the service cannot be reached, and behind earlier changes of the same metric. */
  relateMetric(
    workspace: WorkspaceRef,
    metricId: string,
    action: 'add' | 'remove',
    outcomeIds: readonly string[],
    signal: AbortSignal,
  ): Promise<Sent>
  /** Never wait: what kept them from being made is thrown too, an outcome that is not known in just these words. */
  readonly deleteKnowledge: OnRecord<DeleteResult>
  readonly deleteOutcome: OnRecord<DeleteResult>
  /** Resolves when the list of insights was read again (null), or with why it could not be. */
  readonly markAllSeen: OnRecord<ErrorReport | null>
  /**
   * A creation that was not accepted, mended and sent again as the same change. Refused once more, it stays in the
   * journal as it is now. Throws NOT_FOUND when the change is not there any more, otherwise as `createInsight`.
   */
  editInsight(
    workspace: WorkspaceRef,
    changeId: string,
    insight: InsightInput,
    signal: AbortSignal,
  ): Promise<CreateResult>
  /** The person's word that a change is to be sent, in production too. Throws NOT_FOUND, ENVIRONMENT_LOCKED. */
  retry(workspace: WorkspaceRef, changeId: string): Promise<void>
  /** The same for several, in the order in which they were made; what cannot be sent now goes on waiting. */
  send(workspace: WorkspaceRef, changeIds: readonly string[], signal: AbortSignal): Promise<SentReviewed>
  /** Forgets a change; waits for it when it is on its way. Throws NOT_FOUND when it is not in the journal any more. */
  discard(workspace: WorkspaceRef, changeId: string): Promise<void>
  /** Goes on with the queue, after a sync that read a list. */
  afterSync(workspace: WorkspaceRef, finished: FinishedSync): void
  /** Calls what an earlier run of the app left on its way by its name, unknown. For after a library was opened. */
  recover(environment: EnvironmentName): Promise<void>
  /** Sees to it that what waits there goes out, whichever workspace is open. */
  readonly look: Looking['look']
  /** The same, after the person changed what may have kept it back: a token, an address. */
  readonly tryAgain: Looking['look']
  /** The environment is being locked: what the person wanted sent there waits for another word. */
  revokeApprovals(environment: EnvironmentName): void
  /** Runs `work` while nothing is being sent to the environment, and ends the waiting for its service. */
  suspend(environment: EnvironmentName, work: () => Promise<void>): Promise<void>
  /** Waits for the change that is on its way, for some seconds at most; sends nothing more. */
  dispose(): Promise<void>
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const { library, isLocked, clock, newId, random, emit, announce, requestSync } = deps
  const lanes = createLanes()
  const holds = createHolds(clock, { random, baseMs: deps.retryBaseMs ?? defaultRetryBaseMs })
  const words = createWords(clock)
  const closing = new AbortController()
  let isDisposed = false

  function changed(change: NewChange): void {
    emit('library.changed', { workspace: change.workspace, features: [...kindOf(change).affects] })
    announce(change.workspace)
  }

  const queue = createQueue({ ...deps, lanes, holds, words, changed, send, isDisposed: () => isDisposed })
  const sending = {
    lanes,
    holds,
    queue,
    words,
    library,
    journal,
    send,
    discard: giveBack,
    changed,
    isDisposed: () => isDisposed,
  }

  /** Sends and draws the conclusions that are the same whoever wanted it sent. Must run in the environment's lane. */
  async function send(change: NewChange): Promise<Delivery> {
    const delivery = await deliver(deps, change, closing.signal, () => changed(change))
    queue.note(change, delivery)
    return delivery
  }

  async function discard(change: NewChange, error: ErrorReport | null): Promise<void> {
    const { changeId, workspace } = change
    const { environment } = workspace
    await library.settleChange({ environment, changeId, state: 'discarded', error, settledAt: clock.now() })
    changed(change)
  }

  /** What did not become a change is there to be typed on: the page may be gone, and the draft went with the change. */
  async function giveBack(change: NewChange, error: ErrorReport | null): Promise<void> {
    const { changeId, workspace } = change
    const end = { state: 'discarded', error, settledAt: clock.now(), givesDraftBack: true } as const
    await library.settleChange({ environment: workspace.environment, changeId, ...end })
    changed(change)
  }

  /** A library that went down while writing may have kept the change or not: asked once more, it knows. */
  async function journal(change: NewChange): Promise<void> {
    try {
      await library.addChange(change)
    } catch (error) {
      const { environment } = change.workspace
      const pending = await library.pendingChanges({ environment }).catch(() => null)
      if (pending?.some(({ changeId }) => changeId === change.changeId)) return
      // The person is told that it was not kept, so it must not be sent should it turn up.
      if (pending === null) await queue.disown(change.changeId)
      throw error
    }
  }

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

  const deleteRecord =
    (kind: 'deleteKnowledge' | 'deleteOutcome'): OnRecord<DeleteResult> =>
    async (workspace, targetId, signal) => {
      const { wasGone } = await sendAtOnce(sending, newChange(workspace, { kind, targetId, body: null }), signal)
      return { state: wasGone ? 'already-gone' : 'deleted' }
    }

  async function find(workspace: WorkspaceRef, changeId: string): Promise<JournalEntry> {
    const { environment } = workspace
    const pending = await library.pendingChanges({ environment, sameTargetAs: changeId })
    const entry = pending.find((other) => other.changeId === changeId)
    if (!entry || workspaceKey(entry.workspace) !== workspaceKey(workspace)) {
      throw new AppError('NOT_FOUND', 'This change is not waiting any more.')
    }
    return entry
  }

  const revise = createRevise({ ...deps, sending, newId, changed })

  return {
    async createInsight(workspace, insight, signal) {
      assertOpen(workspace.environment)
      const made = { insightId: newId(), changeId: newId(), createdAt: clock.now() }
      queue.begin(made.changeId)
      const sent = await sendOrKeep(sending, newInsightChange(workspace, insight, made), signal)
      return { insightId: made.insightId, ...sent }
    },
    async editInsight(workspace, changeId, insight, signal) {
      assertOpen(workspace.environment)
      return revise(await find(workspace, changeId), insight, signal)
    },
    async relateMetric(workspace, targetId, action, outcomeIds, signal) {
      const kind = action === 'add' ? 'linkMetric' : 'unlinkMetric'
      const body = { outcomeIds: [...new Set(outcomeIds)] }
      return sendOrKeep(sending, newChange(workspace, { kind, targetId, body }), signal)
    },
    deleteKnowledge: deleteRecord('deleteKnowledge'),
    deleteOutcome: deleteRecord('deleteOutcome'),
    async markAllSeen(workspace, targetId, signal) {
      await sendAtOnce(sending, newChange(workspace, { kind: 'markAllSeen', targetId, body: null }), signal)
      return requestSync(workspace, clock.monotonicMs())
    },
    async retry(workspace, changeId) {
      assertUnlocked(workspace.environment)
      // What waited behind it goes on, also where it was not sent itself.
      await queue.retry(await find(workspace, changeId)).finally(() => queue.goOn(workspace.environment))
    },
    async send(workspace, changeIds, signal) {
      assertOpen(workspace.environment)
      const turn = words.turn(workspace.environment)
      const isWished = () => !signal.aborted && words.turn(workspace.environment) === turn
      const mayGoOn = () => isWished() && !isDisposed && !isLocked(workspace.environment)
      const done = await sendReviewed({ library, holds, retry: queue.retry, mayGoOn }, workspace, changeIds)
      // What waited behind them and needs no word.
      queue.goOn(workspace.environment)
      return done
    },
    async discard(workspace, changeId) {
      await lanes.run(workspace.environment, async () => discard(await find(workspace, changeId), null))
      queue.goOn(workspace.environment)
    },
    afterSync: queue.afterSync,
    recover: queue.recover,
    look: queue.look,
    tryAgain(environment, isLeftOut) {
      holds.releaseAll(environment)
      return queue.look(environment, isLeftOut)
    },
    revokeApprovals: words.takeBackAll,
    suspend: (environment, work) =>
      lanes
        .run(environment, async () => {
          holds.releaseAll(environment)
          await work()
        })
        // What was held had its next try planned, and may still be there.
        .finally(() => void queue.look(environment)),
    async dispose() {
      isDisposed = true
      holds.dispose()
      await within(drainLimitMs)
      closing.abort()
      await within(abortLimitMs)
    },
  }

  async function within(limitMs: number): Promise<void> {
    let stopWaiting = () => {}
    const limit = new Promise<void>((resolve) => {
      stopWaiting = clock.after(limitMs, resolve)
    })
    await Promise.race([lanes.idle(), limit])
    stopWaiting()
  }
}
