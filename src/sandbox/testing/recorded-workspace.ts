// A workspace for tests of the promise that every change takes effect exactly once. It is more lenient than the
// sandbox: it accepts the same insight twice, so that every repetition shows. It records every request and every
// effect.

export interface RecordedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface RecordedInsight {
  readonly id: string
  readonly title: string
  readonly seen: boolean
  readonly outcomes: readonly { readonly id: string }[]
  readonly opportunities: readonly { readonly id: string }[]
}

/** Both lists as they were at one moment. */
export interface RecordedLists {
  readonly insights: readonly RecordedInsight[]
  readonly knowledgeIds: readonly string[]
}

export interface RecordedWorkspace {
  readonly organisationId: string
  readonly workspaceId: string
  /** Method and path of each request received, in order. */
  readonly requests: readonly string[]
  /** Number of times each insight was created, by id. */
  readonly creations: ReadonlyMap<string, number>
  readonly outcomeIds: readonly string[]
  readonly opportunityIds: readonly string[]
  /** Ids of the outcomes that are linked to a metric, sorted. */
  links(metricId: string): readonly string[]
  /** Number of requests to link or unlink the two. */
  linkings(metricId: string, action: 'add' | 'remove', outcomeId: string): number
  insights(): readonly RecordedInsight[]
  insightIds(): readonly string[]
  knowledgeIds(): readonly string[]
  /** The number that validates its lists. */
  version(): number
  /** The lists as they were sent with this validator. */
  listsOf(version: number): RecordedLists
  /** Receives a whole request and carries it out. `known` is the validator that came with it. */
  receive(method: string, path: string, body: string, known?: string): RecordedAnswer
  /** Acts as another client: adds, renames or removes an insight, or adds a document. */
  changeByOthers(random: () => number): void
}

interface RecordedOptions {
  /** Prefix of every title. */
  readonly name?: string
  /** A number unique to the workspace, part of its ids. */
  readonly number?: number
  /** Numbers of documents and outcomes. */
  readonly knowledge?: number
  readonly outcomes?: number
}

const at = '2025-06-01T10:00:00.000Z'
const dates = { createdAt: at, updatedAt: at }

