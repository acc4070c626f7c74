// Feedback: verbatim statements of customers behind insights, opportunities and goals.
import { z } from 'zod'
import { query } from '../call'
import { listInput, ofRecord, pageOf } from './listing'

export const FeedbackColumn = z.enum(['createdAt', 'source', 'sentimentScore', 'insights'])

export const FeedbackRow = z.object({
  id: z.string(),
  title: z.string().nullable(),
  content: z.string(),
  source: z.string(),
  sourceId: z.string().nullable(),
  sourceUrl: z.string().nullable(),
  submittedBy: z.string().nullable(),
  processed: z.boolean(),
  sentimentScore: z.number().nullable(),
  sentimentCategory: z.string().nullable(),
  sentimentConfidence: z.number().nullable(),
  insights: z.number().int(),
  createdAt: z.string(),
})
export type FeedbackRow = z.infer<typeof FeedbackRow>

export const feedback = {
  query: query(listInput(FeedbackColumn, {}), pageOf(FeedbackRow)),
  /** A row contains all data of the feedback. Throws NOT_FOUND. */
  get: query(ofRecord, FeedbackRow),
}
