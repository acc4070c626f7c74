// Weeks and days of the local time zone. A week begins on Monday.

const pad = (number: number) => String(number).padStart(2, '0')

/** "2026-11-23" */
export const localDate = (date: Date) => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

/** Midnight at the beginning of that day, or the first instant where midnight is skipped. */
export function startOfDay(date: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day)
}

/** Whether there is such a day: "2026-11-23", but not "2026-02-30". */
export const isLocalDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && localDate(startOfDay(text)) === text

/** The Mondays of `count` weeks, the last being the week of `now`; the oldest first. */
export function mondays(now: Date, count: number): readonly string[] {
  const sinceMonday = (now.getDay() + 6) % 7
  return Array.from({ length: count }, (_, place) =>
    localDate(new Date(now.getFullYear(), now.getMonth(), now.getDate() - sinceMonday - 7 * (count - 1 - place))),
  )
}

/**
 * From the beginning of yesterday to the end of tomorrow: the dates of what is new. Whole days, so that a list keeps its
 * order until midnight, while its pages are read one by one. A date further ahead is from before the clock was set back.
 */
export function newDays(now: Date): { readonly from: Date; readonly until: Date } {
  const startOf = (daysAhead: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysAhead)
  return { from: startOf(-1), until: startOf(2) }
}
