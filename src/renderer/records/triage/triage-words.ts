// What a person reads about their own decisions, and the days that a snooze ends on.
import type { Triage, TriageDecision, TriagedKind } from '../../../contract/features/triage'
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

const oneOf: Readonly<Record<TriagedKind, string>> = {
  insight: '1 insight',
  opportunity: '1 opportunity',
  solution: '1 solution',
  outcome: '1 goal',
  feedback: '1 piece of feedback',
  knowledge: '1 knowledge item',
  topic: '1 topic',
  metric: '1 metric',
}

/** As a list says it of its rows. */
export function decidedText(kind: TriagedKind, decision: TriageDecision): string {
  const what = oneOf[kind]
  if (decision.status === 'snoozed') return `Snoozed ${what} ${untilText(decision.until)}`
  return decision.status === 'reviewed' ? `Marked ${what} as reviewed` : `Marked ${what} as not reviewed`
}
