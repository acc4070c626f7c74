// Opportunities: collected from the insights that contain them, as the service has no list of them.
import { z } from 'zod'
import { command, query } from '../call'
import { ErrorReport } from '../errors'
import { listInput, Mention, MentionWithStatus, ofRecord, pageOf } from './listing'
import { needsFilter } from './needs'
import { TriageMarks } from './triage'

export const OpportunityColumn = z.enum([
  'title',
  'status',
  'strongest',
  'rising',
  'insights',
  'unseen',
  'feedback',
  'sentiment',
  'solutions',
  'updatedAt',
])

export const OpportunityRow = z.object({
  id: z.string(),
  title: z.string(),
  /** Start of the description on one line, at most 200 characters. */
  summary: z.string(),
  status: z.string(),
  solutionsGeneratingState: z.string(),
  createdBy: z.string(),
  read: z.boolean(),
  hideContent: z.boolean(),
  insights: z.number().int(),
  unseen: z.number().int(),
  feedback: z.number().int(),
  solutions: z.number().int(),
  /** Greatest combined score of its insights; null = none of them is scored. */
  strongest: z.number().nullable(),
  /** Mean sentiment of its feedback, from −1 to 1; null = none of it has one. */
  sentiment: z.number().nullable(),
  /** Insights whose score rose noticeably since the last review of changes. */
  rising: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** In lists. Absent: nothing was decided or written about it here. */
  triage: TriageMarks.optional(),
})
export type OpportunityRow = z.infer<typeof OpportunityRow>

/** The combined scores at the last review and now. */
export const RisingInsight = z.object({
  id: z.string(),
  title: z.string(),
  hideContent: z.boolean(),
  before: z.number().nullable(),
  after: z.number().nullable(),
})
export type RisingInsight = z.infer<typeof RisingInsight>

export const OpportunityDetail = z.object({
  ...OpportunityRow.shape,
  description: z.string(),
  ownerId: z.string().nullable(),
  /** Largest rise first, at most 20. */
  risingInsights: z.array(RisingInsight),
  relatedSolutions: z.array(MentionWithStatus),
  relatedOutcomes: z.array(Mention),
  relatedOpportunities: z.array(MentionWithStatus),
})
export type OpportunityDetail = z.infer<typeof OpportunityDetail>

export const MarkedInsight = z.object({
  id: z.string(),
  title: z.string(),
  hideContent: z.boolean(),
  /** Number of other opportunities that it belongs to. */
  alsoIn: z.number().int(),
})
export type MarkedInsight = z.infer<typeof MarkedInsight>

export const opportunities = {
  query: query(
    listInput(OpportunityColumn, { statuses: z.array(z.string().max(100)).max(20), ...needsFilter }),
    pageOf(OpportunityRow),
  ),
  get: query(ofRecord, OpportunityDetail),
  /**
   * The effect of marking, as far as the local data tells: the number of insights to mark, the number of those that other
   * opportunities share, and the titles of the strongest, at most 50.
   */
  markAllSeenPreview: query(
    ofRecord,
    z.object({
      title: z.string(),
      insights: z.number().int(),
      unseen: z.number().int(),
      unseenShared: z.number().int(),
      marked: z.array(MarkedInsight),
    }),
  ),
  /**
   * Never queued. Reads the list again before it resolves. `unseen`: the number of insights still unseen. `rereadError`:
   * the insights are marked, but the list could not be read again; null = it was.
   */
  markAllSeen: command(ofRecord, z.object({ unseen: z.number().int(), rereadError: ErrorReport.nullable() }), {
    changesService: true,
  }),
}
