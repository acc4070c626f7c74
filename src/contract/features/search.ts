// Search over all records of the library, for the command palette.
import { z } from 'zod'
import { query } from '../call'
import { WorkspaceRef } from '../workspace'

export const Found = z.object({
  kind: z.enum(['insight', 'opportunity', 'solution', 'outcome', 'knowledge', 'topic', 'metric']),
  id: z.string(),
  /** Empty if the content is hidden. */
  title: z.string(),
  /** The service asks to hide the content. */
  isHidden: z.boolean(),
  /** Where the words were found, best first. Not specific for a hidden record. */
  foundIn: z.enum(['title-start', 'title', 'text']),
})
export type Found = z.infer<typeof Found>

/** How a search forgave one typed word that no record has. */
export const ForgivenWord = z.object({
  typed: z.string(),
  /** The words searched for instead. */
  words: z.array(z.string()).readonly(),
  /** part: they contain the typed word. similar: it is one of them, mistyped. */
  because: z.enum(['part', 'similar']),
})
export type ForgivenWord = z.infer<typeof ForgivenWord>

/** Absent: every word was searched for as it was typed. */
export const forgiven = z.array(ForgivenWord).readonly().optional()

export const FoundRecords = z.object({
  found: z.array(Found),
  /** The number of matches of each kind with any, regardless of the limit. */
  totals: z.array(z.object({ kind: Found.shape.kind, total: z.number().int() })),
  forgiven,
})
export type FoundRecords = z.infer<typeof FoundRecords>

export const search = {
  /** At most `limit` of each kind, best first within a kind. Feedback is searched in its own list. */
  everything: query(
    z.strictObject({ workspace: WorkspaceRef, text: z.string().max(500), limit: z.number().int().min(1).max(20) }),
    FoundRecords,
  ),
}
