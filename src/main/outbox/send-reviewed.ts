// Sends what the person has looked through, one after the other. As soon as one of them finds the service out of reach
// the rest is left alone, or each would wait for its own failure.
import { AppError } from '../../contract/errors'
import type { JournalEntry, LibraryApi } from '../../contract/library'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { Holds } from './holds'
import type { Queue } from './queue'

export interface SendReviewedDeps {
  readonly library: Pick<LibraryApi, 'pendingChanges' | 'getActivity'>
  readonly holds: Pick<Holds, 'isHeld'>
  readonly retry: Queue['retry']
  /** The environment is open and the person still wants it. */
  readonly mayGoOn: () => boolean
}

/** What became of the changes that were named and waited. */
export interface SentReviewed {
  readonly sent: number
  readonly refused: number
  readonly waiting: number
}

export async function sendReviewed(
  { library, holds, retry, mayGoOn }: SendReviewedDeps,
  workspace: WorkspaceRef,
  changeIds: readonly string[],
): Promise<SentReviewed> {
  const wanted = new Set(changeIds)
  const key = workspaceKey(workspace)
  const named = async (): Promise<readonly JournalEntry[]> => {
    const pending = await library.pendingChanges({ environment: workspace.environment })
    return pending.filter((entry) => wanted.has(entry.changeId) && workspaceKey(entry.workspace) === key)
  }

  const entries = await named()
  for (const [place, entry] of entries.entries()) {
    if (!mayGoOn() || (place > 0 && holds.isHeld(workspace))) break
    await retry(entry).catch((error: unknown) => {
      // Behind an earlier change that was left out: it goes on waiting for that one.
      if (!(error instanceof AppError)) throw error
    })
  }
  const left = await named()
  const refused = left.filter(({ state }) => state === 'failed').length
  const isLeft = new Set(left.map(({ changeId }) => changeId))
  let sent = 0
  for (const { changeId } of entries) {
    // What is gone may have been discarded meanwhile.
    if (!isLeft.has(changeId) && (await library.getActivity({ workspace, changeId })).state === 'done') sent += 1
  }
  return { sent, refused, waiting: left.length - refused }
}
