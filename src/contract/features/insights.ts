// Insights: read from the library, created through the queue of changes.
import { z } from 'zod'
import { command, query } from '../call'
import { ErrorReport } from '../errors'
import { CreateInsightBody } from '../resources/insight'
import { WorkspaceRef } from '../workspace'
import { ChangeState } from './activity'
import { insightChoices, insightColumns } from './insight-values'
import { LocalDate, ofRecord, RelatedTo, sortBy } from './listing'
import { forgiven } from './search'
import { TriageMarks } from './triage'

const score = z.number().nullable()

export const InsightColumn = z.enum(insightColumns)
export type InsightColumn = z.infer<typeof InsightColumn>

export const InsightFilter = z.strictObject({
  /** Searched for in title, description, and the person's note and labels; see `parseSearch`. */
  text: z.string().max(500).default(''),
  types: z.array(z.string().max(100)).max(20).default([]),
  seen: z.enum(insightChoices.seen).default('any'),
  opportunity: z.enum(insightChoices.opportunity).default('any'),
  /** Bounds of the combined score. A bound excludes insights without a score. */
  minScore: z.number().nullable().default(null),
  maxScore: z.number().nullable().default(null),
  triage: z.enum(insightChoices.triage).default('any'),
  /** Only insights with one of these labels. Empty = all. */
  labels: z.array(z.string().max(100)).max(20).default([]),
  /** Only insights with a note. */
  hasNote: z.boolean().optional(),
  /** Created on that day or later; null or absent: whenever. */
  since: LocalDate.nullable().optional(),
  /** Only insights that contain this record. */
  relatedTo: RelatedTo.nullable().default(null),
  /** Only the insights of a selection on the topic map, by its id; none where that is no longer kept. */
  picked: z.string().max(40).optional(),
})
export type InsightFilter = z.infer<typeof InsightFilter>

export const InsightSort = sortBy(InsightColumn)
export type InsightSort = z.infer<typeof InsightSort>

export const InsightQuery = z.strictObject({
  workspace: WorkspaceRef,
  filter: InsightFilter,
  sort: InsightSort,
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(500),
})
export type InsightQuery = z.infer<typeof InsightQuery>

/** Present while the row is an optimistic one that the service has not confirmed. */
export const PendingChange = z.object({
  changeId: z.string(),
  version: z.number().int(),
  state: ChangeState,
  error: ErrorReport.nullable(),
  /** It is not sent before the person approved it, in any environment. */
  needsReview: z.boolean(),
})

export const InsightRow = z.object({
  id: z.string(),
  type: z.string(),
  title: z.string(),
  /** Start of the description on one line, or the part around a search match further on; at most 200 characters. */
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
  /** null: nothing was decided or written about it here. */
  triage: TriageMarks.nullable().default(null),
})
export type InsightRow = z.infer<typeof InsightRow>

export const InsightPage = z.object({
  rows: z.array(InsightRow),
  /** Rows that match the filter, regardless of offset and limit. */
  total: z.number().int(),
  /** Rows in the workspace, regardless of the filter. */
  all: z.number().int(),
  unseen: z.number().int(),
  /** Insights to triage in the workspace, regardless of the filter. */
  left: z.number().int().default(0),
  /** Highest combined score in the workspace, regardless of the filter, as scores have no upper bound. null = no score. */
  greatestScore: score.default(null),
  forgiven,
})
export type InsightPage = z.infer<typeof InsightPage>

const related = { id: z.string(), title: z.string(), description: z.string(), hideContent: z.boolean() }

export const InsightDetail = z.object({
  ...InsightRow.shape,
  description: z.string(),
  ownerId: z.string().nullable(),
  lastScoreCalculatedAt: z.string().nullable(),
  /** The length of the embedding. The embedding itself stays in the library. */
  embeddingLength: z.number().int().nullable(),
  opportunities: z.array(z.object({ ...related, status: z.string() })),
  solutions: z.array(z.object({ ...related, status: z.string(), horizon: z.string().nullable() })),
  outcomes: z.array(z.object({ ...related, rank: z.number().int(), trend: z.number().nullable() })),
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

/** The scores as of one sync. */
export const ScorePoint = z.object({
  /** When that sync requested the list: ISO 8601, UTC. null = returned by the service when the insight was created. */
  at: z.string().nullable(),
  combinedScore: score,
  strengthScore: score,
  momentumScore: score,
})
export type ScorePoint = z.infer<typeof ScorePoint>

/** The values of the form. Main adds organisation, workspace and the new id. */
export const InsightInput = z.strictObject({
  type: CreateInsightBody.shape.type,
  title: z.string().trim().min(1, 'Enter a title.'),
  description: z.string().trim().min(1, 'Enter a description.'),
  ownerId: CreateInsightBody.shape.ownerId,
  feedbackIds: CreateInsightBody.shape.feedbackIds,
  strengthScore: CreateInsightBody.shape.strengthScore,
  momentumScore: CreateInsightBody.shape.momentumScore,
  combinedScore: CreateInsightBody.shape.combinedScore,
})
export type InsightInput = z.infer<typeof InsightInput>

/** The text of each field by name, valid or not. */
export const InsightDraft = z.object({ values: z.record(z.string().max(100), z.string()), savedAt: z.string() })

export const NamedDraft = z.object({ draftId: z.string(), ...InsightDraft.shape })
export type NamedDraft = z.infer<typeof NamedDraft>

/** Limit for one workspace. */
export const mostDrafts = 50
export const tooManyDrafts = `You can keep up to ${mostDrafts} drafts. Discard one to start another.`

/**
 * `done`: confirmed by the service. `waiting`: in the queue of changes, sent once the service can be reached. Refusals are
 * thrown.
 */
export const CreateResult = z.object({
  insightId: z.string(),
  changeId: z.string(),
  state: z.enum(['done', 'waiting', 'unknown']),
  /** Why the change waits. */
  error: ErrorReport.nullable(),
})
export type CreateResult = z.infer<typeof CreateResult>

/** Chosen by the page; the only draft of an older version has the empty id. */
const draftId = z.string().max(100).default('')

const ofDraft = z.strictObject({
  workspace: WorkspaceRef,
  /** null for a new insight; otherwise the rejected change that is being edited. */
  changeId: z.string().max(200).nullable().default(null),
  draftId,
})

export const insights = {
  query: query(InsightQuery, InsightPage),
  get: query(z.strictObject({ workspace: WorkspaceRef, id: z.string() }), InsightDetail),
  /** One point per change of a score, oldest first, at most the last 1,000. Also for a deleted insight. */
  scoreHistory: query(ofRecord, z.array(ScorePoint)),
  /** Its draft goes when the change is stored, and is back when the service rejects the change. */
  create: command(z.strictObject({ workspace: WorkspaceRef, insight: InsightInput, draftId }), CreateResult, {
    changesService: true,
  }),
  /** Sends a rejected creation again with the person's edits; otherwise like `create`. `version`: the one the person saw. */
  edit: command(
    z.strictObject({ workspace: WorkspaceRef, changeId: z.string(), version: z.number().int(), insight: InsightInput }),
    CreateResult,
    {
      changesService: true,
    },
  ),
  /** Drafts of new insights, the last saved first. */
  drafts: query(z.strictObject({ workspace: WorkspaceRef }), z.array(NamedDraft)),
  draft: query(ofDraft, InsightDraft.nullable()),
  saveDraft: command(
    z.strictObject({ ...ofDraft.shape, values: InsightDraft.shape.values }),
    z.object({ savedAt: z.string() }),
  ),
  discardDraft: command(ofDraft, z.null()),
}
