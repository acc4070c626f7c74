// This week: reads only, all of them the library's.
import type { LibraryApi } from '../../contract/library'
import type { Handlers } from '../ipc/handlers'

export function thisWeekHandlers(library: Pick<LibraryApi, 'readThisWeek' | 'readTrends'>): Handlers['thisWeek'] {
  return {
    get: (input) => library.readThisWeek(input),
    trends: (input) => library.readTrends(input),
  }
}
