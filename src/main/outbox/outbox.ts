// The one sender of journalled changes. A change is in the journal before it is sent and leaves it only on a definite
// answer. When the answer is lost, a fresh list has to show that the change's id is not there before it is sent
// once more, so every change has its effect exactly once, through crashes too: what the journal calls `sending` and
// this process is not sending, may have arrived.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { CreateResult, InsightInput } from '../../contract/features/insights'
import type { JournalEntry, NewChange } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { defaultRetryBaseMs } from '../sync/backoff'
import type { FinishedSync } from '../sync/sync'
import { type Delivery, deliver } from './delivery'
import type { OutboxEdges } from './edges'
import { createHolds } from './holds'
import { createLanes } from './lanes'
import { newInsightChange } from './new-insight'
import { createQueue } from './queue'

const drainLimitMs = 5_000
const abortLimitMs = 1_000

export interface Outbox {
  /**
   * Journals and sends. Throws ENVIRONMENT_LOCKED, INVALID_INPUT (with `fields`), what the journal throws when it
   * could not keep the change, and REFUSED, FORBIDDEN and other definite refusals, after which nothing is journalled.
   * The signal counts until the change is on its way.
   */
  createInsight(workspace: WorkspaceRef, insight: InsightInput, signal: AbortSignal): Promise<CreateResult>
  /** The person's word that a change is to be sent, in production too. Throws NOT_FOUND, ENVIRONMENT_LOCKED. */
  retry(workspace: WorkspaceRef, changeId: string): Promise<void>
  /** Forgets a change; waits for it when it is on its way. Throws NOT_FOUND when it is not in the journal any more. */
  discard(workspace: WorkspaceRef, changeId: string): Promise<void>
  /** Goes on with the queue, after a sync that succeeded. */
  afterSync(workspace: WorkspaceRef, finished: FinishedSync): void
  /** Calls what an earlier run of the app left on its way by its name, unknown. For after a library was opened. */
  recover(environment: EnvironmentName): Promise<void>
  /** Waits for the change that is on its way, for some seconds at most; sends nothing more. */
  dispose(): Promise<void>
}

export function createOutbox(edges: OutboxEdges): Outbox {
  const { library, isLocked, clock, newId, random, emit, announce } = edges
  const lanes = createLanes()
  const holds = createHolds(clock, { random, baseMs: edges.retryBaseMs ?? defaultRetryBaseMs })
  const closing = new AbortController()
  let isDisposed = false

  function changed(workspace: WorkspaceRef): void {
    emit('library.changed', { workspace, features: ['insights', 'activity'] })
    announce(workspace)
  }

  const queue = createQueue({ ...edges, lanes, holds, changed, send, isDisposed: () => isDisposed })

  /** Sends and draws the conclusions that are the same whoever wanted it sent. Must run in the environment's lane. */
  async function send(change: NewChange): Promise<Delivery> {
    const delivery = await deliver(edges, change, closing.signal, () => changed(change.workspace))
    queue.note(change, delivery)
    return delivery
  }

  async function discardChange(change: NewChange, error: ErrorReport | null): Promise<void> {
    const { changeId, workspace } = change
    const { environment } = workspace
    await library.settleChange({ environment, changeId, state: 'discarded', error, settledAt: clock.now() })
    changed(workspace)
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
      if (pending === null) queue.disown(change.changeId)
      throw error
    }
  }

  async function sendNew(change: NewChange, signal: AbortSignal): Promise<CreateResult> {
    const { changeId, targetId: insightId, workspace } = change
    if (signal.aborted) {
      await discardChange(change, null)
      throw new AppError('CANCELLED', 'The insight was not created.')
    }
    const pause = isDisposed ? new AppError('CANCELLED', 'The app is closing.').report : holds.pause(workspace)
    if (pause) return { insightId, changeId, state: 'waiting', error: pause }
    const delivery = await send(change)
    if (delivery.state === 'refused') {
      await discardChange(change, delivery.error).catch(() => queue.disown(changeId))
      throw new AppError(delivery.error.code, delivery.error.message, delivery.error)
    }
    changed(workspace)
    if (delivery.state === 'done') {
      queue.goOn(workspace.environment)
      return { insightId, changeId, state: 'done', error: null }
    }
    return { insightId, changeId, state: delivery.state, error: delivery.error }
  }

  function assertUnlocked(environment: EnvironmentName): void {
    if (isLocked(environment)) throw new AppError('ENVIRONMENT_LOCKED', 'Editing is locked in this environment.')
  }

  async function find(workspace: WorkspaceRef, changeId: string): Promise<JournalEntry> {
    const pending = await library.pendingChanges({ environment: workspace.environment })
    const entry = pending.find((other) => other.changeId === changeId)
    if (!entry || workspaceKey(entry.workspace) !== workspaceKey(workspace)) {
      throw new AppError('NOT_FOUND', 'This change is not waiting any more.')
    }
    return entry
  }

  return {
    async createInsight(workspace, insight, signal) {
      assertUnlocked(workspace.environment)
      if (isDisposed) throw new AppError('CANCELLED', 'The app is closing.')
      const made = { insightId: newId(), changeId: newId(), createdAt: clock.now() }
      const change = newInsightChange(workspace, insight, made)
      // Taken before it can be seen in the journal, so that the queue does not send it as well.
      const release = queue.take(change.changeId)
      try {
        await journal(change)
        changed(workspace)
        return await lanes.run(workspace.environment, () => sendNew(change, signal))
      } finally {
        release()
      }
    },
    async retry(workspace, changeId) {
      assertUnlocked(workspace.environment)
      await queue.retry(await find(workspace, changeId))
    },
    async discard(workspace, changeId) {
      await lanes.run(workspace.environment, async () => discardChange(await find(workspace, changeId), null))
    },
    afterSync: queue.afterSync,
    recover: queue.recover,
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
