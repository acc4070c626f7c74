// Asking whether a list is still what it was when it was last read (RFC 9110, "Conditional Requests"). The service
// documents no validators, so they are used when it sends some and missed by nobody when it does not. They live in the
// library beside the data that they speak for, so that a library which lost its data never hears "still the same".
import type { ListValidators } from '../../contract/library'

/** Now and then the whole list is read whatever its validators say: something between here and the service may lie. */
const longestTrustMs = 24 * 60 * 60_000
/** A date has whole seconds. What changed again within the same one would not show, so a fresh date proves nothing. */
const settledMs = 60_000

/** No header when nothing is known of this very address, or it was read too long ago (by a clock that may have jumped). */
export function conditionalHeaders(
  known: ListValidators | null,
  url: string,
  nowMs: number,
): Readonly<Record<string, string>> {
  if (known === null || known.url !== url) return {}
  const ageMs = nowMs - Date.parse(known.readAt)
  if (!(ageMs >= 0 && ageMs < longestTrustMs)) return {}
  if (known.etag !== null) return { 'If-None-Match': known.etag }
  return known.lastModified === null ? {} : { 'If-Modified-Since': known.lastModified }
}

/** null when the answer carries nothing that could be asked with. */
export function validatorsOf(headers: Headers, url: string, nowMs: number): ListValidators | null {
  const etag = usableTag(headers.get('etag'))
  const lastModified = usableDate(headers.get('last-modified'), headers.get('date'))
  if (etag === null && lastModified === null) return null
  return { url, etag, lastModified, readAt: new Date(nowMs).toISOString() }
}

function usableTag(text: string | null): string | null {
  return text !== null && text.length <= 500 && /^(W\/)?"[\x21\x23-\x7e]*"$/.test(text) ? text : null
}

/** Both are the service's own readings, so no clock of this machine is compared with one of another. */
function usableDate(lastModified: string | null, date: string | null): string | null {
  if (lastModified === null || date === null || !/^[\x20-\x7e]{1,100}$/.test(lastModified)) return null
  return Date.parse(date) - Date.parse(lastModified) >= settledMs ? lastModified : null
}
