// Reads the header with which a service asks for a pause (RFC 9110, "Retry-After").
import { longestRetryAfterMs } from '../schedule/retry-schedule'

const defaultMs = 10_000

/**
 * Milliseconds, from seconds or an HTTP date, five minutes at most; ten seconds when the header cannot be understood. A
 * date is measured from `answered`, the answer's own Date: the clock of this machine may be wrong.
 */
export function retryAfterMs(header: string | null, answered: string | null): number {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, longestRetryAfterMs)
  const pauseMs = readDate(text) - readDate(answered?.trim() ?? '')
  return Number.isNaN(pauseMs) ? defaultMs : Math.min(Math.max(pauseMs, 0), longestRetryAfterMs)
}

/** Date.parse alone takes nearly any text that holds a number for a date. */
function readDate(text: string): number {
  return /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text) ? Date.parse(text) : Number.NaN
}
