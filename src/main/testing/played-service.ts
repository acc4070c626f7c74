// The service as main sees it through its client, in memory: insights by workspace, ids that are unique, and a place
// where a test decides what happens to a request on its way there or back.
import { AppError } from '../../contract/errors'
import type { CreateInsightBody } from '../../contract/resources/insight'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { ServiceClient } from '../service/service-client'

export interface PlayedService {
  readonly client: ServiceClient
  /** Titles of what was created, in order; one entry for each time it had an effect. */
  titles(workspace: WorkspaceRef): readonly string[]
  add(workspace: WorkspaceRef, id: string, title: string): void
  /** Creates that arrived, whatever became of them. */
  readonly arrivals: () => number
  /** Stands between client and service; `arrive` has the effect and returns what the service answers. */
  onCreate: (arrive: () => unknown, signal: AbortSignal | undefined) => Promise<unknown>
  onList: (arrive: () => Promise<void>) => Promise<void>
}

export interface PlayedServiceRules {
  /** false: takes the same id twice, which shows every repetition that the app should not have made. */
  readonly hasUniqueIds: boolean
}

export function playService({ hasUniqueIds }: PlayedServiceRules = { hasUniqueIds: true }): PlayedService {
  const insights = new Map<string, { id: string; title: string }[]>()
  let arrivals = 0

  function of(workspace: WorkspaceRef): { id: string; title: string }[] {
    const key = workspaceKey(workspace)
    const known = insights.get(key) ?? []
    insights.set(key, known)
    return known
  }

  function create(workspace: WorkspaceRef, { id = '', title }: CreateInsightBody): unknown {
    arrivals += 1
    if (hasUniqueIds && of(workspace).some((other) => other.id === id)) {
      const fields = [{ path: ['id'], message: 'It exists.' }]
      throw new AppError('REFUSED', 'The service did not accept it.', { status: 400, fields })
    }
    of(workspace).push({ id, title })
    return { id, title }
  }

  const self: PlayedService = {
    titles: (workspace) => of(workspace).map(({ title }) => title),
    add: (workspace, id, title) => of(workspace).push({ id, title }),
    arrivals: () => arrivals,
    onCreate: async (arrive) => arrive(),
    onList: (arrive) => arrive(),
    client: {
      send: (target, _name, _parameters, { body, signal }) =>
        self.onCreate(() => create(target.workspace, body as CreateInsightBody), signal),
      streamInsights: (target, { onBytes }) =>
        self.onList(() => onBytes(new TextEncoder().encode(JSON.stringify({ data: of(target.workspace) })))),
    },
  }
  return self
}
