// A service for tests of the promise that every change has its effect exactly once. It is more trusting than the
// sandbox: it takes the same insight twice without a word, so that every repetition shows, and it remembers every
// request it received and every effect that one had. In bad weather requests and answers get lost on the way.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface RecordingService {
  readonly baseUrl: string
  readonly organisationId: string
  readonly workspaceId: string
  /** Method and path of all that was received, in order, whatever became of it. */
  readonly requests: readonly string[]
  /** How often each insight was created, by its id. */
  readonly creations: ReadonlyMap<string, number>
  /** Ids of the outcomes that are linked to a metric. */
  links(metricId: string): readonly string[]
  /** How often it was asked to link or unlink the two. */
  linkings(metricId: string, action: 'add' | 'remove', outcomeId: string): number
  insightIds(): readonly string[]
  readonly outcomeIds: readonly string[]
  knowledgeIds(): readonly string[]
  /** 0: every request has its effect and is answered; 1: as bad as it gets. */
  badness: number
  close(): Promise<void>
}

const uuid = (kind: number, number: number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const at = '2025-06-01T10:00:00.000Z'
const of = (count: number, kind: number) => Array.from({ length: count }, (_, number) => uuid(kind, number))

const outcomeOf = (id: string) => ({
  ...{ id, title: `Goal ${id}`, description: '', priority: 1, hideContent: false, createdAt: at, updatedAt: at },
})

const insightOf = (id: string, title: string, outcomes: readonly string[] = []) => ({
  ...{ id, title, type: 'Bug', description: 'd', seen: false, hideContent: false, createdAt: at, updatedAt: at },
  ...{ opportunities: [], solutions: [], feedback: [], strength: outcomes.length, outcomes: outcomes.map(outcomeOf) },
})

const documentOf = (id: string) => ({ id, title: `Document ${id}`, createdAt: at, updatedAt: at })

/** `random` decides the weather; `knowledge` is how many documents there are to be deleted. */
export async function startRecordingService(random: () => number, knowledge = 0): Promise<RecordingService> {
  const requests: string[] = []
  const creations = new Map<string, number>()
  const outcomeIds = of(4, 1)
  const insights = of(5, 2).map((id) => insightOf(id, `Listed ${id}`, outcomeIds))
  const documents = new Set(of(knowledge, 3))
  const linked = new Map<string, Set<string>>()
  const linkings = new Map<string, number>()
  let version = 0

  function create(body: string): unknown {
    const { id, title } = JSON.parse(body) as { id: string; title: string }
    creations.set(id, (creations.get(id) ?? 0) + 1)
    const insight = insightOf(id, title)
    insights.push(insight)
    return { data: insight }
  }

  function relate(metricId: string, action: string, body: string): unknown {
    const links = linked.get(metricId) ?? new Set()
    linked.set(metricId, links)
    for (const id of (JSON.parse(body) as { outcomeIds: string[] }).outcomeIds) {
      const linking = `${metricId} ${action} ${id}`
      linkings.set(linking, (linkings.get(linking) ?? 0) + 1)
      if (action === 'add') links.add(id)
      else links.delete(id)
    }
    return {}
  }

  /** null: there is no such thing. */
  function act(method: string, path: string, body: string): unknown {
    version += 1
    const [, kind, id = '', , action = ''] = /workspaces\/[^/]+(\/.*)$/.exec(path)?.[1]?.split('/') ?? []
    if (method === 'POST' && kind === 'insights') return create(body)
    if (method === 'POST' && kind === 'metrics') return relate(id, action, body)
    if (method === 'DELETE' && kind === 'knowledge' && documents.delete(id)) return { data: { message: 'gone' } }
    return null
  }

  function list(response: ServerResponse, path: string, known: string | undefined): void {
    const etag = `"${version}"`
    if (known === etag) return void response.writeHead(304, { etag }).end()
    const data = path.includes('/knowledge') ? [...documents].map(documentOf) : insights
    const body = JSON.stringify({ data })
    const head = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), etag }
    response.writeHead(200, head)
    if (random() >= 0.1 * self.badness) return void response.end(body)
    response.write(body.slice(0, body.length / 2), () => response.destroy())
  }

  function change(response: ServerResponse, method: string, path: string, body: string): void {
    const luck = random() / self.badness
    if (luck < 0.08) return void response.destroy()
    const answer = act(method, path, body)
    // The effect is there at once and the answer some time later: most kills fall in between.
    const reply = () => {
      if (luck < 0.2) return void response.destroy()
      const status = luck < 0.25 ? 500 : answer === null ? 404 : 200
      const problem = { error: { code: 'ANY', description: 'No.' } }
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(status === 200 ? answer : problem))
    }
    if (self.badness === 0) reply()
    else setTimeout(reply, random() * 20)
  }

  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = await buffer(request).catch(() => null)
    // A request that did not arrive whole was not received.
    if (body === null) return
    requests.push(`${method} ${url}`)
    if (method === 'GET') list(response, url, headers['if-none-match'])
    else change(response, method, url, body.toString())
  })
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const self: RecordingService = {
    baseUrl: `http://127.0.0.1:${port}`,
    organisationId: uuid(4, 0),
    workspaceId: uuid(5, 0),
    requests,
    creations,
    links: (metricId) => [...(linked.get(metricId) ?? [])].sort(),
    linkings: (metricId, action, outcomeId) => linkings.get(`${metricId} ${action} ${outcomeId}`) ?? 0,
    insightIds: () => insights.map(({ id }) => id),
    outcomeIds,
    knowledgeIds: () => [...documents],
    badness: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return self
}
