// Insights: reads and drafts go to the library, commands to the queue of changes.
import type { LibraryApi } from '../../contract/library'
import type { Changes } from '../changes/changes'
import type { Handlers } from '../ipc/handlers'

export function insightsHandlers(library: LibraryApi, changes: Changes, now: () => Date): Handlers['insights'] {
  return {
    query: (input) => library.queryInsights(input),
    get: (input) => library.getInsight(input),
    scoreHistory: (input) => library.scoreHistory(input),
    create: ({ workspace, insight, draftId }, { signal }) => changes.createInsight(workspace, insight, signal, draftId),
    edit: ({ workspace, insight, changeId, version }, { signal }) =>
      changes.editInsight(workspace, { changeId, version }, insight, signal),
    drafts: (input) => library.listDrafts(input),
    draft: (input) => library.readDraft(input),
    async saveDraft(draft) {
      const savedAt = now().toISOString()
      await library.saveDraft({ ...draft, savedAt })
      return { savedAt }
    },
    discardDraft: (input) => library.discardDraft(input),
  }
}
