// The person's own registers as a library for tests keeps them: metrics and topics.
import { AppError } from '../../contract/errors'
import type { Metric } from '../../contract/features/metrics'
import type { Topic } from '../../contract/features/topics'
import type { LibraryApi } from '../../contract/library'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'

type Registers = Pick<
  LibraryApi,
  'listMetrics' | 'saveMetric' | 'removeMetric' | 'listTopics' | 'getTopic' | 'keepTopic' | 'pinTopic' | 'forgetTopic'
>

export function createMemoryRegisters(): Registers {
  const metrics = new Map<string, Metric>()
  const topics = new Map<string, Topic>()
  const keyOf = (workspace: WorkspaceRef, id: string) => `${workspaceKey(workspace)} ${id}`
  const of = <T>(kept: ReadonlyMap<string, T>, workspace: WorkspaceRef) =>
    [...kept].flatMap(([key, record]) => (key.startsWith(`${workspaceKey(workspace)} `) ? [record] : []))

  function topic(workspace: WorkspaceRef, id: string): Topic {
    const found = topics.get(keyOf(workspace, id))
    if (!found) throw new AppError('NOT_FOUND', 'This topic was never read.')
    return found
  }

  return {
    listMetrics: async ({ workspace }) => of(metrics, workspace),
    async saveMetric({ workspace, metricId, label, addedAt }) {
      metrics.set(keyOf(workspace, metricId), { metricId, label, addedAt, links: [], waiting: 0, pending: [] })
      return null
    },
    async removeMetric({ workspace, metricId }) {
      metrics.delete(keyOf(workspace, metricId))
      return null
    },
    listTopics: async ({ workspace }) => of(topics, workspace),
    getTopic: async ({ workspace, id }) => topic(workspace, id),
    async keepTopic({ workspace, topic: received, readAt }) {
      const { id, title } = (received ?? {}) as { id?: unknown; title?: string }
      if (typeof id !== 'string') throw new AppError('NOT_THE_SERVICE', 'This is no topic.')
      const text = { title: title ?? null, description: null, createdAt: null, updatedAt: null }
      const kept = { id, ...text, opportunities: [], insights: [], isPinned: false, readAt, openedAt: readAt }
      topics.set(keyOf(workspace, id), kept)
      return kept
    },
    async pinTopic({ workspace, id, isPinned }) {
      topics.set(keyOf(workspace, id), { ...topic(workspace, id), isPinned })
      return null
    },
    async forgetTopic({ workspace, id }) {
      topics.delete(keyOf(workspace, id))
      return null
    },
  }
}
