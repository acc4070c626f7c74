// Solutions: collected from the insights that contain them, as the service has no list of them.
import { z } from 'zod'
import { query } from '../call'
import { listInput, Mention, MentionWithStatus, ofRecord, pageOf } from './listing'
import { TriageMarks } from './triage'

export const SolutionColumn = z.enum(['title', 'status', 'horizon', 'priority', 'strongest', 'insights', 'updatedAt'])

export const SolutionRow = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  status: z.string(),
  horizon: z.string().nullable(),
  /** The service's key for ordering, compared as text. */
  priority: z.string(),
  /** Place by priority among all solutions here, from 1. Solutions with the same priority share a place. */
  rank: z.number().int(),
  aiProcessingState: z.string(),
  createdBy: z.string(),
  hideContent: z.boolean(),
  insights: z.number().int(),
  feedback: z.number().int(),
  /** Greatest combined score of its insights; null = none of them is scored. */
  strongest: z.number().nullable(),
  /** Mean sentiment of its feedback, from −1 to 1; null = none of it has one. */
  sentiment: z.number().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** In lists. Absent: nothing was decided or written about it here. */
  triage: TriageMarks.optional(),
})
export type SolutionRow = z.infer<typeof SolutionRow>

export const SolutionDetail = z.object({
  ...SolutionRow.shape,
  description: z.string(),
  ownerId: z.string().nullable(),
  pros: z.array(z.string()),
  cons: z.array(z.string()),
  prd: z.string(),
  systemPrompt: z.string().nullable(),
  refinementLog: z.array(z.object({ id: z.string(), role: z.string(), content: z.string() })),
  relatedOpportunities: z.array(MentionWithStatus),
  relatedOutcomes: z.array(Mention),
})
export type SolutionDetail = z.infer<typeof SolutionDetail>

export const solutions = {
  query: query(
    listInput(SolutionColumn, {
      statuses: z.array(z.string().max(100)).max(20),
      /** null: not planned. Empty = all. */
      horizons: z.array(z.string().max(100).nullable()).max(20).default([]),
    }),
    pageOf(SolutionRow),
  ),
  get: query(ofRecord, SolutionDetail),
}
