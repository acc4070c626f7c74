// Duplicates and similar insights: computed by the library; nothing here can reach the service.
import type { Emit } from '../../contract/events'
import type { LibraryApi } from '../../contract/library'
import type { Handlers } from '../ipc/handlers'
import { changing } from './changing'

export interface DuplicatesDeps {
  readonly library: LibraryApi
  readonly emit: Emit
  readonly now: () => string
}

export function duplicatesHandlers({ library, emit, now }: DuplicatesDeps): Handlers['duplicates'] {
  return {
    find: (input) => library.findDuplicates(input),
    dismiss: changing(emit, ['duplicates'])((input) => library.dismissDuplicate({ ...input, dismissedAt: now() })),
    similar: (input) => library.similarInsights(input),
    related: (input) => library.relatedInsights(input),
  }
}
