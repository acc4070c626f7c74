// What an error says about a change that was to be sent: whether the service can have acted on it.
import type { ErrorCode, ErrorReport } from '../../contract/errors'

/**
 * not-sent: the service cannot have acted; the same change may be sent later. refused: it did not act and will not.
 * id-taken: it has something under this id, most likely this very change, sent before. unknown: it may have acted.
 */
export type Meaning = 'not-sent' | 'refused' | 'id-taken' | 'unknown'

const notSent: ReadonlySet<ErrorCode> = new Set([
  'ADDRESS_INVALID',
  'NAME_NOT_FOUND',
  'CONNECTION_REFUSED',
  'TLS_UNTRUSTED',
  'TOKEN_MISSING',
  'UNAUTHENTICATED',
  'RATE_LIMITED',
])

const refused: ReadonlySet<ErrorCode> = new Set(['REFUSED', 'FORBIDDEN', 'NOT_FOUND'])

/** For errors of a request that was started. Whatever is not known to be harmless counts as unknown. */
export function meaningOf({ code, status = 0, fields = [] }: ErrorReport): Meaning {
  if (notSent.has(code)) return 'not-sent'
  if (code === 'REFUSED' && fields.some(({ path }) => path.length === 1 && path[0] === 'id')) return 'id-taken'
  if (refused.has(code)) return 'refused'
  if (code === 'UNEXPECTED_STATUS' && status === 409) return 'id-taken'
  // A status of the 400s that the document does not know is still a no; an unknown 200 or 300 may be a yes.
  return code === 'UNEXPECTED_STATUS' && status >= 400 && status < 500 ? 'refused' : 'unknown'
}
