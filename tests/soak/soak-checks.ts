// Checks of a soak: some at any moment, some once the faults have stopped for a while. Each returns the violations in
// words.
import type { InsightPage, InsightQuery } from '../../src/contract/features/insights'
import type { KnowledgePage } from '../../src/contract/features/knowledge'
import type { JournalEntry } from '../../src/contract/library'
import type { WorkspaceRef } from '../../src/contract/workspace'
import type { SoakChange, SoakLedger, SoakPlace } from './soak-ledger'
import type { SoakWorld } from './soak-world'

export const refOf = ({ environment, organisationId, workspaceId }: SoakPlace): WorkspaceRef => ({
  ...{ environment, organisationId, workspaceId },
})

const page = { offset: 0, limit: 500 }

export async function journalOf(world: SoakWorld, place: SoakPlace): Promise<readonly JournalEntry[]> {
  const pending = await world.app().library.pendingChanges({ environment: place.environment })
  return pending.filter(({ workspace }) => workspace.workspaceId === place.workspaceId)
}

/** The journals of all places, with one question for each environment. */
export async function journalsOf(
  world: SoakWorld,
  places: readonly SoakPlace[],
): Promise<ReadonlyMap<SoakPlace, readonly JournalEntry[]>> {
  const journals = new Map<SoakPlace, readonly JournalEntry[]>()
  for (const environment of new Set(places.map((place) => place.environment))) {
    const pending = await world.app().library.pendingChanges({ environment })
    for (const place of places) {
      if (place.environment !== environment) continue
      journals.set(
        place,
        pending.filter(({ workspace }) => workspace.workspaceId === place.workspaceId),
      )
    }
  }
  return journals
}

/** Checks that no effect is repeated beyond the number of requests for it. */
export function checkRepetitions(places: readonly SoakPlace[], ledger: SoakLedger): string[] {
  const broken: string[] = []
  for (const { name, at } of places) {
    for (const [id, times] of at.creations)
      if (times > (ledger.removedByOthers.has(id) ? 2 : 1))
        broken.push(`${name}: insight ${id} was created ${times} times`)
    const sent = new Map<string, number>()
    for (const line of at.requests) sent.set(line, (sent.get(line) ?? 0) + 1)
    for (const [line, times] of sent) {
      const [, kind, id = ''] = /(?:DELETE|POST) .*\/(knowledge|outcomes|opportunities)\/([^/]+)/.exec(line) ?? []
      if (kind === undefined) continue
      const asked = { knowledge: 'deleteKnowledge', outcomes: 'deleteOutcome', opportunities: 'markAllSeen' } as const
      const wanted = ledger.timesWanted(asked[kind as keyof typeof asked], id)
      if (times > wanted) broken.push(`${name}: ${line} was sent ${times} times and wanted ${wanted} times`)
    }
  }
  return broken
}

/** Checks that a promised change is in the journal, at the service, or discarded by the person. */
export function checkPromise(change: SoakChange, journal: readonly JournalEntry[]): string | null {
  const { number, place, wanted, told, insightId, changeId } = change
  const isDiscarded = change.discards > 0
  const entry = journal.find((other) => other.changeId === changeId)
  if (entry?.state === 'failed' && entry.error === null)
    return `${place.name}: change ${number} failed without a reason`
  if (wanted.kind === 'createInsight') {
    // Its words live on in the change that edited it.
    if (change.isEdited) return null
    const isThere = place.at.creations.has(insightId ?? '')
    if (told === 'done' && !isThere) return `${place.name}: "${wanted.title}" was called done and is not at the service`
    if (told === 'kept' && !isThere && !entry && !isDiscarded)
      return `${place.name}: "${wanted.title}" was kept and is gone`
    const listed = place.at.insights().find(({ id }) => id === insightId)
    // Somebody else may have renamed it since.
    if (told === 'done' && listed && !listed.title.startsWith(wanted.title)) {
      return `${place.name}: "${wanted.title}" was called done and is "${listed.title}" at the service`
    }
    const isRefused = told === 'refused' && !change.isUncertain && change.code !== 'INTERNAL'
    const isSent = isRefused && place.at.insights().some(({ title }) => title === wanted.title)
    return isSent ? `${place.name}: "${wanted.title}" was refused (${change.code}) and is at the service` : null
  }
  if ('metricId' in wanted) {
    const action = wanted.kind === 'linkMetric' ? 'add' : 'remove'
    const wasSent = place.at.requests.some((line) =>
      line.includes(`/metrics/${wanted.metricId}/relationships/${action}`),
    )
    const isLost = (told === 'kept' && !entry && !isDiscarded && !wasSent) || (told === 'done' && !wasSent)
    return isLost ? `${place.name}: ${wanted.kind} ${number} was promised and never sent` : null
  }
  if (told !== 'done') return null
  const isDone =
    wanted.kind === 'markAllSeen' ||
    (wanted.kind === 'deleteKnowledge'
      ? !place.at.knowledgeIds().includes(wanted.id)
      : !place.at.insights().some(({ outcomes }) => outcomes.some(({ id }) => id === wanted.id)))
  return isDone ? null : `${place.name}: ${wanted.kind} ${wanted.id} was called done and is not`
}

