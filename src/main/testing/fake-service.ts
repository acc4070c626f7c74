// A fake service in memory behind the interface of the client: two lists for each workspace, unique ids, links of
// metrics, and hooks by which a test injects a fault into a request or its answer.
import { AppError } from '../../contract/errors'
import type { CreateInsightBody } from '../../contract/resources/insight'
import type { OperationName } from '../../contract/service'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { ListName, ServiceClient } from '../service/service-client'
import { type ListedRecord, listed } from './listed-records'

export interface FakeService {
  readonly client: ServiceClient
  /** Titles of the created insights, in order; one that was created twice is in it twice. */
  titles(workspace: WorkspaceRef): readonly (string | undefined)[]
  add(workspace: WorkspaceRef, insight: ListedRecord): void
  /** The list of knowledge, which a test may change. */
  knowledge(workspace: WorkspaceRef): ListedRecord[]
  /** Goals that are linked to the metric. */
  links(workspace: WorkspaceRef, metricId: string): readonly string[]
  /** Number of creations that arrived, refused ones included. */
  readonly arrivals: () => number
  /** Names of all other requests that arrived, in order. */
  readonly requests: string[]
  /** Called for each creation; `arrive` has the effect and returns the answer of the service. */
  onCreate: (arrive: () => unknown, signal: AbortSignal | undefined) => Promise<unknown>
  /** The same for every other change. */
  onSend: (arrive: () => unknown, signal: AbortSignal | undefined) => Promise<unknown>
  onList: (arrive: () => Promise<void>, list: ListName) => Promise<void>
}

export interface FakeServiceRules {
  /** false: accepts the same id twice, so that a test sees every creation that the app sent twice. */
  readonly hasUniqueIds: boolean
}

function records<Kept>(): (workspace: WorkspaceRef) => Kept[] {
  const kept = new Map<string, Kept[]>()
  return (workspace) => {
    const key = workspaceKey(workspace)
    const existing = kept.get(key) ?? []
    kept.set(key, existing)
    return existing
  }
}

function remove(from: ListedRecord[], id: string): { message: string } {
  const at = from.findIndex((record) => record.id === id)
  if (at === -1) throw new AppError('NOT_FOUND', 'There is no such thing.', { status: 404 })
  from.splice(at, 1)
  return { message: 'It was deleted.' }
}

export function createFakeService({ hasUniqueIds }: FakeServiceRules = { hasUniqueIds: true }): FakeService {
  const insights = records<ListedRecord>()
  const knowledge = records<ListedRecord>()
  const linked = records<{ metricId: string; ids: Set<string> }>()
  const requests: string[] = []
  let arrivals = 0

  function create(workspace: WorkspaceRef, { id = '', title, description }: CreateInsightBody): unknown {
    arrivals += 1
    if (hasUniqueIds && insights(workspace).some((other) => other.id === id)) {
      const fields = [{ path: ['id'], message: 'It exists.' }]
      throw new AppError('REFUSED', 'The service did not accept it.', { status: 400, fields })
    }
    insights(workspace).push({ id, title, description })
    return listed('insights', { id, title, description })
  }

  function replaceInsights(workspace: WorkspaceRef, step: (insight: ListedRecord) => ListedRecord): void {
    const list = insights(workspace)
    list.splice(0, list.length, ...list.map(step))
  }

  function relate(workspace: WorkspaceRef, { metricId = '', action }: Record<string, string>, body: unknown): null {
    const existing = linked(workspace).find((metric) => metric.metricId === metricId)
    const metric = existing ?? { metricId, ids: new Set<string>() }
    if (!existing) linked(workspace).push(metric)
    for (const id of (body as { outcomeIds: string[] }).outcomeIds) {
      if (action === 'add') metric.ids.add(id)
      else metric.ids.delete(id)
    }
    return null
  }

  function deleteOutcome(workspace: WorkspaceRef, outcomeId: string): unknown {
    const exists = insights(workspace).some(({ outcomes = [] }) => outcomes.some(({ id }) => id === outcomeId))
    if (!exists) throw new AppError('NOT_FOUND', 'There is no such goal.', { status: 404 })
    replaceInsights(workspace, ({ outcomes = [], ...rest }) => ({
      ...rest,
      outcomes: outcomes.filter(({ id }) => id !== outcomeId),
    }))
    return { message: 'It was deleted.' }
  }

  function act(workspace: WorkspaceRef, name: OperationName, parameters: Record<string, string>, body: unknown) {
    requests.push([name, ...Object.values(parameters)].join(' '))
    if (name === 'manageMetricRelationships') return relate(workspace, parameters, body)
    if (name === 'deleteKnowledgeItem') return remove(knowledge(workspace), parameters.knowledgeId ?? '')
    if (name === 'deleteOutcome') return deleteOutcome(workspace, parameters.outcomeId ?? '')
    if (name === 'getTopic') return { id: parameters.topicId, title: 'A topic' }
    replaceInsights(workspace, (insight) => {
      const isLinked = insight.opportunities?.some(({ id }) => id === parameters.opportunityId)
      return isLinked ? { ...insight, seen: true } : insight
    })
    return null
  }

  const self: FakeService = {
    titles: (workspace) => insights(workspace).map(({ title }) => title),
    add: (workspace, insight) => insights(workspace).push(insight),
    knowledge,
    links: (workspace, metricId) => [...(linked(workspace).find((metric) => metric.metricId === metricId)?.ids ?? [])],
    arrivals: () => arrivals,
    requests,
    onCreate: async (arrive) => arrive(),
    onSend: async (arrive) => arrive(),
    onList: (arrive) => arrive(),
    client: {
      send: ({ workspace }, name, parameters, { body, signal }) =>
        name === 'createInsight'
          ? self.onCreate(() => create(workspace, body as CreateInsightBody), signal)
          : self.onSend(() => act(workspace, name, parameters as Record<string, string>, body), signal),
      streamList: ({ workspace }, name, { onBytes }) =>
        self
          .onList(async () => {
            const data =
              name === 'listInsights'
                ? insights(workspace).map((record) => listed('insights', record))
                : knowledge(workspace).map((record) => listed('knowledge', record))
            await onBytes(new TextEncoder().encode(JSON.stringify({ data })))
          }, name)
          .then(() => ({ state: 'read', validators: null })),
    },
  }
  return self
}
