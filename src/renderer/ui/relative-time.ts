// Ages in the fewest words that are still exact enough to act on. Timestamps of the service are any string, so a text
// that does not begin like an ISO date is never guessed at.
import { locale } from '../../contract/locale'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Milliseconds since 1970, or null for a text that is not a date. */
export function readTime(at: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}/.test(at)) return null
  const time = Date.parse(at)
  return Number.isNaN(time) ? null : time
}

const dateOnly = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium', hourCycle: 'h23' })
const zoned = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', hourCycle: 'h23' })
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const relative = new Intl.RelativeTimeFormat(locale, { style: 'short' })

export function relativeTime(time: number, now: number): string {
  const ms = time - now
  const size = Math.abs(ms)
  if (size < minute) return 'just now'
  if (size < hour) return relative.format(Math.trunc(ms / minute), 'minute')
  if (size < day) return relative.format(Math.trunc(ms / hour), 'hour')
  return size < 30 * day ? relative.format(Math.trunc(ms / day), 'day') : dateOnly.format(time)
}

export function dateText(time: number): string {
  return dateOnly.format(time)
}

/** Local time in full, for the tooltip. */
export function exactTime(time: number): string {
  return exact.format(time)
}

/** A time with its time zone, for text that people elsewhere may read: "1 June 2025 at 15:53:00 UTC". */
export function zonedTime(time: number): string {
  return zoned.format(time)
}

/** "14:32" today, with the date otherwise. */
export function clockTime(time: number, now: number): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString()
  return isToday ? clock.format(time) : `${dateOnly.format(time)}, ${clock.format(time)}`
}
