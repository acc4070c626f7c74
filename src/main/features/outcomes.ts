// Outcomes: reads go to the library, deletions to the queue of changes.
import type { LibraryApi } from '../../contract/library'
import type { Changes } from '../changes/changes'
import type { Handlers } from '../ipc/handlers'
import { assertConfirmed } from './confirmation'

type Library = Pick<LibraryApi, 'queryOutcomes' | 'getOutcome'>

export function outcomesHandlers(library: Library, changes: Pick<Changes, 'deleteOutcome'>): Handlers['outcomes'] {
  return {
    query: (input) => library.queryOutcomes(input),
    get: (input) => library.getOutcome(input),
    async delete({ workspace, id, confirmation }, { signal }) {
      await assertConfirmed({ workspace, id, confirmation }, async () => {
        const { title } = await library.getOutcome({ workspace, id })
        return title
      })
      return changes.deleteOutcome(workspace, id, signal)
    },
  }
}