export function createRecordedWorkspace(options: RecordedOptions = {}): RecordedWorkspace {
  const { name = '', number: ownNumber = 0, knowledge = 0, outcomes: outcomeCount = 4 } = options
  const place = ownNumber.toString(16).padStart(3, '0')
  const uuid = (kind: number, item: number) => `${kind}0000000-0000-4${place}-8000-${String(item).padStart(12, '0')}`
  const idsOf = (count: number, kind: number) => Array.from({ length: count }, (_, item) => uuid(kind, item))

  const outcomeOf = (id: string) => ({
    ...{ id, title: `${name} Goal ${id}`, description: '', priority: 1, hideContent: false, ...dates },
  })
  const opportunityOf = (id: string) => ({
    ...{ id, title: `${name} Opportunity ${id}`, description: '', read: true, status: 'New', hideContent: false },
    ...{ solutionsGeneratingState: 'initial', createdBy: 'user', ...dates },
  })
  const insightOf = (id: string, title: string, outcomes: readonly string[], opportunities: readonly string[]) => ({
    ...{ id, title, type: 'Bug', description: 'd', seen: false, hideContent: false, ...dates },
    ...{ solutions: [], feedback: [], strength: outcomes.length + opportunities.length },
    ...{ outcomes: outcomes.map(outcomeOf), opportunities: opportunities.map(opportunityOf) },
  })
  const documentOf = (id: string) => ({ id, title: `${name} Document ${id}`, ...dates })

  const requests: string[] = []
  const creations = new Map<string, number>()
  const outcomeIds = idsOf(outcomeCount, 1)
  const opportunityIds = idsOf(3, 6)
  let insights: readonly RecordedInsight[] = idsOf(6, 2).map((id, item) =>
    insightOf(id, `${name} Listed ${id}`, outcomeIds, opportunityIds.slice(item % 3)),
  )
  let documents: readonly string[] = idsOf(knowledge, 3)
  const linked = new Map<string, Set<string>>()
  const linkings = new Map<string, number>()
  const sent = new Map<number, RecordedLists>()
  let version = 1
  let others = 0

  const answer = (status: number, value: unknown, headers: Record<string, string> = {}): RecordedAnswer => ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  })

  function list(data: readonly unknown[], known: string | undefined): RecordedAnswer {
    const etag = `"${version}"`
    sent.set(version, { insights, knowledgeIds: documents })
    return known === etag ? { status: 304, headers: { etag }, body: '' } : answer(200, { data }, { etag })
  }

  function create(body: string): RecordedAnswer {
    const { id, title } = JSON.parse(body) as { id: string; title: string }
    creations.set(id, (creations.get(id) ?? 0) + 1)
    const insight = insightOf(id, title, [], [])
    insights = [...insights, insight]
    return answer(200, { data: insight })
  }

  function relate(metricId: string, action: string, body: string): RecordedAnswer {
    const links = linked.get(metricId) ?? new Set()
    linked.set(metricId, links)
    for (const id of (JSON.parse(body) as { outcomeIds: string[] }).outcomeIds) {
      const linking = `${metricId} ${action} ${id}`
      linkings.set(linking, (linkings.get(linking) ?? 0) + 1)
      if (action === 'add') links.add(id)
      else links.delete(id)
    }
    return answer(200, {})
  }

  function see(opportunityId: string): RecordedAnswer {
    const isMeant = ({ opportunities }: RecordedInsight) => opportunities.some(({ id }) => id === opportunityId)
    insights = insights.map((insight) => (isMeant(insight) ? { ...insight, seen: true } : insight))
    return answer(200, null)
  }

  function remove(kind: string, id: string): RecordedAnswer {
    const isHere = kind === 'knowledge' ? documents.includes(id) : insights.some((one) => carries(one, id))
    if (!isHere) return answer(404, { error: { code: 'NOT_FOUND', description: 'There is no such thing.' } })
    if (kind === 'knowledge') documents = documents.filter((other) => other !== id)
    else insights = insights.map((one) => ({ ...one, outcomes: one.outcomes.filter((outcome) => outcome.id !== id) }))
    return answer(200, { data: { message: 'It was deleted.' } })
  }
  const carries = ({ outcomes }: RecordedInsight, outcomeId: string) => outcomes.some(({ id }) => id === outcomeId)

  return {
    ...{ organisationId: uuid(4, 0), workspaceId: uuid(5, 0), requests, creations, outcomeIds, opportunityIds },
    links: (metricId) => [...(linked.get(metricId) ?? [])].sort(),
    linkings: (metricId, action, outcomeId) => linkings.get(`${metricId} ${action} ${outcomeId}`) ?? 0,
    insights: () => insights,
    insightIds: () => insights.map(({ id }) => id),
    knowledgeIds: () => documents,
    version: () => version,
    listsOf: (number) => sent.get(number) ?? { insights: [], knowledgeIds: [] },
    receive(method, path, body, known) {
      requests.push(`${method} ${path}`)
      const [, kind = '', id = '', , action = ''] = /workspaces\/[^/]+(\/[^?]*)/.exec(path)?.[1]?.split('/') ?? []
      if (method === 'GET') return list(kind === 'knowledge' ? documents.map(documentOf) : insights, known)
      version += 1
      if (method === 'DELETE') return remove(kind, id)
      if (kind === 'insights') return create(body)
      return kind === 'metrics' ? relate(id, action, body) : see(id)
    },
    changeByOthers(random) {
      version += 1
      others += 1
      const item = Math.floor(random() * insights.length)
      const chance = random()
      const left = outcomeIds.filter((id) => insights.some((one) => carries(one, id)))
      if (chance < 0.4) {
        const made = insightOf(uuid(7, others), `${name} By somebody else ${others}`, left, opportunityIds)
        insights = [...insights, made]
      } else if (chance < 0.5 && insights.length > 5) insights = insights.filter((_, other) => other !== item)
      else if (chance < 0.7) documents = [...documents, uuid(8, others)]
      else insights = insights.map((one, other) => (other === item ? { ...one, title: `${one.title}, renamed` } : one))
    },
  }
}
