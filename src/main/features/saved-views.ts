// Saved views: kept in the library; nothing here can reach the service.
import type { Emit } from '../../contract/events'
import type { SavedFilter } from '../../contract/features/saved-views'
import type { LibraryApi } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Handlers } from '../ipc/handlers'
import { changing } from './changing'

export interface SavedViewsDeps {
  readonly library: LibraryApi
  readonly emit: Emit
}

export function savedViewsHandlers({ library, emit }: SavedViewsDeps): Handlers['savedViews'] {
  const writes = changing(emit, ['savedViews'])

  async function countOf(workspace: WorkspaceRef, saved: SavedFilter): Promise<number> {
    const page = { workspace, offset: 0, limit: 1 }
    // One order for all views of a list, so that the library sorts it once.
    const sort = { column: 'updatedAt', direction: 'descending' } as const
    const ask = <S extends SavedFilter>({ list: _, ...filter }: S) => ({ ...page, sort, ...filter })
    switch (saved.list) {
      case 'insights':
        return (await library.queryInsights({ ...page, sort, filter: saved.filter })).total
      case 'news':
        return (await library.queryNews({ ...page, text: saved.text, kinds: saved.kinds })).total
      case 'opportunities':
        return (await library.queryOpportunities(ask(saved))).total
      case 'goals':
        return (await library.queryOutcomes(ask(saved))).total
      case 'solutions':
        return (await library.querySolutions(ask(saved))).total
      case 'feedback':
        return (await library.queryFeedback({ ...ask(saved), sort: { ...sort, column: 'createdAt' } })).total
      case 'knowledge':
        return (await library.queryKnowledge(ask(saved))).total
    }
  }

  return {
    list: (input) => library.listSavedViews(input),
    async counts({ workspace }) {
      const views = await library.listSavedViews({ workspace })
      const counts = await Promise.all(views.map(({ filter }) => countOf(workspace, filter)))
      return Object.fromEntries(views.map(({ id }, index) => [id, counts[index] ?? 0]))
    },
    save: writes((input) => library.saveSavedView(input)),
    remove: writes((input) => library.removeSavedView(input)),
    order: writes((input) => library.orderSavedViews(input)),
  }
}
