// Changes that may wait: creating an insight, linking and unlinking a metric. They are sent at once where that is
// possible; otherwise they stay in the journal, and the queue sends them after the next sync.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { LibraryApi, NewChange } from '../../contract/library'
import type { AtOnceDeps } from './at-once'
import { isBehindAnother } from './order'

export interface SendOrKeepDeps extends AtOnceDeps {
  readonly library: Pick<LibraryApi, 'pendingChanges' | 'requireReview'>
}

export interface Sent {
  readonly changeId: string
  readonly state: 'done' | 'waiting' | 'unknown'
  /** Why it waits; null also when it waits behind another change only. */
  readonly error: ErrorReport | null
}

/** Throws what the journal throws, CANCELLED, and refusals, after which nothing is journalled. */
export async function sendOrKeep(deps: SendOrKeepDeps, change: NewChange, signal: AbortSignal): Promise<Sent> {
  const { lanes, queue, journal, changed, words } = deps
  const { environment } = change.workspace
  // Taken before it can be seen in the journal, so that the queue does not send it as well.
  const release = queue.take(change.changeId)
  const turn = words.turn(environment)
  let isBehind = false
  try {
    await journal(change)
    changed(change)
    return await lanes.run(environment, async () => {
      // The environment leads elsewhere by now: it was not made for there.
      if (words.turn(environment) !== turn) return askAbout(deps, change)
      isBehind = await hasToWait(deps, change)
      return isBehind ? { changeId: change.changeId, state: 'waiting', error: null } : send(deps, change, signal)
    })
  } finally {
    release()
    if (isBehind) queue.goOn(environment)
  }
}

async function askAbout({ library, changed }: SendOrKeepDeps, change: NewChange): Promise<Sent> {
  const { changeId, workspace } = change
  await library.requireReview({ environment: workspace.environment, changeIds: [changeId] })
  changed(change)
  return { changeId, state: 'waiting', error: null }
}

async function hasToWait({ library }: SendOrKeepDeps, change: NewChange): Promise<boolean> {
  const { kind, workspace, changeId } = change
  if (kind === 'createInsight') return false
  const { environment } = workspace
  const pending = await library.pendingChanges({ environment, sameTargetAs: changeId }).catch(() => null)
  // A journal that cannot be read now can be read by the queue later.
  return pending === null || isBehindAnother(change, pending)
}

async function send(deps: SendOrKeepDeps, change: NewChange, signal: AbortSignal): Promise<Sent> {
  const { holds, queue, discard, changed, isDisposed } = deps
  const { changeId, workspace } = change
  if (signal.aborted) {
    // Should the library be down, the queue discards it later; it never sends it.
    await discard(change, null).catch(() => queue.disown(changeId))
    throw new AppError('CANCELLED', 'Nothing was sent.')
  }
  const pause = isDisposed() ? new AppError('CANCELLED', 'The app is closing.').report : holds.pause(workspace)
  if (pause) return { changeId, state: 'waiting', error: pause }
  const delivery = await deps.send(change)
  if (delivery.state === 'refused') {
    await discard(change, delivery.error).catch(() => queue.disown(changeId))
    throw new AppError(delivery.error.code, delivery.error.message, delivery.error)
  }
  changed(change)
  if (delivery.state !== 'done') return { changeId, state: delivery.state, error: delivery.error }
  queue.goOn(workspace.environment)
  return { changeId, state: 'done', error: null }
}
