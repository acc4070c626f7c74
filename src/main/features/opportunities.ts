// Opportunities: reading is the library's; marking all as seen goes through the outbox, and what is unseen afterwards
// is read from the list that came then, or, should none have come, from what this app knows.
import { AppError } from '../../contract/errors'
import type { LibraryApi } from '../../contract/library'
import type { Handlers } from '../ipc/handlers'
import type { Outbox } from '../outbox/outbox'

type Library = Pick<LibraryApi, 'queryOpportunities' | 'getOpportunity' | 'previewMarkAllSeen'>

export function opportunitiesHandlers(
  library: Library,
  outbox: Pick<Outbox, 'markAllSeen'>,
): Handlers['opportunities'] {
  return {
    query: (input) => library.queryOpportunities(input),
    get: (input) => library.getOpportunity(input),
    markAllSeenPreview: (input) => library.previewMarkAllSeen(input),
    async markAllSeen({ workspace, id }, { signal }) {
      const rereadError = await outbox.markAllSeen(workspace, id, signal)
      try {
        const { unseen } = await library.previewMarkAllSeen({ workspace, id })
        return { unseen, rereadError }
      } catch (error) {
        // The new list has no insight of it any more, so none is unseen.
        if (error instanceof AppError && error.code === 'NOT_FOUND') return { unseen: 0, rereadError }
        throw error
      }
    },
  }
}
