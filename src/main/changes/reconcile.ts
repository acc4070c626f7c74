// Reconciling a change whose answer was lost: what the library's lists say about it. The caller makes sure that the list
// was requested after the loss; an earlier one says nothing.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { JournalEntry, SyncResource } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Reconciliation } from './change-machine'
import type { ChangesDeps } from './context'

export async function reconcile(library: ChangesDeps['library'], entry: JournalEntry): Promise<Reconciliation> {
  const record = { workspace: entry.workspace, id: entry.targetId }
  switch (entry.kind) {
    case 'createInsight':
      return reconcileCreation(library, entry)
    case 'deleteKnowledge':
      return (await orNull(library.getKnowledge(record))) === null
        ? 'confirmed'
        : findingOfUnchanged(library, entry.workspace, 'knowledge')
    case 'deleteOutcome':
      return reconcileOutcomeDeletion(library, entry)
    case 'markAllSeen': {
      const preview = await orNull(library.previewMarkAllSeen(record))
      // An opportunity that the list does not have shows nothing unseen either way.
      if (preview === null) return 'inconclusive'
      return preview.unseen === 0 ? 'confirmed' : findingOfUnchanged(library, entry.workspace, 'insights')
    }
    case 'linkMetric':
    case 'unlinkMetric':
      return 'inconclusive'
  }
}

type Creation = Extract<JournalEntry, { kind: 'createInsight' }>

/** An item of this id that could not be read is at the service all the same. */
async function reconcileCreation(library: ChangesDeps['library'], entry: Creation): Promise<Reconciliation> {
  const { workspace, targetId } = entry
  const listed = await library.getListedInsight({ workspace, id: targetId })
  if (listed !== null) return hasDifferentContent(entry, listed) ? 'conflict' : 'confirmed'
  return (await library.isQuarantined({ workspace, resource: 'insights', id: targetId })) ? 'confirmed' : 'missing'
}

/** A service may shorten or tidy text, so text counts as different only where the person edited it between attempts. */
function hasDifferentContent(
  { body, isEdited }: Creation,
  row: { readonly title: string; readonly description: string },
) {
  if (!isEdited) return false
  return normalize(body.title) !== normalize(row.title) || normalize(body.description) !== normalize(row.description)
}

/** Whitespace and characters that no database keeps make no difference. */
const normalize = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\0\uFFFD]|\p{Cs}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The service has no list of outcomes: an outcome that no insight carried before looks like a deleted one. */
async function reconcileOutcomeDeletion(
  library: ChangesDeps['library'],
  { workspace, targetId, changeId }: JournalEntry,
): Promise<Reconciliation> {
  const outcome = await orNull(library.getOutcome({ workspace, id: targetId }))
  if (outcome !== null) return findingOfUnchanged(library, workspace, 'insights')
  const { content } = await library.getActivity({ workspace, changeId })
  return content === null ? 'inconclusive' : 'confirmed'
}

/**
 * For what the library shows as it was before the change. What an unreadable item says is not taken in, and one without an
 * id keeps the library from removing anything, so the change may have arrived all the same.
 */
async function findingOfUnchanged(
  library: ChangesDeps['library'],
  workspace: WorkspaceRef,
  resource: SyncResource,
): Promise<Reconciliation> {
  const list = await library.lastSync({ workspace, resource })
  return list !== null && list.quarantined > 0 ? 'inconclusive' : 'missing'
}

/** Returns null if the library has no such record. */
async function orNull<T>(record: Promise<T>): Promise<T | null> {
  return record.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  })
}

/** Reported like a taken id, so that an edit gives the creation a new one. */
export const earlierVersionArrived = new AppError(
  'REFUSED',
  'An earlier version of this insight reached the service. Discard this version, or edit it to send it as a new insight.',
  {
    retryable: false,
    fields: [{ path: ['id'], message: 'An insight with this ID but different content already exists.' }],
  },
).report

/** For links, for deletions by an id that no list showed, and where the list had unreadable items. */
export function inconclusiveReport(error: ErrorReport | null, isKept: boolean): ErrorReport {
  const message = isKept
    ? 'We can’t check whether this went through. It’s safe to send it again.'
    : 'We can’t check whether this went through. It’s safe to try again.'
  return { ...(error ?? new AppError('CONNECTION_LOST', message).report), message }
}
