// Solutions, feedback and search: read from the library, without commands.
import type { LibraryApi } from '../../contract/library'
import type { Handlers } from '../ipc/handlers'

type Library = Pick<LibraryApi, 'querySolutions' | 'getSolution' | 'queryFeedback' | 'getFeedback' | 'searchEverything'>

export function readingHandlers(library: Library): Pick<Handlers, 'solutions' | 'feedback' | 'search'> {
  return {
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
