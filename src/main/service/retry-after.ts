// How long a service that is asked too often wants to be left alone (RFC 9110, "Retry-After").
const defaultMs = 10_000
const longestMs = 300_000

/**
 * Milliseconds: seconds or an HTTP date, never more than five minutes; ten seconds when the header says nothing that can
 * be understood. A date is measured from `answered`, the answer's own Date: the clock of this machine may be wrong.
 */
export function retryAfterMs(header: string | null, answered: string | null): number {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, longestMs)
  const waitMs = readDate(text) - readDate(answered?.trim() ?? '')
  return Number.isNaN(waitMs) ? defaultMs : Math.min(Math.max(waitMs, 0), longestMs)
}

/** Date.parse alone takes nearly any text that holds a number for a date. */
function readDate(text: string): number {
  return /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text) ? Date.parse(text) : Number.NaN
}
