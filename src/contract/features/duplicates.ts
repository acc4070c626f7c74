// Insights that are near each other by their embeddings: possible duplicates, and those similar to a given one. The library
// computes all of it without the service. A person's mark that two insights are no duplicates stays on this computer.
import { z } from 'zod'
import { command, query } from '../call'
import { WorkspaceRef } from '../workspace'

const id = z.string().trim().min(1).max(200)

/** Least cosine similarity of a pair to look for. */
export const leastOfPairs = 0.85
/** The threshold of the view until the person chooses another. */
export const usualThreshold = 0.95
export const mostPairs = 1_000

const NearInsight = z.object({
  id: z.string(),
  type: z.string(),
  /** As the service has it, even for hidden content. */
  title: z.string(),
  hideContent: z.boolean(),
})

/** Cosine similarity, −1 to 1, of the embeddings. */
const similarity = z.number().min(-1).max(1)

/** Insights that no comparison includes. */
const Uncompared = z.object({
  /** Without an embedding. */
  without: z.number().int(),
  /** With an embedding of another length than most, of zeros only, or with a number that is not finite. */
  incomparable: z.number().int(),
  /** With an embedding that does not fit into memory. */
  leftOut: z.number().int(),
})
export type Uncompared = z.infer<typeof Uncompared>

export const DuplicatePair = z.object({
  /** The insight with the lesser id first. */
  insights: z.tuple([NearInsight, NearInsight]),
  similarity,
  /** The person said that they are no duplicates. */
  isDismissed: z.boolean(),
})
export type DuplicatePair = z.infer<typeof DuplicatePair>

export const Duplicates = z.object({
  /** 0 to 1. Below 1 the pairs are those of the last search, if any: ask again. */
  progress: z.number(),
  /** The nearest `mostPairs` with at least `leastOfPairs`, nearest first. */
  pairs: z.array(DuplicatePair),
  /** Insights with an embedding that were compared. */
  compared: z.number().int(),
  uncompared: Uncompared,
})
export type Duplicates = z.infer<typeof Duplicates>

export const SimilarInsights = z.object({
  /** words: the insight has no embedding, or one that cannot be compared. */
  by: z.enum(['meaning', 'words']),
  /** Nearest first. `similarity` is null for those found by words. */
  rows: z.array(NearInsight.extend({ similarity: similarity.nullable() })),
  uncompared: Uncompared,
})
export type SimilarInsights = z.infer<typeof SimilarInsights>

const ofWorkspace = z.strictObject({ workspace: WorkspaceRef })

export const duplicates = {
  /** The first call begins the search, which stops some seconds after the last call. */
  find: query(ofWorkspace, Duplicates),
  dismiss: command(
    z.strictObject({ workspace: WorkspaceRef, ids: z.tuple([id, id]), isDismissed: z.boolean() }),
    z.null(),
  ),
  /** At most 20, without the insight itself. Throws NOT_FOUND. */
  similar: query(z.strictObject({ workspace: WorkspaceRef, id }), SimilarInsights),
  /** Insights nearest to any of these, except these and matches of the text. Those without an embedding have none. */
  related: query(
    z.strictObject({
      workspace: WorkspaceRef,
      ids: z.array(id).min(1).max(10),
      /** The search text: insights that match it are left out. */
      text: z.string().max(500),
      limit: z.number().int().min(1).max(20),
    }),
    SimilarInsights.shape.rows,
  ),
}
