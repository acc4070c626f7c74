// Ages in the fewest words that are still exact enough to act on. Timestamps of the service are any string, so a text
// that does not begin like an ISO date is never guessed at.
import { dateText, localFormat } from '../../contract/local-time'
import { locale } from '../../contract/locale'

export { dateText }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Milliseconds since 1970, or null for a text that is not a date. */
export function readTime(at: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}/.test(at)) return null
  const time = Date.parse(at)
  return Number.isNaN(time) ? null : time
}

/** In full, for the tooltip. */
export const exactTime = localFormat({ dateStyle: 'full', timeStyle: 'medium', hourCycle: 'h23' })
const clock = localFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const relative = new Intl.RelativeTimeFormat(locale, { style: 'short' })

export function relativeTime(time: number, now: number): string {
  const ms = time - now
  const size = Math.abs(ms)
  if (size < minute) return 'just now'
  if (size < hour) return relative.format(Math.trunc(ms / minute), 'minute')
  if (size < day) return relative.format(Math.trunc(ms / hour), 'hour')
  return size < 30 * day ? relative.format(Math.trunc(ms / day), 'day') : dateText(time)
}

/** A time with its time zone, for text that people elsewhere may read: "1 June 2025 at 15:53:00 UTC". */
export function zonedTime(time: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', hourCycle: 'h23' }).format(time)
}

/** "14:32" today, with the date otherwise. */
export function clockTime(time: number, now: number): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString()
  return isToday ? clock(time) : `${dateText(time)}, ${clock(time)}`
}
