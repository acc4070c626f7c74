// News: read from the library, which also stores what the person has reviewed.
import type { Emit } from '../../contract/events'
import type { LibraryApi } from '../../contract/library'
import type { Handlers } from '../ipc/handlers'
import { changing } from './changing'

export interface NewsDeps {
  readonly library: Pick<LibraryApi, 'queryNews' | 'getNews' | 'markReviewed' | 'undoReview'>
  readonly emit: Emit
  readonly now: () => string
}

export function newsHandlers({ library, emit, now }: NewsDeps): Handlers['news'] {
  const writes = changing(emit, ['news', 'opportunities'])
  return {
    query: (input) => library.queryNews(input),
    get: (input) => library.getNews(input),
    markReviewed: writes((input) => library.markReviewed({ ...input, reviewedAt: now() })),
    undoReview: writes((input) => library.undoReview(input)),
  }
}
