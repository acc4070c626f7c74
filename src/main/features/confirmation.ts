// Checks the text that a person types to confirm a deletion in production. The dialog checks it as well; this check holds
// for every caller.
import { AppError } from '../../contract/errors'
import { confirmationOf } from '../../contract/features/listing'
import type { WorkspaceRef } from '../../contract/workspace'

interface Deletion {
  readonly workspace: WorkspaceRef
  readonly id: string
  readonly confirmation: string | null
}

/**
 * `readTitle` returns the record's title, null if it has none, and throws NOT_FOUND for an unknown record. The id is
 * required instead if there is no title, or one too long to type. Throws INVALID_INPUT on the field `confirmation`.
 */
export async function assertConfirmed(
  { workspace, id, confirmation }: Deletion,
  readTitle: () => Promise<string | null>,
): Promise<void> {
  if (workspace.environment !== 'production') return
  const title = await readTitle().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  })
  if (confirmation?.trim() === confirmationOf(title, id).text.trim()) return
  const message = 'What was typed is not what it is called.'
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['confirmation'], message }] })
}
