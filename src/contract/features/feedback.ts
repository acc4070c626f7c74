// Feedback: verbatim statements of customers behind insights, opportunities and goals.
import { z } from 'zod'
import { query } from '../call'
import { LocalDate, listInput, ofRecord, pageOf } from './listing'
import { TriageMarks } from './triage'

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
  /** In search results: the text around the first match, where the beginning of the text does not show it. */
  excerpt: z.string().optional(),
  /** In lists. Absent: nothing was decided or written about it here. */
  triage: TriageMarks.optional(),
})
export type FeedbackRow = z.infer<typeof FeedbackRow>

/** Age in days up to which feedback counts as recent. */
export const recentDays = 90

const choice = z.string().max(100)

/** Empty = all. null in `sentiments`: feedback without one. `months`: "2026-07". */
export const feedbackFilter = {
  sources: z.array(choice).max(20).default([]),
  sentiments: z.array(choice.nullable()).max(20).default([]),
  months: z
    .array(z.string().regex(/^\d{4}-\d{2}$/))
    .max(60)
    .default([]),
}
export type FeedbackFilter = z.infer<z.ZodObject<typeof feedbackFilter>>

/** Only feedback written on that day or later; null or absent: whenever. */
export const writtenSince = LocalDate.nullable().optional()

const facet = z.array(z.object({ value: z.string().nullable(), count: z.number().int() }))

/** The values among the feedback that matches everything but the filter of the same name. Months in their order. */
export const FeedbackFacets = z.object({ sources: facet, sentiments: facet, months: facet })
export type FeedbackFacets = z.infer<typeof FeedbackFacets>

export const FeedbackPage = z.object({
  ...pageOf(FeedbackRow).shape,
  facets: FeedbackFacets.default({ sources: [], sentiments: [], months: [] }),
})
export type FeedbackPage = z.infer<typeof FeedbackPage>

export const feedback = {
  query: query(listInput(FeedbackColumn, { ...feedbackFilter, since: writtenSince }), FeedbackPage),
  /** A row contains all data of the feedback. Throws NOT_FOUND. */
  get: query(ofRecord, FeedbackRow),
}
