// News: changes of a workspace's insights since the person last marked them as reviewed, from the library's change log.
import { z } from 'zod'
import { command, query } from '../call'
import { longestId, noticeable } from '../limits'
import { WorkspaceRef } from '../workspace'
import { FeedbackRow } from './feedback'
import { ofRecord } from './listing'

/**
 * new: listed now, not at the last review. vanished: the reverse. rising, fading: listed at both times, with a noticeably
 * different combined score. feedback: listed at both times, with more feedback and about the same score.
 */
export const NewsKind = z.enum(['new', 'rising', 'fading', 'feedback', 'vanished'])
export type NewsKind = z.infer<typeof NewsKind>

/** null: it moved too little, or one of the two is unknown. Rounding errors must not decide about a round number. */
export function moveOf(before: number | null, after: number | null): 'rising' | 'fading' | null {
  if (before === null || after === null) return null
  const moved = Math.abs(after - before) + 1e-9
  if (moved < noticeable.points || moved < noticeable.share * Math.abs(before)) return null
  return after > before ? 'rising' : 'fading'
}

const NewsCounts = z.object({
  new: z.number().int(),
  rising: z.number().int(),
  fading: z.number().int(),
  feedback: z.number().int(),
  vanished: z.number().int(),
})

/** Changes under one opportunity. An insight is listed under its strongest opportunity only. */
export const NewsGroup = z.object({
  /** null: the insights have no opportunity. */
  opportunity: z.object({ id: z.string(), title: z.string(), hideContent: z.boolean() }).nullable(),
  total: z.number().int(),
  counts: NewsCounts,
})
export type NewsGroup = z.infer<typeof NewsGroup>

/** As many readings as fit the line in a row. */
export const mostReadings = 30

export const NewsRow = z.object({
  id: z.string(),
  kind: NewsKind,
  /** At most 1,000 characters. */
  title: z.string(),
  type: z.string(),
  hideContent: z.boolean(),
  /** Combined score at the last review; null = not scored, or not listed. */
  before: z.number().nullable(),
  /** Combined score now, or the last one of a vanished insight. */
  after: z.number().nullable(),
  /**
   * Size of the change between 0 and 1, where 1 is the largest of all listed changes: how far the score moved, or the
   * whole score of a new or vanished insight.
   */
  size: z.number(),
  /** Feedback that was not linked to the insight at the last review; 0 for a new or vanished insight. */
  addedFeedback: z.number().int(),
  /** The last `mostReadings` combined scores, oldest first. at: null = returned when the insight was created. */
  scores: z.array(z.object({ at: z.string().nullable(), combinedScore: z.number().nullable() })),
  /** When the list with this change was requested: ISO 8601, UTC. */
  at: z.string(),
  /** In a list by opportunity: the group that this row begins. */
  group: NewsGroup.nullable(),
})
export type NewsRow = z.infer<typeof NewsRow>

/** size: the largest change first. opportunity: the same within each opportunity, the one with the largest change first. */
export const NewsOrder = z.enum(['size', 'opportunity'])

/** The baseline of the news. Before the first review, everything from the first sync counts as seen. */
export const NewsSince = z.object({ kind: z.enum(['review', 'first-sync']), at: z.string() })
export type NewsSince = z.infer<typeof NewsSince>

export const NewsPage = z.object({
  rows: z.array(NewsRow),
  /** Rows that match the filter. */
  total: z.number().int(),
  all: z.number().int(),
  counts: NewsCounts,
  /** Places of the first change of each group, also beyond this page; empty where the list has no groups. */
  starts: z.array(z.number().int()),
  /** null before the first sync. */
  since: NewsSince.nullable(),
  /** The last sync that these rows include, to be passed to `markReviewed`. */
  upTo: z.number().int(),
  /** The last review can be undone. */
  canUndo: z.boolean(),
})
export type NewsPage = z.infer<typeof NewsPage>

export const mostNewFeedback = 20

export const NewsDetail = z.object({
  ...NewsRow.shape,
  /** In full; for a vanished insight as last known. */
  title: z.string(),
  description: z.string(),
  ownerId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The newest of the added feedback, at most `mostNewFeedback`. */
  newFeedback: z.array(FeedbackRow),
})
export type NewsDetail = z.infer<typeof NewsDetail>

const ofWorkspace = z.strictObject({ workspace: WorkspaceRef })

const insightId = z.string().min(1).max(longestId)
/** More changes than a workspace is made for. */
const mostMarked = 1_000_000
const sync = z.number().int().min(0)

/** A completed review: the sync up to which it went, and the reviews before it. */
export const MadeReview = z.strictObject({
  upTo: sync,
  /** The sync up to which each insight that was marked by itself was reviewed before; null: it had no mark. */
  marks: z.array(z.strictObject({ id: insightId, before: sync.nullable() })).max(mostMarked),
  /** Set if everything was marked at once. `before`: the review of everything before it; null: there was none. */
  all: z.strictObject({ before: z.strictObject({ sync, at: z.string().max(100) }).nullable() }).nullable(),
})
export type MadeReview = z.infer<typeof MadeReview>

/** Selects the changes to list. */
const filter = {
  workspace: WorkspaceRef,
  text: z.string().max(500),
  /** Empty = all. */
  kinds: z.array(z.string().max(100)).max(20),
}

export const news = {
  query: query(
    z.strictObject({
      ...filter,
      /** Absent = size. */
      sort: NewsOrder.optional(),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    NewsPage,
  ),
  /** Throws NOT_FOUND for an insight without news. */
  get: query(ofRecord, NewsDetail),
  /** Marks the matching changes as reviewed, each up to this sync. Never moves backwards. `ids`: only these insights. */
  markReviewed: command(
    z.strictObject({
      ...filter,
      ids: z.array(insightId).max(mostMarked).optional(),
      upTo: z.number().int().min(0),
    }),
    /** `undo`: the review to undo, as long as the same changes aren't reviewed again; null where nothing was left to review. */
    z.object({ reviewed: z.number().int(), undo: MadeReview.nullable() }),
  ),
  /** Undoes that review, or else the last one. `isUndone`: false where nothing of it was left. */
  undoReview: command(
    z.strictObject({ ...ofWorkspace.shape, review: MadeReview.optional() }),
    z.object({ isUndone: z.boolean() }),
  ),
}
