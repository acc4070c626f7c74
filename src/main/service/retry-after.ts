// How long a service that is asked too often wants to be left alone (RFC 9110, "Retry-After").
const defaultMs = 10_000
const longestMs = 300_000

/**
 * Milliseconds from `now` (epoch milliseconds): seconds or an HTTP date, never more than five minutes; ten seconds
 * when the header says nothing that can be understood.
 */
export function retryAfterMs(header: string | null, now: number): number {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, longestMs)
  // Date.parse alone takes nearly any text that holds a number for a date.
  const date = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(date)) return defaultMs
  return Math.min(Math.max(date - now, 0), longestMs)
}
