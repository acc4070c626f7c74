// Prioritise: figures, models and decisions come from the library; nothing here can reach the service.
import type { Emit } from '../../contract/events'
import type { LibraryApi } from '../../contract/library'
import type { Handlers } from '../ipc/handlers'
import { changing } from './changing'

export interface PrioritiesDeps {
  readonly library: LibraryApi
  readonly emit: Emit
  readonly now: () => string
}

export function prioritiesHandlers({ library, emit, now }: PrioritiesDeps): Handlers['priorities'] {
  const writes = changing(emit, ['priorities'])
  const decides = changing(emit, ['priorities', 'activity'])
  return {
    rows: (input) => library.listPriorities({ ...input, now: now() }),
    titles: (input) => library.listPriorityTitles(input),
    decisions: (input) => library.listDecisions(input),
    since: (input) => library.listSinceDecided(input),
    models: (input) => library.listScoringModels(input),
    saveModel: writes((input) => library.saveScoringModel(input)),
    removeModel: writes((input) => library.removeScoringModel(input)),
    decide: decides((input) => library.decidePriority({ ...input, decidedAt: now() })),
    restore: decides((input) => library.restorePriorities(input)),
    setNote: decides(async (input) => {
      await library.setPriorityNote(input)
      return null
    }),
  }
}
