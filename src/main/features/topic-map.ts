// The topic map: the library draws and keeps it; nothing here can reach the service.
import type { Emit } from '../../contract/events'
import type { LibraryApi } from '../../contract/library'
import type { Handlers } from '../ipc/handlers'
import { changing } from './changing'

export interface TopicMapDeps {
  readonly library: LibraryApi
  readonly emit: Emit
  readonly now: () => string
}

export function topicMapHandlers({ library, emit, now }: TopicMapDeps): Handlers['topicMap'] {
  const writes = changing(emit, ['topicMap'])
  return {
    state: (input) => library.topicMapState(input),
    points: (input) => library.topicMapPoints(input),
    names: (input) => library.namesOnTopicMap(input),
    draw: writes((input) => library.drawTopicMap({ ...input, madeAt: now() })),
    cancel: writes((input) => library.cancelTopicMap(input)),
    select: (input) => library.selectInsights(input),
  }
}
