// Evidence map: goals, the opportunities that share insights with them, their solutions, insights and feedback, read a
// branch at a time. The service says only which records an insight carries. A goal and an opportunity, or an opportunity
// and a solution, are known to belong together through the insights that carry both: such a link is inferred.
import { z } from 'zod'
import { command, query } from '../call'
import { largestFile } from '../limits'
import type { SolutionStatus } from '../resources/solution'
import { WorkspaceRef } from '../workspace'
import { forgiven } from './search'

export const MapKind = z.enum(['outcome', 'opportunity', 'solution', 'insight', 'feedback'])
export type MapKind = z.infer<typeof MapKind>

export const MapGap = z.enum([
  /** A goal that shares no insight with any opportunity. */
  'noOpportunities',
  /** An opportunity that shares no insight with any solution. */
  'noSolutions',
  /** A solution that isn't cancelled, and whose insights have no feedback from the last `recentDays` days. */
  'notFresh',
])
export type MapGap = z.infer<typeof MapGap>

const cancelled: z.infer<typeof SolutionStatus> = 'Cancelled'

/** Returns the gap of a record, whatever is filtered. */
export function gapOf(
  kind: MapKind,
  has: {
    readonly opportunities: number
    readonly solutions: number
    readonly recent: number
    readonly status: string | null
  },
): MapGap | null {
  if (kind === 'outcome' && has.opportunities === 0) return 'noOpportunities'
  if (kind === 'opportunity' && has.solutions === 0) return 'noSolutions'
  // Nobody needs evidence for what won't be built.
  if (kind === 'solution' && has.recent === 0 && has.status !== cancelled) return 'notFresh'
  return null
}

/** Lists of the whole workspace. The last three have the records that no other branch leads to. */
export const topLists = ['goals', 'loneOpportunities', 'loneSolutions', 'loneInsights'] as const

export const MapList = z.enum([
  ...topLists,
  'goalOpportunities',
  /** Insights of a goal that carry no opportunity. */
  'goalInsights',
  'opportunitySolutions',
  /** Insights of an opportunity that carry no solution. */
  'opportunityInsights',
  'solutionInsights',
  'insightFeedback',
])
export type MapList = z.infer<typeof MapList>

/** Kind of the records in each list. */
export const listedKind: Readonly<Record<MapList, MapKind>> = {
  goals: 'outcome',
  loneOpportunities: 'opportunity',
  loneSolutions: 'solution',
  loneInsights: 'insight',
  goalOpportunities: 'opportunity',
  goalInsights: 'insight',
  opportunitySolutions: 'solution',
  opportunityInsights: 'insight',
  solutionInsights: 'insight',
  insightFeedback: 'feedback',
}

/** Lists below a record of each kind. The first one follows it directly, a second one is a group of its own. */
export const listsBelow: Readonly<Record<MapKind, readonly MapList[]>> = {
  outcome: ['goalOpportunities', 'goalInsights'],
  opportunity: ['opportunitySolutions', 'opportunityInsights'],
  solution: ['solutionInsights'],
  insight: ['insightFeedback'],
  feedback: [],
}

/** The map shows the records that match, and the way to them. Empty lists of kinds and gaps leave out nothing. */
export const MapFilter = z.strictObject({
  text: z.string().max(500),
  kinds: z.array(MapKind.exclude(['feedback'])).max(4),
  onlyGaps: z.boolean(),
  onlyUnseen: z.boolean(),
})
export type MapFilter = z.infer<typeof MapFilter>

export const noFilter: MapFilter = { text: '', kinds: [], onlyGaps: false, onlyUnseen: false }

const Total = z.object({ list: MapList, total: z.number().int() })
export type MapTotal = z.infer<typeof Total>

export const MapRecord = z.object({
  kind: MapKind,
  id: z.string(),
  /** For feedback its text, shortened. */
  title: z.string(),
  hideContent: z.boolean(),
  /** The type of an insight, the source of feedback; null: goals have none. */
  status: z.string().nullable(),
  /** Insights that carry it. */
  insights: z.number().int(),
  /** Unseen ones among these, or itself. */
  unseen: z.number().int(),
  /** Different pieces of feedback of its insights, or its own. */
  feedback: z.number().int(),
  /** The same, written in the last `recentDays` days. */
  recent: z.number().int(),
  /** Combined score of an insight, or the greatest of the insights that carry the record. */
  score: z.number().nullable(),
  /** Date of the feedback. */
  at: z.string().nullable(),
  gap: MapGap.nullable(),
  /** Insights that it shares with the record above; null: the service itself links the two. */
  through: z.number().int().nullable(),
  /** Number of other records of the kind above that it is also shown below. */
  elsewhere: z.number().int(),
  /** Whether it matches the filter, and is not only on the way to a match. */
  matches: z.boolean(),
  /** Lists below it that are not empty. */
  below: z.array(Total),
})
export type MapRecord = z.infer<typeof MapRecord>

export const MapBranch = z.object({ records: z.array(MapRecord), total: z.number().int() })
export type MapBranch = z.infer<typeof MapBranch>

export const MapTop = z.object({
  /** Lists of the whole workspace that are not empty. */
  below: z.array(Total),
  /** How many records have each gap, whatever is filtered. */
  gaps: z.record(MapGap, z.number().int()),
  /** Goals, opportunities, solutions and insights that match. */
  matching: z.number().int(),
  /** The same, whatever is filtered. */
  all: z.number().int(),
  forgiven,
})
export type MapTop = z.infer<typeof MapTop>

export const mostOfBranch = 500

const ofWorkspace = { workspace: WorkspaceRef }

export const map = {
  top: query(z.strictObject({ ...ofWorkspace, filter: MapFilter }), MapTop),
  /** The first records of a branch. `of`: id of the record above; null: a list of the whole workspace. */
  branch: query(
    z.strictObject({
      ...ofWorkspace,
      list: MapList,
      of: z.string().min(1).max(200).nullable(),
      filter: MapFilter,
      limit: z.number().int().min(1).max(mostOfBranch),
    }),
    MapBranch,
  ),
  /** Saves the page's drawing. `saved` is false if the person cancels the save dialog. */
  save: command(
    z.strictObject({
      workspaceName: z.string().max(200),
      drawing: z.discriminatedUnion('format', [
        z.strictObject({ format: z.literal('svg'), text: z.string().startsWith('<svg ').max(largestFile) }),
        z.strictObject({ format: z.literal('png'), base64: z.base64().max(largestFile) }),
      ]),
    }),
    z.object({ saved: z.boolean() }),
  ),
}
