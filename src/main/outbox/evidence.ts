// What a list, read after a change was sent, says about whether the change arrived. Call it only with a list that was
// asked for later than the change was sent: an earlier one says nothing.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { JournalEntry, LibraryApi } from '../../contract/library'

/** silent: the list would look the same either way. otherwise: what it was before it was mended is what arrived. */
export type Evidence = 'arrived' | 'otherwise' | 'absent' | 'silent'

export type EvidenceLibrary = Pick<
  LibraryApi,
  'getInsight' | 'getKnowledge' | 'getOutcome' | 'getActivity' | 'previewMarkAllSeen' | 'isQuarantined'
>

/** null: the library has no such record. */
async function known<T>(record: Promise<T>): Promise<T | null> {
  return record.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  })
}

type Creation = Extract<JournalEntry, { kind: 'createInsight' }>

/** A service may tidy what it takes; spaces and characters that no database keeps are no other words. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\0\uFFFD]|\p{Cs}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * What was on its way once can only have arrived as it is. After another try it may have been mended in between, where
 * nobody knows that it was not.
 */
function isOtherwise({ body, attempts }: Creation, row: { readonly title: string; readonly description: string }) {
  if (attempts < 2) return false
  return plain(body.title) !== plain(row.title) || plain(body.description) !== plain(row.description)
}

/** As an id that is taken, so that what it is mended to gets another one. */
export const arrivedOtherwise = new AppError(
  'REFUSED',
  'An earlier sending of this insight arrived after all, in other words than these. The service has those. Discard this one, or edit it to create another insight.',
  { retryable: false, fields: [{ path: ['id'], message: 'It is in use, in other words.' }] },
).report

/**
 * The library shows a row for a creation either way, and calls it pending for as long as the journal has it. The row
 * that is only ours has the date of the journal entry, though; the service dates what it creates itself (API document,
 * "Create insight": the body has no `createdAt`). An item of its id that could not be read is no row, and at the service
 * all the same.
 */
async function ofCreation(library: EvidenceLibrary, entry: Creation, hasOneWording: boolean): Promise<Evidence> {
  const { workspace, targetId, createdAt } = entry
  const row = await known(library.getInsight({ workspace, id: targetId }))
  if (row !== null && (row.pending === null || row.createdAt !== createdAt)) {
    return !hasOneWording && isOtherwise(entry, row) ? 'otherwise' : 'arrived'
  }
  return (await library.isQuarantined({ workspace, resource: 'insights', id: targetId })) ? 'arrived' : 'absent'
}

/** Outcomes have no list: one that no insight carried before is as absent as one that was deleted. */
async function ofOutcome(library: EvidenceLibrary, { workspace, targetId, changeId }: JournalEntry) {
  if ((await known(library.getOutcome({ workspace, id: targetId }))) !== null) return 'absent'
  const { content } = await library.getActivity({ workspace, changeId })
  return content === null ? 'silent' : 'arrived'
}

/** An opportunity that the list does not know has nothing unseen in it either way. */
function ofMarking(preview: { readonly unseen: number } | null): Evidence {
  if (preview === null) return 'silent'
  return preview.unseen === 0 ? 'arrived' : 'absent'
}

/** `hasOneWording`: whatever was sent of it was sent in the words that it has, which a service may shorten. */
export async function evidenceOf(
  library: EvidenceLibrary,
  entry: JournalEntry,
  hasOneWording: boolean,
): Promise<Evidence> {
  const record = { workspace: entry.workspace, id: entry.targetId }
  switch (entry.kind) {
    case 'createInsight':
      return ofCreation(library, entry, hasOneWording)
    case 'deleteKnowledge':
      return (await known(library.getKnowledge(record))) === null ? 'arrived' : 'absent'
    case 'deleteOutcome':
      return ofOutcome(library, entry)
    case 'markAllSeen':
      return ofMarking(await known(library.previewMarkAllSeen(record)))
    case 'linkMetric':
    case 'unlinkMetric':
      return 'silent'
  }
}

/** For links, and for what was deleted by its id alone: the lists look the same either way. */
export function cannotBeKnown(error: ErrorReport | null): ErrorReport {
  const message = 'It cannot be found out from here whether this arrived. Sending it again does no harm.'
  return { ...(error ?? new AppError('CONNECTION_LOST', message).report), message }
}
