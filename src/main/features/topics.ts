// The service returns topics one by one (API document, "Get topic by identifier"). A topic is stored once it was read.
import type { Emit } from '../../contract/events'
import type { LibraryApi } from '../../contract/library'
import type { Handlers } from '../ipc/handlers'
import type { FindTarget, ServiceClient } from '../service/service-client'
import { changing } from './changing'

export interface TopicsDeps {
  readonly client: Pick<ServiceClient, 'send'>
  readonly findTarget: FindTarget
  readonly library: Pick<LibraryApi, 'listTopics' | 'getTopic' | 'keepTopic' | 'pinTopic' | 'forgetTopic'>
  readonly emit: Emit
  readonly now: () => string
}

export function topicsHandlers({ client, findTarget, library, emit, now }: TopicsDeps): Handlers['topics'] {
  const writes = changing(emit, ['topics', 'search'])
  return {
    list: (input) => library.listTopics(input),
    get: (input) => library.getTopic(input),
    open: writes(async ({ workspace, id }, { signal }) => {
      const target = await findTarget(workspace)
      const readAt = now()
      const received = await client.send(target, 'getTopic', { topicId: id }, { signal })
      return library.keepTopic({ workspace, topic: received, readAt })
    }),
    pin: writes((input) => library.pinTopic(input)),
    forget: writes((input) => library.forgetTopic(input)),
  }
}
