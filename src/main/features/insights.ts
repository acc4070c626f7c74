// Insights: reading is the library's, creating is the outbox's.
import type { LibraryApi } from '../../contract/library'
import type { Handlers } from '../ipc/handlers'
import type { Outbox } from '../outbox/outbox'

export function insightsHandlers(library: LibraryApi, outbox: Outbox, now: () => Date): Handlers['insights'] {
  return {
    query: (input) => library.queryInsights(input),
    get: (input) => library.getInsight(input),
    scoreHistory: async (input) => [...(await library.scoreHistory(input))],
    create: ({ workspace, insight }, { signal }) => outbox.createInsight(workspace, insight, signal),
    revise: ({ workspace, changeId, insight }, { signal }) => outbox.editInsight(workspace, changeId, insight, signal),
    draft: (input) => library.readDraft(input),
    async saveDraft(draft) {
      const savedAt = now().toISOString()
      await library.saveDraft({ ...draft, savedAt })
      return { savedAt }
    },
    discardDraft: (input) => library.discardDraft(input),
  }
}
