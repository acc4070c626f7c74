// Insights: listed, searched and read from the library; created through the journal.
import { z } from 'zod'
import { command, query } from '../call'
import { ErrorReport } from '../errors'
import { CreateInsightBody } from '../resources/insight'
import { WorkspaceRef } from '../workspace'
import { ChangeState } from './activity'
import { ofRecord, RelatedTo } from './listing'

const score = z.number().nullable()

export const InsightColumn = z.enum([
  'seen',
  'type',
  'title',
  'combinedScore',
  'strengthScore',
  'momentumScore',
  'strength',
  'createdAt',
  'updatedAt',
])
export type InsightColumn = z.infer<typeof InsightColumn>

export const InsightFilter = z.strictObject({
  /** Words to find by prefix in title and description; never query syntax. */
  text: z.string().max(500).default(''),
  types: z.array(z.string().max(100)).max(20).default([]),
  seen: z.enum(['any', 'seen', 'unseen']).default('any'),
  opportunity: z.enum(['any', 'with', 'without']).default('any'),
  /** Bounds on the combined score; a bound leaves out insights without a score. */
  minScore: z.number().nullable().default(null),
  maxScore: z.number().nullable().default(null),
  /** Only insights that carry this record. */
  relatedTo: RelatedTo.nullable().default(null),
})
export type InsightFilter = z.infer<typeof InsightFilter>

export const InsightSort = z.strictObject({ column: InsightColumn, direction: z.enum(['ascending', 'descending']) })
export type InsightSort = z.infer<typeof InsightSort>

export const InsightQuery = z.strictObject({
  workspace: WorkspaceRef,
  filter: InsightFilter,
  sort: InsightSort,
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(500),
})
export type InsightQuery = z.infer<typeof InsightQuery>

/** Present while a row is only the person's own change that the service has not confirmed. */
export const PendingChange = z.object({ changeId: z.string(), state: ChangeState, error: ErrorReport.nullable() })

export const InsightRow = z.object({
  id: z.string(),
  type: z.string(),
  title: z.string(),
  /** Start of the description on one line, at most 200 characters. */
  summary: z.string(),
  seen: z.boolean(),
  hideContent: z.boolean(),
  combinedScore: score,
  strengthScore: score,
  momentumScore: score,
  strength: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  pending: PendingChange.nullable(),
})
export type InsightRow = z.infer<typeof InsightRow>

export const InsightPage = z.object({
  rows: z.array(InsightRow),
  /** Rows that match the filter, whatever offset and limit. */
  total: z.number().int(),
  /** Rows in the workspace, whatever the filter. */
  all: z.number().int(),
  unseen: z.number().int(),
  /** Highest combined score in the workspace, whatever the filter; the score has no upper bound. null: none is scored. */
  greatestScore: score.default(null),
})
export type InsightPage = z.infer<typeof InsightPage>

const related = { id: z.string(), title: z.string(), description: z.string(), hideContent: z.boolean() }

export const InsightDetail = z.object({
  ...InsightRow.shape,
  description: z.string(),
  ownerId: z.string().nullable(),
  lastScoreCalculatedAt: z.string().nullable(),
  /** How many numbers the embedding has; the numbers themselves stay in the library. */
  embeddingLength: z.number().int().nullable(),
  opportunities: z.array(z.object({ ...related, status: z.string() })),
  solutions: z.array(z.object({ ...related, status: z.string(), horizon: z.string().nullable() })),
  outcomes: z.array(z.object({ ...related, priority: z.number(), trend: z.number().nullable() })),
  feedback: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullable(),
      content: z.string(),
      source: z.string(),
      sourceId: z.string().nullable(),
      sourceUrl: z.string().nullable(),
      submittedBy: z.string().nullable(),
      processed: z.boolean(),
      sentimentScore: score,
      sentimentCategory: z.string().nullable(),
      sentimentConfidence: score,
      createdAt: z.string(),
    }),
  ),
})
export type InsightDetail = z.infer<typeof InsightDetail>

/** The scores as they were from one sync on. */
export const ScorePoint = z.object({
  /** When that sync asked for the list: ISO 8601, UTC; null: the service returned it when the insight was created. */
  at: z.string().nullable(),
  combinedScore: score,
  strengthScore: score,
  momentumScore: score,
})
export type ScorePoint = z.infer<typeof ScorePoint>

/** What the person types; organisation, workspace and the new id are added in main. */
export const InsightInput = z.strictObject({
  type: CreateInsightBody.shape.type,
  title: z.string().trim().min(1, 'A title is needed.'),
  description: z.string().trim().min(1, 'A description is needed.'),
  ownerId: CreateInsightBody.shape.ownerId,
  feedbackIds: CreateInsightBody.shape.feedbackIds,
  strengthScore: CreateInsightBody.shape.strengthScore,
  momentumScore: CreateInsightBody.shape.momentumScore,
  combinedScore: CreateInsightBody.shape.combinedScore,
})
export type InsightInput = z.infer<typeof InsightInput>

/** A draft is whatever stands in the fields, valid or not: text by field name. */
export const InsightDraft = z.object({ values: z.record(z.string().max(100), z.string()), savedAt: z.string() })

/** `done`: the service has it. `waiting`: journalled, sent when the service can be reached. Refusals are thrown. */
export const CreateResult = z.object({
  insightId: z.string(),
  changeId: z.string(),
  state: z.enum(['done', 'waiting', 'unknown']),
  /** Why it waits. */
  error: ErrorReport.nullable(),
})
export type CreateResult = z.infer<typeof CreateResult>

const ofDraft = z.strictObject({
  workspace: WorkspaceRef,
  /** null: of a new insight. Otherwise of a change that was not accepted and is being mended. */
  changeId: z.string().max(200).nullable().default(null),
})

export const insights = {
  query: query(InsightQuery, InsightPage),
  get: query(z.strictObject({ workspace: WorkspaceRef, id: z.string() }), InsightDetail),
  /** Oldest first, one for each time a score changed, at most the last 1,000. Also of an insight that is gone. */
  scoreHistory: query(ofRecord, z.array(ScorePoint)),
  create: command(z.strictObject({ workspace: WorkspaceRef, insight: InsightInput }), CreateResult, {
    changesService: true,
  }),
  /** Sends a creation that was not accepted once more, with what the person made of it; otherwise as `create`. */
  revise: command(
    z.strictObject({ workspace: WorkspaceRef, changeId: z.string(), insight: InsightInput }),
    CreateResult,
    {
      changesService: true,
    },
  ),
  draft: query(ofDraft, InsightDraft.nullable()),
  saveDraft: command(
    z.strictObject({ ...ofDraft.shape, values: InsightDraft.shape.values }),
    z.object({ savedAt: z.string() }),
  ),
  discardDraft: command(ofDraft, z.null()),
}
