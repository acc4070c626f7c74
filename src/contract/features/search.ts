// Search: anything the library knows, by text, for the command palette.
import { z } from 'zod'
import { query } from '../call'
import { WorkspaceRef } from '../workspace'

/** What is taken for parts of words, as by the index of the library; everything else separates. */
const wordParts = /[\p{L}\p{N}\p{Co}\p{M}]+/gu

/** The words of what a person typed into a search; a record is found that has them all. None: nothing to search for. */
export const typedWords = (typed: string): readonly string[] => typed.match(wordParts) ?? []

export const Found = z.object({
  kind: z.enum(['insight', 'opportunity', 'solution', 'outcome', 'knowledge', 'topic', 'metric']),
  id: z.string(),
  /** Empty where the content is hidden. */
  title: z.string(),
  /** The service asks for discretion: shown as in the lists, without a word of its content. */
  isHidden: z.boolean(),
  /** Where the words are, best first; of what is hidden nothing closer is told. */
  foundIn: z.enum(['title-start', 'title', 'text']),
})
export type Found = z.infer<typeof Found>

export const FoundRecords = z.object({
  found: z.array(Found),
  /** How many there are of each kind that has any, beyond the limit too. */
  totals: z.array(z.object({ kind: Found.shape.kind, total: z.number().int() })),
})
export type FoundRecords = z.infer<typeof FoundRecords>

export const search = {
  /** At most `limit` of each kind, best first within a kind. Feedback has a list of its own to ask. */
  everything: query(
    z.strictObject({ workspace: WorkspaceRef, text: z.string().max(500), limit: z.number().int().min(1).max(20) }),
    FoundRecords,
  ),
}