/** Checks that the lists are the last synced ones with the person's later changes applied. */
export async function checkLists(
  world: SoakWorld,
  ledger: SoakLedger,
  place: SoakPlace,
  journal: readonly JournalEntry[],
): Promise<string[]> {
  const workspace = refOf(place)
  const { library } = world.app()
  // A commit may come between the queries, so each list may be from before or after it.
  const before = { insights: world.held(workspace, 'insights'), knowledge: world.held(workspace, 'knowledge') }
  const filter: InsightQuery['filter'] = {
    ...{ text: '', types: [], seen: 'any', opportunity: 'any', triage: 'any', labels: [] },
    ...{ minScore: null, maxScore: null, relatedTo: null },
  }
  const insights = await library.queryInsights({
    ...{ workspace, filter, sort: { column: 'title', direction: 'ascending' }, ...page },
  })
  const knowledge = await library.queryKnowledge({
    ...{ workspace, text: '', relatedTo: null, states: [], sources: [] },
    ...{ sort: { column: 'title', direction: 'ascending' }, ...page },
  })
  const possible = (of: 'insights' | 'knowledge', objections: (version: number) => string[]) => {
    const versions = new Set([...before[of], ...world.held(workspace, of)])
    const tried = [...versions].map(objections)
    return tried.some((found) => found.length === 0) ? [] : (tried[0] ?? [])
  }
  return [
    ...possible('insights', (version) => insightObjections(ledger, place, { insights, journal }, version)),
    ...possible('knowledge', (version) => knowledgeObjections(ledger, place, knowledge, version)),
  ]
}

function insightObjections(
  ledger: SoakLedger,
  place: SoakPlace,
  { insights: { rows, all }, journal }: { readonly insights: InsightPage; readonly journal: readonly JournalEntry[] },
  version: number,
): string[] {
  const { name, at } = place
  const broken: string[] = []
  const shown = new Map(rows.map((row) => [row.id, row]))
  const listed = at.listsOf(version).insights
  const listedIds = new Set(listed.map(({ id }) => id))
  const say = (words: string) => broken.push(`${name} (list ${version}): ${words}`)
  if (all !== rows.length) say(`${rows.length} insights are shown and ${all} counted`)
  for (const insight of listed) {
    const row = shown.get(insight.id)
    if (!row) say(`"${insight.title}" is listed and not shown`)
    else if (row.title !== insight.title) say(`"${insight.title}" is shown as "${row.title}"`)
    else if (row.seen !== insight.seen) {
      const isMarked = insight.opportunities.some(({ id }) => ledger.timesWanted('markAllSeen', id) > 0)
      if (!(row.seen && isMarked)) say(`"${insight.title}" is shown as ${row.seen ? '' : 'not '}seen`)
    }
  }
  for (const { id, title, pending } of rows) {
    if (!title.startsWith(name)) say(`"${title}" is of another workspace`)
    if (!listedIds.has(id) && pending === null && !at.creations.has(id)) say(`"${title}" is shown and is nowhere`)
  }
  for (const { kind, targetId } of journal) {
    if (kind === 'createInsight' && !shown.has(targetId)) say(`${targetId} waits and is not shown`)
  }
  for (const { place: own, told, insightId } of ledger.changes) {
    if (own !== place || told !== 'done' || insightId === null || shown.has(insightId)) continue
    // Somebody else may have removed it since.
    if (at.insights().some(({ id }) => id === insightId)) say(`${insightId} was called done and is not shown`)
  }
  return broken
}

