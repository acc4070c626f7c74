// Outcomes: reading is the library's, deleting is the outbox's.
import type { LibraryApi } from '../../contract/library'
import type { Handlers } from '../ipc/handlers'
import type { Outbox } from '../outbox/outbox'
import { assertConfirmed } from './confirmation'

type Library = Pick<LibraryApi, 'queryOutcomes' | 'getOutcome'>

export function outcomesHandlers(library: Library, outbox: Pick<Outbox, 'deleteOutcome'>): Handlers['outcomes'] {
  return {
    query: (input) => library.queryOutcomes(input),
    get: (input) => library.getOutcome(input),
    async delete({ workspace, id, confirmation }, { signal }) {
      await assertConfirmed({ workspace, id, confirmation }, async () => {
        const { title } = await library.getOutcome({ workspace, id })
        return title
      })
      return outbox.deleteOutcome(workspace, id, signal)
    },
  }
}
