// What has to be typed before something is deleted in production, where a mistake costs the most. Checked here too, so
// that it holds for every caller and not only for the dialog.
import { AppError } from '../../contract/errors'
import { confirmationOf } from '../../contract/features/listing'
import type { WorkspaceRef } from '../../contract/workspace'

interface Deletion {
  readonly workspace: WorkspaceRef
  readonly id: string
  readonly confirmation: string | null
}

/**
 * `readTitle` gives what the record is called, null for one without a title, and throws NOT_FOUND for one that is not
 * known here: then its id is asked for, as for a title that is too long to type. Throws INVALID_INPUT on the field `confirmation`.
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
