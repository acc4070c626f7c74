// This week: an overview for Mondays. Every figure is counted in the library of this computer, and each has a list that
// shows the same records under a filter: `needs` of opportunities and goals, `since` of insights and feedback.
import { z } from 'zod'
import { query } from '../call'
import { WorkspaceRef } from '../workspace'
import { Need } from './needs'

/** A record of one of the groups, with the figures that say why it is there. */
export const NeedyRecord = z.object({
  id: z.string(),
  title: z.string(),
  hideContent: z.boolean(),
  insights: z.number().int(),
  unseen: z.number().int(),
  /** Recent feedback whose sentiment is known, and how much of it is negative. */
  rated: z.number().int(),
  negative: z.number().int(),
  /** When its last feedback was written: ISO 8601, UTC; null: unknown, or not asked for. */
  latest: z.string().nullable(),
})
export type NeedyRecord = z.infer<typeof NeedyRecord>

/** `top`: the first few, the weightiest first. */
const NeedyGroup = z.object({ total: z.number().int(), top: z.array(NeedyRecord) })
export type NeedyGroup = z.infer<typeof NeedyGroup>

export const Needy = z.object({ all: z.number().int(), groups: z.record(Need, NeedyGroup) })
export type Needy = z.infer<typeof Needy>

export const ThisWeek = z.object({ opportunities: Needy, goals: Needy })
export type ThisWeek = z.infer<typeof ThisWeek>

/** Weeks of the trends, this one included. */
export const trendWeeks = 12

const Counts = z.array(z.number().int())
const Means = z.array(z.number().nullable())

/** Each list has a value for each week. The last week goes on until now and includes later dates. */
export const Trends = z.object({
  /** The Monday that each week begins with, "2026-11-23", the oldest first. */
  weeks: z.array(z.string()),
  /** Created in that week, by type, the most frequent first. */
  insights: z.array(z.object({ type: z.string(), counts: Counts })),
  /** Written in that week; null: neither a category nor a score says its sentiment. */
  feedback: z.array(z.object({ sentiment: z.string().nullable(), counts: Counts })),
  /**
   * Means over the scored insights that were listed at the end of the week. null: nothing was synced by then, or nothing
   * was scored.
   */
  scores: z.object({ combinedScore: Means, strengthScore: Means, momentumScore: Means }),
  /** Number of combined scores behind each mean. */
  scored: Counts,
  /** When the first scores were synced: ISO 8601, UTC; null: none were. */
  scoresSince: z.string().nullable(),
})
export type Trends = z.infer<typeof Trends>

const ofWorkspace = z.strictObject({ workspace: WorkspaceRef })

export const thisWeek = {
  get: query(ofWorkspace, ThisWeek),
  trends: query(ofWorkspace, Trends),
}
