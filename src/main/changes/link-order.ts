// Link and unlink of one metric undo each other, so they are sent in the order in which the person made them.
import { AppError } from '../../contract/errors'
import type { JournalEntry, LibraryApi, NewChange } from '../../contract/library'
import { workspaceKey } from '../../contract/workspace'
import { hasTakenId } from './classify-response'

const isLink = ({ kind }: Pick<NewChange, 'kind'>) => kind === 'linkMetric' || kind === 'unlinkMetric'

/**
 * An earlier change of the same metric may still be sent. `pending` is oldest first. A failed one waits for the person and
 * holds nothing up.
 */
export function isBehind(change: NewChange, pending: readonly JournalEntry[]): boolean {
  if (!isLink(change)) return false
  const own = pending.findIndex(({ changeId }) => changeId === change.changeId)
  return pending
    .slice(0, Math.max(own, 0))
    .some(
      (earlier) =>
        isLink(earlier) &&
        earlier.state !== 'failed' &&
        earlier.targetId === change.targetId &&
        workspaceKey(earlier.workspace) === workspaceKey(change.workspace),
    )
}

/**
 * Whether a later change that says the opposite is done. Only possible for one that failed, which held nothing up, and for
 * one that needs review, as that may have been required after the later one was sent.
 */
export async function isSuperseded(library: Pick<LibraryApi, 'isSuperseded'>, entry: JournalEntry): Promise<boolean> {
  const { changeId, state, needsReview, workspace } = entry
  if (!isLink(entry) || (state !== 'failed' && !needsReview)) return false
  return library.isSuperseded({ environment: workspace.environment, changeId })
}

/** Throws INVALID_INPUT, with what the person can do instead, when the change must not be sent now. */
export async function assertInOrder(
  library: Pick<LibraryApi, 'isSuperseded'>,
  entry: JournalEntry,
  pending: readonly JournalEntry[],
): Promise<void> {
  if (hasTakenId(entry)) {
    throw new AppError(
      'INVALID_INPUT',
      'The service has an insight of this id. Edit it to create another, or discard it.',
    )
  }
  if (isBehind(entry, pending)) {
    throw new AppError('INVALID_INPUT', 'An earlier change of this metric has to be sent or discarded first.')
  }
  if (await isSuperseded(library, entry)) {
    const message = 'A later change of this metric says the opposite. Discard this one, or make it anew.'
    throw new AppError('INVALID_INPUT', message)
  }
}
