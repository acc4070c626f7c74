// The service returns topics one by one (API document, "Get topic by identifier"). A topic is stored once it was read.
import type { Emit } from '../../contract/events'
import type { LibraryApi } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Handlers } from '../ipc/handlers'
import type { FindTarget, ServiceClient } from '../service/service-client'

export interface TopicsDeps {
  readonly client: Pick<ServiceClient, 'send'>
  readonly findTarget: FindTarget
  readonly library: Pick<LibraryApi, 'listTopics' | 'getTopic' | 'keepTopic' | 'pinTopic' | 'forgetTopic'>
  readonly emit: Emit
  readonly now: () => string
}

export function topicsHandlers({ client, findTarget, library, emit, now }: TopicsDeps): Handlers['topics'] {
  const changed = (workspace: WorkspaceRef) => emit('library.changed', { workspace, features: ['topics', 'search'] })
  return {
    list: async (input) => [...(await library.listTopics(input))],
    get: (input) => library.getTopic(input),
    async open({ workspace, id }, { signal }) {
      const target = await findTarget(workspace)
      const readAt = now()
      const received = await client.send(target, 'getTopic', { topicId: id }, { signal })
      const topic = await library.keepTopic({ workspace, topic: received, readAt })
      changed(workspace)
      return topic
    },
    async pin(input) {
      await library.pinTopic(input)
      changed(input.workspace)
      return null
    },
    async forget(input) {
      await library.forgetTopic(input)
      changed(input.workspace)
      return null
    },
  }
}
