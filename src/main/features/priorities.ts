// Prioritise: figures, models and decisions come from the library; nothing here can reach the service.
import type { Emit, Events } from '../../contract/events'
import type { LibraryApi } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Handlers } from '../ipc/handlers'

export interface PrioritiesDeps {
  readonly library: LibraryApi
  readonly emit: Emit
  readonly now: () => string
}

export function prioritiesHandlers({ library, emit, now }: PrioritiesDeps): Handlers['priorities'] {
  const changed = (workspace: WorkspaceRef, features: Events['library.changed']['features'] = ['priorities']) =>
    emit('library.changed', { workspace, features })
  return {
    rows: (input) => library.listPriorities({ ...input, now: now() }),
    titles: (input) => library.listPriorityTitles(input),
    decisions: async (input) => [...(await library.listDecisions(input))],
    since: async (input) => [...(await library.listSinceDecided(input))],
    models: async (input) => [...(await library.listScoringModels(input))],
    async saveModel(input) {
      await library.saveScoringModel(input)
      changed(input.workspace)
      return null
    },
    async removeModel(input) {
      await library.removeScoringModel(input)
      changed(input.workspace)
      return null
    },
    async decide(input) {
      const answer = await library.decidePriority({ ...input, decidedAt: now() })
      changed(input.workspace, ['priorities', 'activity'])
      return answer
    },
    async restore(input) {
      const answer = await library.restorePriorities(input)
      changed(input.workspace, ['priorities', 'activity'])
      return answer
    },
    async setNote(input) {
      await library.setPriorityNote(input)
      changed(input.workspace)
      return null
    },
  }
}
