// Changes that need the service at hand: deleting, and marking all as seen. They are journalled like all others, so
// that no crash makes anybody guess, but they never wait: what did not arrive is over, and what may have arrived is
// told as just that and found out about by reading the list again.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { NewChange } from '../../contract/library'
import type { Delivery } from './delivery'
import type { Holds } from './holds'
import type { Lanes } from './lanes'
import type { Queue } from './queue'
import type { Words } from './word'

export interface AtOnceDeps {
  readonly lanes: Lanes
  readonly holds: Holds
  readonly queue: Pick<Queue, 'take' | 'goOn' | 'disown' | 'own'>
  readonly words: Pick<Words, 'turn'>
  readonly journal: (change: NewChange) => Promise<void>
  /** Must be called in the environment's lane. */
  readonly send: (change: NewChange) => Promise<Delivery>
  readonly discard: (change: NewChange, error: ErrorReport | null) => Promise<void>
  readonly changed: (change: NewChange) => void
  readonly isDisposed: () => boolean
}

const movedMeanwhile = new AppError('CANCELLED', 'The environment was changed or locked before. Nothing was sent.')
  .report

/** Not retryable: whoever sends it again before the list was read does so in the dark. */
function unknownOutcome({ kind }: NewChange, { code, message: _, ...details }: ErrorReport): AppError {
  const what = kind === 'markAllSeen' ? 'marking' : 'deletion'
  const words = `It is not known whether the ${what} arrived. The list is being read again.`
  return new AppError(code, words, { ...details, retryable: false })
}

/**
 * Resolves to whether there was nothing left to do. Throws what the journal throws, CANCELLED as long as the change is
 * not on its way, and what kept it from being made.
 */
export async function sendAtOnce(
  { lanes, holds, queue, words, journal, send, discard, changed, isDisposed }: AtOnceDeps,
  change: NewChange,
  signal: AbortSignal,
): Promise<{ readonly wasGone: boolean }> {
  const { changeId, workspace } = change

  async function giveUp(error: ErrorReport): Promise<never> {
    // Should the library be down, the queue discards it later; it never sends what may not wait, disowned or not.
    await discard(change, error).catch(() => queue.disown(changeId).catch(() => undefined))
    throw new AppError(error.code, error.message, error)
  }

  const turn = words.turn(workspace.environment)
  const release = queue.take(changeId)
  try {
    await journal(change)
    changed(change)
    return await lanes.run(workspace.environment, async () => {
      if (words.turn(workspace.environment) !== turn) return giveUp(movedMeanwhile)
      if (signal.aborted || isDisposed()) return giveUp(new AppError('CANCELLED', 'Nothing was sent.').report)
      const pause = holds.pause(workspace)
      if (pause) return giveUp(pause)
      const delivery = await send(change)
      if (delivery.state === 'waiting' || delivery.state === 'refused') return giveUp(delivery.error)
      changed(change)
      if (delivery.state === 'unknown') throw unknownOutcome(change, delivery.error)
      queue.goOn(workspace.environment)
      return { wasGone: delivery.wasGone }
    })
  } finally {
    release()
  }
}
