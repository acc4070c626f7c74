// Dates and times for people, in the computer's time zone.
import { locale } from './locale'

const minuteMs = 60_000

/**
 * Formats local time. A formatter keeps the time zone that it is made in, even after the computer's has changed, so this
 * one has UTC and gets the clock's time as if it were UTC.
 */
export function localFormat(options: Intl.DateTimeFormatOptions): (time: number) => string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return (time) => format.format(time - new Date(time).getTimezoneOffset() * minuteMs)
}

/** "2 Jan 2026" */
export const dateText = localFormat({ day: 'numeric', month: 'short', year: 'numeric' })
