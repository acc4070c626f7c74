// Ages in the fewest words that are still exact enough to act on. Timestamps of the service are any string, so a text
// that does not begin like an ISO date is never guessed at.
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Milliseconds since 1970, or null for a text that is not a date. */
export function readTime(at: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}/.test(at)) return null
  const time = Date.parse(at)
  return Number.isNaN(time) ? null : time
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

function span(ms: number): string {
  if (ms < hour) return `${Math.floor(ms / minute)} min`
  if (ms < day) return `${Math.floor(ms / hour)} h`
  return plural(Math.floor(ms / day), 'day')
}

const dateOnly = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium', hourCycle: 'h23' })
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

export function relativeTime(time: number, now: number): string {
  const age = now - time
  if (Math.abs(age) < minute) return 'just now'
  if (Math.abs(age) >= 30 * day) return dateOnly.format(time)
  return age > 0 ? `${span(age)} ago` : `in ${span(-age)}`
}

export function dateText(time: number): string {
  return dateOnly.format(time)
}

/** Local time in full, for the tooltip. */
export function exactTime(time: number): string {
  return exact.format(time)
}

/** "14:32" today, with the date otherwise. */
export function clockTime(time: number, now: number): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString()
  return isToday ? clock.format(time) : `${dateOnly.format(time)}, ${clock.format(time)}`
}
