// Search: anything the library knows, by text, for the command palette.
import { z } from 'zod'
import { query } from '../call'
import { WorkspaceRef } from '../workspace'

export const Found = z.object({
  kind: z.enum(['insight', 'opportunity', 'solution', 'outcome', 'knowledge', 'topic', 'metric']),
  id: z.string(),
  title: z.string(),
})
export type Found = z.infer<typeof Found>

export const search = {
  /** At most `limit` of each kind, best first within a kind. Records with hidden content are left out. */
  everything: query(
    z.strictObject({ workspace: WorkspaceRef, text: z.string().max(500), limit: z.number().int().min(1).max(20) }),
    z.array(Found),
  ),
}
