// Opportunities: reads go to the library, marking as seen to the changes.
import { AppError } from '../../contract/errors'
import type { LibraryApi } from '../../contract/library'
import type { Changes } from '../changes/changes'
import type { Handlers } from '../ipc/handlers'

type Library = Pick<LibraryApi, 'queryOpportunities' | 'getOpportunity' | 'previewMarkAllSeen'>

export function opportunitiesHandlers(
  library: Library,
  changes: Pick<Changes, 'markAllSeen'>,
): Handlers['opportunities'] {
  return {
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
  }
}
