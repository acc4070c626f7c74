// The person's wish that one change is sent now, which in production is the word without which nothing goes out.
import type { JournalEntry } from '../../contract/library'
import { isUncertain, kindOf } from './kinds'
import { assertInOrder } from './order'
import type { QueueDeps } from './queue'
import { mustBeReviewed } from './word'

type Used = 'library' | 'disowned' | 'clock' | 'requestSync' | 'lanes' | 'holds' | 'words'

export interface RetryDeps extends Pick<QueueDeps, Used> {
  /** Somebody else sends it just now. */
  readonly isTaken: (changeId: string) => boolean
  /** Must be called in the environment's lane. */
  readonly sendQueued: (entry: JournalEntry) => Promise<void>
}

/** The function throws INVALID_INPUT where the change must not be sent now, and what the library throws. */
export function createRetry(deps: RetryDeps): (entry: JournalEntry) => Promise<void> {
  const { library, disowned, clock, requestSync, lanes, holds, words, isTaken, sendQueued } = deps

  return async (entry) => {
    const { changeId, workspace } = entry
    const { environment } = workspace
    if (isTaken(changeId)) return
    if (disowned.has(changeId)) await disowned.remove(changeId)
    if (kindOf(entry).canWait) words.give(entry)
    if (isUncertain(entry) || !kindOf(entry).canWait) {
      holds.release(workspace)
      await requestSync(workspace, clock.monotonicMs())
      return
    }
    await lanes.run(environment, async () => {
      const pending = await library.pendingChanges({ environment, sameTargetAs: changeId })
      const now = pending.find((other) => other.changeId === changeId)
      if (!now || isTaken(changeId) || isUncertain(now)) return
      await assertInOrder(library, now, pending).catch((error: unknown) => {
        words.takeBack(changeId)
        throw error
      })
      // While this waited for its turn, the environment may have been locked, or led to another address.
      if (mustBeReviewed(now) && !words.counts(changeId)) return
      holds.release(workspace)
      await sendQueued(now)
    })
  }
}
