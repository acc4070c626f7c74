// News: changes of a workspace's insights since the person last marked them as reviewed, from the library's change log.
import { z } from 'zod'
import { command, query } from '../call'
import { WorkspaceRef } from '../workspace'
import { ofRecord } from './listing'

/**
 * new: listed now, not at the last review. vanished: the reverse. rising, fading: listed at both times, with a noticeably
 * different combined score.
 */
export const NewsKind = z.enum(['new', 'rising', 'fading', 'vanished'])
export type NewsKind = z.infer<typeof NewsKind>

/**
 * A change of the combined score is news if it exceeds both limits. `points` filters noise in tiny scores, `share` in
 * large ones: the score has no upper bound (API document, "Insight").
 */
export const noticeable = { points: 0.05, share: 0.1 } as const

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
  /** Feedback of a rising or fading insight that was not linked to it at the last review. */
  addedFeedback: z.number().int(),
  /** When the list with this change was requested: ISO 8601, UTC. */
  at: z.string(),
})
export type NewsRow = z.infer<typeof NewsRow>

/** The baseline of the news. Before the first review, everything from the first sync counts as seen. */
export const NewsSince = z.object({ kind: z.enum(['review', 'first-sync']), at: z.string() })
export type NewsSince = z.infer<typeof NewsSince>

export const NewsPage = z.object({
  rows: z.array(NewsRow),
  /** Rows that match the filter. */
  total: z.number().int(),
  all: z.number().int(),
  counts: z.object({
    new: z.number().int(),
    rising: z.number().int(),
    fading: z.number().int(),
    vanished: z.number().int(),
  }),
  /** null before the first sync. */
  since: NewsSince.nullable(),
  /** The last sync that these rows include, to be passed to `markReviewed`. */
  upTo: z.number().int(),
  /** The last review can be undone. */
  canUndo: z.boolean(),
})
export type NewsPage = z.infer<typeof NewsPage>

export const NewsDetail = z.object({
  ...NewsRow.shape,
  /** In full; of a vanished insight as last known. */
  title: z.string(),
  description: z.string(),
  ownerId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type NewsDetail = z.infer<typeof NewsDetail>

const ofWorkspace = z.strictObject({ workspace: WorkspaceRef })

/** Which changes are listed. */
const filter = {
  workspace: WorkspaceRef,
  text: z.string().max(500),
  /** Empty = all. */
  kinds: z.array(z.string().max(100)).max(20),
}

export const news = {
  /** The largest change first. */
  query: query(
    z.strictObject({
      ...filter,
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    NewsPage,
  ),
  /** Throws NOT_FOUND for an insight without news. */
  get: query(ofRecord, NewsDetail),
  /** Marks the changes that match as reviewed, each up to this sync. Never moves backwards. */
  markReviewed: command(z.strictObject({ ...filter, upTo: z.number().int().min(0) }), z.null()),
  /** Undoes the last `markReviewed`. */
  undoReview: command(ofWorkspace, z.null()),
}
