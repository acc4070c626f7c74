// News: read from the library, which also stores what the person has reviewed.
import type { Emit } from '../../contract/events'
import type { LibraryApi } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Handlers } from '../ipc/handlers'

export interface NewsDeps {
  readonly library: Pick<LibraryApi, 'queryNews' | 'getNews' | 'markReviewed' | 'undoReview'>
  readonly emit: Emit
  readonly now: () => string
}

export function newsHandlers({ library, emit, now }: NewsDeps): Handlers['news'] {
  const changed = (workspace: WorkspaceRef) =>
    emit('library.changed', { workspace, features: ['news', 'opportunities'] })
  return {
    query: (input) => library.queryNews(input),
    get: (input) => library.getNews(input),
    async markReviewed(input) {
      const marked = await library.markReviewed({ ...input, reviewedAt: now() })
      changed(input.workspace)
      return marked
    },
    async undoReview(input) {
      const undone = await library.undoReview(input)
      changed(input.workspace)
      return undone
    },
  }
}
