// Outcomes, shown as goals: collected from the insights that contain them.
import { z } from 'zod'
import { command, query } from '../call'
import { Confirmation, DeleteResult, listInput, MentionWithStatus, ofRecord, pageOf } from './listing'
import { needsFilter } from './needs'
import { TriageMarks } from './triage'

export const OutcomeColumn = z.enum([
  'title',
  'priority',
  'trend',
  'insights',
  'unseen',
  'feedback',
  'opportunities',
  'metrics',
  'updatedAt',
])

export const OutcomeRow = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  /** The service's number for ordering. */
  priority: z.number(),
  /** Place by priority among all goals here, from 1. Goals with the same priority share a place. */
  rank: z.number().int(),
  trend: z.number().nullable(),
  hideContent: z.boolean(),
  insights: z.number().int(),
  unseen: z.number().int(),
  feedback: z.number().int(),
  opportunities: z.number().int(),
  solutions: z.number().int(),
  /** Metrics that were linked on this computer. */
  metrics: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** In lists. Absent: nothing was decided or written about it here. */
  triage: TriageMarks.optional(),
})
export type OutcomeRow = z.infer<typeof OutcomeRow>

export const OutcomeDetail = z.object({
  ...OutcomeRow.shape,
  description: z.string(),
  ownerId: z.string().nullable(),
  analyticEvents: z.array(z.string()),
  relatedOpportunities: z.array(MentionWithStatus),
  relatedSolutions: z.array(MentionWithStatus),
  linkedMetrics: z.array(z.object({ metricId: z.string(), label: z.string(), linkedAt: z.string() })),
})
export type OutcomeDetail = z.infer<typeof OutcomeDetail>

export const outcomes = {
  query: query(listInput(OutcomeColumn, needsFilter), pageOf(OutcomeRow)),
  get: query(ofRecord, OutcomeDetail),
  /** Works for an outcome that no insight contains, too. Never queued. Refuses a wrong confirmation in production. */
  delete: command(z.strictObject({ ...ofRecord.shape, confirmation: Confirmation }), DeleteResult, {
    changesService: true,
  }),
}
