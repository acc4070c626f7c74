// What the failure of a request says about a change: whether the service can have acted on it.
import type { ErrorCode, ErrorReport } from '../../contract/errors'
import type { ChangeKind } from '../../contract/features/activity'
import type { JournalEntry } from '../../contract/library'
import { changeKinds } from './change-machine'

/**
 * not-sent: the service cannot have acted. refused: it did not act and will not. id-taken: it has something under this
 * id, most likely this change from an earlier attempt. gone: the record to delete is not there. unknown: it may have
 * acted.
 */
export type ResponseClass = 'not-sent' | 'refused' | 'id-taken' | 'gone' | 'unknown'

const notSent: ReadonlySet<ErrorCode> = new Set([
  'ADDRESS_INVALID',
  // The client's own, for a token or an id that no request can carry; the service's are REFUSED.
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
 * For failures of a request that was started. Anything not known to be harmless is unknown. A network may repeat a
 * request by itself, so a taken id is no refusal even at the first attempt.
 */
export function classifyResponse(kind: ChangeKind, { code, status = 0, fields = [] }: ErrorReport): ResponseClass {
  if (notSent.has(code)) return 'not-sent'
  if (kind === 'createInsight') {
    if (code === 'REFUSED' && fields.some(({ path }) => path.length === 1 && path[0] === 'id')) return 'id-taken'
    if (code === 'UNEXPECTED_STATUS' && status === 409) return 'id-taken'
  }
  if (code === 'NOT_FOUND' && changeKinds[kind].isDeletion) return 'gone'
  if (refused.has(code)) return 'refused'
  // A 4xx that the API document does not list is still a refusal; an unlisted 2xx or 3xx may be an acceptance.
  return code === 'UNEXPECTED_STATUS' && status >= 400 && status < 500 ? 'refused' : 'unknown'
}

/** The service has something under the id of this creation, so it cannot be sent under that id again. */
export const hasTakenId = ({ kind, error }: Pick<JournalEntry, 'kind' | 'error'>): boolean =>
  error !== null && classifyResponse(kind, error) === 'id-taken'
