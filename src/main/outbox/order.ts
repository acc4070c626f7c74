// Link and unlink of one metric undo each other, so they are sent in the order in which the person made them.
import { AppError } from '../../contract/errors'
import type { JournalEntry, LibraryApi, NewChange } from '../../contract/library'
import { workspaceKey } from '../../contract/workspace'
import { hasTakenId } from './outcome'

function isLink({ kind }: NewChange): boolean {
  return kind === 'linkMetric' || kind === 'unlinkMetric'
}

/**
 * `pending` is oldest first. An earlier change of the same metric that may still be sent by itself; one that failed
 * waits for the person and keeps nothing back; whether it may still be sent then, the library knows (`isSuperseded`).
 */
export function isBehindAnother(change: NewChange, pending: readonly JournalEntry[]): boolean {
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

/** What failed, or is asked about, kept nothing back: what was made after it and says the opposite may be done by now. */
export async function isUndone(
  library: Pick<LibraryApi, 'isSuperseded'>,
  { changeId, state, needsReview, workspace: { environment } }: JournalEntry,
): Promise<boolean> {
  return (state === 'failed' || needsReview) && library.isSuperseded({ environment, changeId })
}

/** Throws INVALID_INPUT, with what the person can do instead, when it must not be sent now. */
export async function assertInOrder(
  library: Pick<LibraryApi, 'isSuperseded'>,
  change: JournalEntry,
  pending: readonly JournalEntry[],
): Promise<void> {
  if (hasTakenId(change)) {
    throw new AppError(
      'INVALID_INPUT',
      'The service has an insight of this id. Edit it to create another, or discard it.',
    )
  }
  if (isBehindAnother(change, pending)) {
    throw new AppError('INVALID_INPUT', 'An earlier change of this metric has to be sent or discarded first.')
  }
  if (await isUndone(library, change)) {
    const message = 'A later change of this metric says the opposite. Discard this one, or make it anew.'
    throw new AppError('INVALID_INPUT', message)
  }
}
