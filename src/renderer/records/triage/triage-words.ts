// Texts about the person's own decisions, and the days that a snooze ends on.
import type { Triage, TriageDecision, TriagedKind } from '../../../contract/features/triage'
import { isLocalDate, localDate, startOfDay } from '../../../contract/weeks'
import { dateText } from '../../ui/relative-time'

export const onlyHere =
  'Review state, snoozes, notes and labels stay on this computer and are never sent. “Seen” is set in the service, for everyone in the workspace; this app can set it only for all insights in an opportunity at once.'

/** The beginning of a day in local time; `daysAhead` of 0 = today. */
function dayAhead(daysAhead: number, now: number): Date {
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysAhead)
}

export const tomorrow = (now: number) => dayAhead(1, now)

/** The next Monday that is not tomorrow. */
export function nextWeek(now: number): Date {
  const daysToMonday = (8 - new Date(now).getDay()) % 7 || 7
  return dayAhead(daysToMonday === 1 ? 8 : daysToMonday, now)
}

/** Turns "2026-11-23", as a date field has it, into the beginning of that day; null: it is no day after today. */
export function chosenDay(text: string, now: number): Date | null {
  if (!isLocalDate(text)) return null
  const chosen = startOfDay(text)
  return chosen.getTime() >= tomorrow(now).getTime() ? chosen : null
}

const dayText = (day: string) => dateText(startOfDay(day).getTime())

export function snoozedText({ until }: Pick<Triage, 'until'>): string {
  return until === null ? 'Snoozed until its score or feedback changes' : `Snoozed until ${dayText(until)}`
}

/** Words for a snooze that begins now: "until tomorrow" */
function untilText(until: string | null): string {
  if (until === null) return 'until the score or feedback changes'
  return until === localDate(tomorrow(Date.now())) ? 'until tomorrow' : `until ${dayText(until)}`
}

export const oneOf: Readonly<Record<TriagedKind, string>> = {
  insight: '1 insight',
  opportunity: '1 opportunity',
  solution: '1 solution',
  outcome: '1 goal',
  feedback: '1 piece of feedback',
  knowledge: '1 knowledge item',
  topic: '1 topic',
  metric: '1 metric',
}

export const notUndone = 'Couldn’t undo: it has since changed.'

/** @param what one of `oneOf`, or "3 insights" */
export const fullText = (what: string) => `${what} can’t have more labels.`

/** @param what one of `oneOf`, “Range jumps…” or "3 insights" */
export function decidedText(what: string, decision: TriageDecision): string {
  if (decision.status === 'snoozed') return `Snoozed ${what} ${untilText(decision.until)}`
  return decision.status === 'reviewed' ? `Marked ${what} as reviewed` : `Marked ${what} as not reviewed`
}
