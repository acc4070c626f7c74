// What an error says about a change that was to be sent: whether the service can have acted on it.
import type { ErrorCode, ErrorReport } from '../../contract/errors'
import type { ChangeKind } from '../../contract/features/activity'
import type { JournalEntry } from '../../contract/library'

/**
 * not-sent: the service cannot have acted; the same change may be sent later. refused: it did not act and will not.
 * id-taken: it has something under this id, most likely this very change, sent before. gone: what was to be deleted is
 * not there, which is what was wanted. unknown: it may have acted.
 */
export type Meaning = 'not-sent' | 'refused' | 'id-taken' | 'gone' | 'unknown'

const notSent: ReadonlySet<ErrorCode> = new Set([
  'ADDRESS_INVALID',
  // The client's own words on a token or an id that no request can carry; the service's are REFUSED.
  'INVALID_INPUT',
  'NAME_NOT_FOUND',
  'CONNECTION_REFUSED',
  'TLS_UNTRUSTED',
  'TOKEN_MISSING',
  'UNAUTHENTICATED',
  'RATE_LIMITED',
])

const refused: ReadonlySet<ErrorCode> = new Set(['REFUSED', 'FORBIDDEN', 'NOT_FOUND'])

/**
 * For errors of a request that was started. Whatever is not known to be harmless counts as unknown. A network may send
 * a creation twice by itself, so an id that is taken is no refusal, at the first sending neither.
 */
export function meaningOf(kind: ChangeKind, { code, status = 0, fields = [] }: ErrorReport): Meaning {
  if (notSent.has(code)) return 'not-sent'
  if (kind === 'createInsight') {
    if (code === 'REFUSED' && fields.some(({ path }) => path.length === 1 && path[0] === 'id')) return 'id-taken'
    if (code === 'UNEXPECTED_STATUS' && status === 409) return 'id-taken'
  }
  if (code === 'NOT_FOUND' && (kind === 'deleteKnowledge' || kind === 'deleteOutcome')) return 'gone'
  if (refused.has(code)) return 'refused'
  // A status of the 400s that the document does not know is still a no; an unknown 200 or 300 may be a yes.
  return code === 'UNEXPECTED_STATUS' && status >= 400 && status < 500 ? 'refused' : 'unknown'
}

/** The service has something under the id of this creation, which therefore cannot be sent under it again. */
export const hasTakenId = ({ kind, error }: Pick<JournalEntry, 'kind' | 'error'>) =>
  error !== null && meaningOf(kind, error) === 'id-taken'
