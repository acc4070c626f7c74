// Conditional requests for lists (RFC 9110). The service documents no validators: they are used if it sends them. The
// library stores them beside the rows they describe, so that a library that lost its rows never asks conditionally.
import type { ListValidators } from '../../contract/library'

/** After a day the whole list is read whatever its validators say: a cache on the way may answer wrongly. */
const maxAgeMs = 24 * 60 * 60_000
/** Last-Modified has whole seconds, and a second change within the same one would not show: a fresh date is no proof. */
const minDateAgeMs = 60_000

/** No headers if the validators are of another address, too old, or from the future (the clock was set back). */
export function conditionalHeaders(
  validators: ListValidators | null,
  url: string,
  nowMs: number,
): Readonly<Record<string, string>> {
  if (validators === null || validators.url !== url) return {}
  const ageMs = nowMs - Date.parse(validators.readAt)
  if (!(ageMs >= 0 && ageMs < maxAgeMs)) return {}
  if (validators.etag !== null) return { 'If-None-Match': validators.etag }
  return validators.lastModified === null ? {} : { 'If-Modified-Since': validators.lastModified }
}

/** null when the answer has no usable validator. */
export function validatorsOf(headers: Headers, url: string, nowMs: number): ListValidators | null {
  const etag = usableTag(headers.get('etag'))
  const lastModified = usableDate(headers.get('last-modified'), headers.get('date'))
  if (etag === null && lastModified === null) return null
  return { url, etag, lastModified, readAt: new Date(nowMs).toISOString() }
}

function usableTag(text: string | null): string | null {
  return text !== null && text.length <= 500 && /^(W\/)?"[\x21\x23-\x7e]*"$/.test(text) ? text : null
}

/** Compares two headers of the same answer: this computer's clock may differ from the service's. */
function usableDate(lastModified: string | null, date: string | null): string | null {
  if (lastModified === null || date === null || !/^[\x20-\x7e]{1,100}$/.test(lastModified)) return null
  return Date.parse(date) - Date.parse(lastModified) >= minDateAgeMs ? lastModified : null
}
