// Steps of a change for tests that do not care about versions: each reads the version it is decided from.
import { statusOf } from '../../contract/change-transitions'
import type { ErrorReport } from '../../contract/errors'
import type { JournalEntry, LibraryApi, NewChange, Settlement } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'

type Journal = Pick<LibraryApi, 'pendingChanges' | 'moveChange' | 'settleChange' | 'editChange'>

/** A change as the journal has it right after it was added, with the differences that a test expects. */
export function entryOf(change: NewChange, changed: Partial<JournalEntry> = {}) {
  return {
    ...change,
    ...{ state: 'waiting', version: 1, attempts: 0, needsReview: true, isEdited: false },
    ...{ error: null, retryAt: null, attempt: null },
    ...changed,
  }
}

/** An entry as it is after a rebuild: unsent as before, and sent only after the person approves it. */
export function withReview(entry: JournalEntry): JournalEntry {
  return entry.needsReview ? entry : { ...entry, needsReview: true, version: entry.version + 1 }
}

async function find(
  library: Journal,
  environment: EnvironmentName,
  changeId: string,
): Promise<JournalEntry | undefined> {
  return (await library.pendingChanges({ environment })).find((entry) => entry.changeId === changeId)
}

interface Marked {
  readonly environment: EnvironmentName
  readonly changeId: string
  readonly state: JournalEntry['state']
  readonly error: ErrorReport | null
}

/** Sending clears `needsReview`, as it does in the app, and a waiting change is sent before it fails. */
export async function markChange(library: Journal, { environment, changeId, state, error }: Marked) {
  let entry = await find(library, environment, changeId)
  if (state === 'failed' && entry && statusOf(entry) === 'waiting') {
    await library.moveChange({ environment, ...entry, state: 'sending' })
    entry = await find(library, environment, changeId)
  }
  const { version = 1, attempt = null, retryAt = null } = entry ?? {}
  const needsReview = state === 'sending' ? false : (entry?.needsReview ?? true)
  return library.moveChange({ environment, changeId, version, state, error, needsReview, retryAt, attempt })
}

export async function confirmChange(library: Journal, environment: EnvironmentName, changeId: string) {
  const entry = await find(library, environment, changeId)
  if (!entry) throw new Error(`${changeId} is not in the journal.`)
  return library.moveChange({ environment, ...entry, needsReview: false })
}

/** A change that the person was told is kept, so that the queue may send it. */
export async function addConfirmed(library: Journal & Pick<LibraryApi, 'addChange'>, change: NewChange) {
  await library.addChange(change)
  return confirmChange(library, change.workspace.environment, change.changeId)
}

export function settleChange(library: Journal, end: { environment: EnvironmentName; changeId: string } & Settlement) {
  return library.settleChange({ version: null, ...end })
}

export async function editChange(library: Journal, change: Extract<NewChange, { kind: 'createInsight' }>) {
  const entry = await find(library, change.workspace.environment, change.changeId)
  return library.editChange({ ...change, version: entry?.version ?? 1 })
}
