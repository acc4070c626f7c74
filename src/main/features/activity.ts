// Activity: what the journal knows, and the person's word on changes that did not get through.
import type { LibraryApi } from '../../contract/library'
import type { Handlers } from '../ipc/handlers'
import type { Outbox } from '../outbox/outbox'

export function activityHandlers(library: LibraryApi, outbox: Outbox): Handlers['activity'] {
  return {
    list: async (input) => [...(await library.listActivity(input))],
    async retry({ workspace, changeId }) {
      await outbox.retry(workspace, changeId)
      return null
    },
    async discard({ workspace, changeId }) {
      await outbox.discard(workspace, changeId)
      return null
    },
  }
}
