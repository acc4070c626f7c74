// Reasons why an opportunity or a goal may want attention: a filter of their lists and a group of This week, by one rule.
import { z } from 'zod'
import { recentDays } from './feedback'

export const Need = z.enum([
  /** At least one of its insights is unseen. */
  'unseen',
  /** `isUnhappy`. */
  'unhappy',
  /** None of its insights has feedback. */
  'noFeedback',
  /** It has feedback, and none was written in the last `recentDays` days. */
  'oldFeedback',
  /** A goal that shares no insight with an opportunity. */
  'noOpportunity',
])
export type Need = z.infer<typeof Need>

export const needsOfOpportunity = Need.exclude(['noOpportunity']).options
export const needsOfGoal = Need.options

/** Only records with any of them; empty or absent = all. */
export const needsFilter = { needs: z.array(Need).max(Need.options.length).optional() }

/** With fewer, one more piece could turn it. */
export const fewestRated = 3

/** At least two thirds of the recent feedback with known sentiment is negative, and at least `fewestRated` pieces are known. */
export const isUnhappy = ({ rated, negative }: { readonly rated: number; readonly negative: number }) =>
  rated >= fewestRated && negative * 3 >= rated * 2

export const needWords: Readonly<Record<Need, string>> = {
  unseen: 'Unseen insights',
  unhappy: 'Mostly negative',
  noFeedback: 'No feedback',
  oldFeedback: 'No recent feedback',
  noOpportunity: 'No opportunity',
}

/** The exact rule, where the label leaves it open. */
export const needRules: Partial<Readonly<Record<Need, string>>> = {
  oldFeedback: `Last feedback over ${recentDays} days ago`,
}

const dayMs = 24 * 60 * 60 * 1000

/** Returns the beginning of the UTC day `recentDays` days ago, so that cached results last as long as the day. */
export function recentSince(now: Date): string {
  return `${new Date(now.getTime() - recentDays * dayMs).toISOString().slice(0, 10)}T00:00:00.000Z`
}
