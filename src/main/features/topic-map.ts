// The topic map: the library draws and keeps it; nothing here can reach the service.
import type { Emit } from '../../contract/events'
import type { LibraryApi } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Handlers } from '../ipc/handlers'

export interface TopicMapDeps {
  readonly library: LibraryApi
  readonly emit: Emit
  readonly now: () => string
}

export function topicMapHandlers({ library, emit, now }: TopicMapDeps): Handlers['topicMap'] {
  const changed = (workspace: WorkspaceRef) => emit('library.changed', { workspace, features: ['topicMap'] })
  return {
    state: (input) => library.topicMapState(input),
    points: (input) => library.topicMapPoints(input),
    names: async (input) => [...(await library.namesOnTopicMap(input))],
    async draw(input) {
      await library.drawTopicMap({ ...input, madeAt: now() })
      changed(input.workspace)
      return null
    },
    async cancel(input) {
      await library.cancelTopicMap(input)
      changed(input.workspace)
      return null
    },
    select: (input) => library.selectInsights(input),
  }
}
