// What a person reads about their own decisions, and the days that a snooze ends on.
import type { Triage, TriageDecision } from '../../../contract/features/triage'
import { dateText, readTime } from '../../ui/relative-time'

export const onlyHere =
  'Reviewed, snoozed, notes and labels are kept only on this computer. They’re never sent to the service. Seen is the service’s own mark, for everyone in the workspace.'

/** The beginning of a day, local time. 0 = today. */
function startOfDay(daysAhead: number, now: number): Date {
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysAhead)
}

export const tomorrow = (now: number) => startOfDay(1, now)

/** The next Monday that is not tomorrow. */
export function nextWeek(now: number): Date {
  const daysToMonday = (8 - new Date(now).getDay()) % 7 || 7
  return startOfDay(daysToMonday === 1 ? 8 : daysToMonday, now)
}

/** "2026-11-23", as a date field has it, to the beginning of that day; null: it is no day after today. */
export function chosenDay(text: string, now: number): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined) return null
  const chosen = new Date(Number(year), Number(month) - 1, Number(day))
  return chosen.getTime() >= tomorrow(now).getTime() ? chosen : null
}

/** As a date field wants it. */
export function dayField(day: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

export function snoozedText({ until }: Pick<Triage, 'until'>): string {
  const time = until === null ? null : readTime(until)
  return time === null ? 'Snoozed until its score or feedback changes' : `Snoozed until ${dateText(time)}`
}

/** Of a snooze that begins now: "until tomorrow" */
export function untilText(until: string | null): string {
  const time = until === null ? null : readTime(until)
  if (time === null) return 'until its score or feedback changes'
  return time === tomorrow(Date.now()).getTime() ? 'until tomorrow' : `until ${dateText(time)}`
}

/** Of what was just decided about the record that is open. */
export function decidedText(decision: TriageDecision, { status: before }: Pick<Triage, 'status'>): string {
  if (decision.status === 'snoozed') return `Snoozed ${untilText(decision.until)}`
  if (decision.status === 'reviewed') return 'Marked as reviewed'
  return before === 'snoozed' ? 'Ended the snooze' : 'Marked as not reviewed'
}
