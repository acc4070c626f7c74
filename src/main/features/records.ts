// Records that the service lists: reads go to the library, commands to the queue of changes. Insights, which a person
// writes too, have a file of their own.
import { AppError } from '../../contract/errors'
import { confirmationOf } from '../../contract/features/listing'
import type { LibraryApi } from '../../contract/library'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import type { Changes } from '../changes/changes'
import type { Handlers } from '../ipc/handlers'
import { textFileAddress } from './text-file-address'

export interface RecordsDeps {
  readonly library: LibraryApi
  readonly changes: Pick<Changes, 'deleteKnowledge' | 'deleteOutcome' | 'markAllSeen'>
  /** null when the environment is not set up, or is a sandbox that is not running. */
  readonly baseAddressOf: (environment: EnvironmentName) => string | null
}

type Records = Pick<Handlers, 'knowledge' | 'opportunities' | 'outcomes' | 'solutions' | 'feedback' | 'search'>

export function recordHandlers({ library, changes, baseAddressOf }: RecordsDeps): Records {
  return {
    knowledge: {
      query: (input) => library.queryKnowledge(input),
      async get(input) {
        const item = await library.getKnowledge(input)
        // Added here because the library knows no addresses.
        const baseAddress = baseAddressOf(input.workspace.environment)
        return { ...item, txtFileAddress: textFileAddress(item.txtFileUrl, baseAddress) }
      },
      async delete({ workspace, id, confirmation }, { signal }) {
        const readTitle = async () => (await library.getKnowledge({ workspace, id })).title
        await assertConfirmed({ workspace, id, confirmation }, readTitle)
        return changes.deleteKnowledge(workspace, id, signal)
      },
    },
    opportunities: {
      query: (input) => library.queryOpportunities(input),
      get: (input) => library.getOpportunity(input),
      markAllSeenPreview: (input) => library.previewMarkAllSeen(input),
      async markAllSeen({ workspace, id }, { signal }) {
        const rereadError = await changes.markAllSeen(workspace, id, signal)
        // Counted from the list that was read afterwards, or from the local data if that failed.
        try {
          const { unseen } = await library.previewMarkAllSeen({ workspace, id })
          return { unseen, rereadError }
        } catch (error) {
          // The new list has no insight of this opportunity any more, so none is unseen.
          if (error instanceof AppError && error.code === 'NOT_FOUND') return { unseen: 0, rereadError }
          throw error
        }
      },
    },
    outcomes: {
      query: (input) => library.queryOutcomes(input),
      get: (input) => library.getOutcome(input),
      async delete({ workspace, id, confirmation }, { signal }) {
        const readTitle = async () => (await library.getOutcome({ workspace, id })).title
        await assertConfirmed({ workspace, id, confirmation }, readTitle)
        return changes.deleteOutcome(workspace, id, signal)
      },
    },
    solutions: {
      query: (input) => library.querySolutions(input),
      get: (input) => library.getSolution(input),
    },
    feedback: {
      query: (input) => library.queryFeedback(input),
      get: (input) => library.getFeedback(input),
    },
    search: { everything: (input) => library.searchEverything(input) },
  }
}

interface Deletion {
  readonly workspace: WorkspaceRef
  readonly id: string
  readonly confirmation: string | null
}

/**
 * Checks the text that a person types to confirm a deletion in production. The dialog checks it as well; this check holds
 * for every caller. `readTitle` returns the record's title, null if it has none, and throws NOT_FOUND for an unknown record. The id is
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
  const message = 'This doesn’t match the name.'
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['confirmation'], message }] })
}