function knowledgeObjections(
  ledger: SoakLedger,
  { name, at }: SoakPlace,
  { rows }: KnowledgePage,
  version: number,
): string[] {
  const broken: string[] = []
  const shown = new Set(rows.map(({ id }) => id))
  const { knowledgeIds } = at.listsOf(version)
  for (const id of knowledgeIds) {
    if (!shown.has(id) && ledger.timesWanted('deleteKnowledge', id) === 0)
      broken.push(`${name}: document ${id} is not shown`)
  }
  for (const { id, title } of rows) {
    if (!knowledgeIds.includes(id)) broken.push(`${name}: document ${id} is shown and not listed`)
    if (title === null || !title.startsWith(name)) broken.push(`${name}: document "${title}" is of another workspace`)
  }
  return broken
}

/** Checks that queues hold only refused changes and those that need review. */
export async function checkQueues(world: SoakWorld, places: readonly SoakPlace[]): Promise<string[]> {
  const broken: string[] = []
  for (const [place, journal] of await journalsOf(world, places)) broken.push(...checkGone(place, journal))
  return broken
}

function checkGone({ name, environment }: SoakPlace, journal: readonly JournalEntry[]): string[] {
  return journal.flatMap(({ kind, targetId, state, error }) => {
    const mayWait = state === 'failed' || (environment === 'production' && state === 'waiting')
    return mayWait ? [] : [`${name}: ${kind} ${targetId} is ${state} for ever (${error?.code})`]
  })
}

export async function checkSettled(
  world: SoakWorld,
  ledger: SoakLedger,
  places: readonly SoakPlace[],
): Promise<string[]> {
  const broken: string[] = []
  for (const [place, journal] of await journalsOf(world, places)) {
    const { name, at } = place
    broken.push(...checkGone(place, journal))
    for (const resource of ['insights', 'knowledge'] as const) {
      const held = [...world.held(refOf(place), resource)]
      if (held.length > 1 || held[0] !== at.version())
        broken.push(`${name}: ${resource} is ${held}, not ${at.version()}`)
    }
    const waiting = new Set(journal.map(({ changeId }) => changeId))
    const own = ledger.changes.filter((change) => change.place === place)
    broken.push(...checkLinks(place, own, waiting))
    broken.push(...(await checkActivity(world, place, own)))
  }
  return broken
}

/** The last certain change of a link decides. Later uncertain ones may or may not have had an effect. */
function checkLinks({ name, at }: SoakPlace, own: readonly SoakChange[], waiting: ReadonlySet<string>): string[] {
  const ends = new Map<string, Set<boolean>>()
  for (const { wanted, told, isUncertain, changeId } of own) {
    if (!('metricId' in wanted)) continue
    const key = `${wanted.metricId} ${wanted.outcomeId}`
    const isCertain = (told === 'done' || told === 'kept') && !isUncertain && !waiting.has(changeId ?? '')
    const before = isCertain ? [] : (ends.get(key) ?? [false])
    ends.set(key, new Set([...before, wanted.kind === 'linkMetric']))
  }
  return [...ends].flatMap(([key, allowed]) => {
    const [metricId = '', outcomeId = ''] = key.split(' ')
    const isLinked = at.links(metricId).includes(outcomeId)
    if (allowed.has(isLinked)) return []
    const asked = own.flatMap(({ wanted, number, told, isUncertain, changeId }) => {
      const isOfIt = 'metricId' in wanted && `${wanted.metricId} ${wanted.outcomeId}` === key
      return isOfIt ? [`${number} ${wanted.kind} ${told}${isUncertain ? ', uncertain' : ''} (${changeId})`] : []
    })
    return [`${name}: ${metricId} is ${isLinked ? '' : 'not '}linked to ${outcomeId}: ${asked.join('; ')}`]
  })
}

/** Checks that the activity has every change whose id the person was told. */
async function checkActivity(world: SoakWorld, place: SoakPlace, own: readonly SoakChange[]): Promise<string[]> {
  const workspace = refOf(place)
  const input = { environment: place.environment, workspace, text: '', offset: 0, limit: 100_000 }
  const { rows } = await world.app().library.queryActivity(input)
  const known = new Set(rows.map(({ changeId }) => changeId))
  return own.flatMap(({ changeId, number }) =>
    changeId === null || known.has(changeId) ? [] : [`${place.name}: change ${number} is not in the activity`],
  )
}
