// News: what happened to the insights of a workspace since the person last looked, told from the library's change log.
import { z } from 'zod'
import { command, query } from '../call'
import { WorkspaceRef } from '../workspace'
import { ofRecord } from './listing'

/**
 * new: listed now and not at the last look. vanished: the other way round. rising, fading: listed at both times, with
 * a combined score that differs noticeably.
 */
export const NewsKind = z.enum(['new', 'rising', 'fading', 'vanished'])
export type NewsKind = z.infer<typeof NewsKind>

/**
 * How far a combined score must have moved to be news: both at once. The points keep tiny scores out, the share large
 * ones, as the score has no upper bound (API document, "Insight").
 */
export const noticeable = { points: 0.05, share: 0.1 } as const

export const NewsRow = z.object({
  id: z.string(),
  kind: NewsKind,
  /** At most 1,000 characters. */
  title: z.string(),
  type: z.string(),
  hideContent: z.boolean(),
  /** Combined score at the last look; null: not scored, or not there. */
  before: z.number().nullable(),
  /** Combined score now, or the last one that a vanished insight had. */
  after: z.number().nullable(),
  /** When the list that told of it was asked for: ISO 8601, UTC. */
  at: z.string(),
})
export type NewsRow = z.infer<typeof NewsRow>

/** What the news are measured from. A person who never looked has seen what the first sync brought. */
export const NewsSince = z.object({ kind: z.enum(['look', 'first-sync']), at: z.string() })
export type NewsSince = z.infer<typeof NewsSince>

export const NewsPage = z.object({
  rows: z.array(NewsRow),
  /** Rows of the wanted kinds and words. */
  total: z.number().int(),
  all: z.number().int(),
  counts: z.object({
    new: z.number().int(),
    rising: z.number().int(),
    fading: z.number().int(),
    vanished: z.number().int(),
  }),
  /** null: nothing was synced yet. */
  since: NewsSince.nullable(),
  /** The last sync that these rows take into account: what `look` may count as seen. */
  upTo: z.number().int(),
  /** The last look can be taken back. */
  canTakeBack: z.boolean(),
})
export type NewsPage = z.infer<typeof NewsPage>

export const NewsDetail = z.object({
  ...NewsRow.shape,
  /** In full. Of a vanished insight as it was last known. */
  title: z.string(),
  description: z.string(),
  ownerId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type NewsDetail = z.infer<typeof NewsDetail>

const ofWorkspace = z.strictObject({ workspace: WorkspaceRef })

export const news = {
  /** New first, then rising, fading and vanished; within a kind the largest first. */
  query: query(
    z.strictObject({
      workspace: WorkspaceRef,
      text: z.string().max(500),
      /** Empty = all. */
      kinds: z.array(z.string().max(100)).max(20),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    NewsPage,
  ),
  /** Throws NOT_FOUND for an insight that is no news. */
  get: query(ofRecord, NewsDetail),
  /** The person has seen everything up to this sync. Never moves backwards. */
  look: command(z.strictObject({ workspace: WorkspaceRef, upTo: z.number().int().min(0) }), z.null()),
  /** As if the last look had not been. */
  takeBackLook: command(ofWorkspace, z.null()),
}
