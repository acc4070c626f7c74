// The topic map as the rest of the library sees it: its progress, its points and their names.
import { describeError } from '../../contract/describe-error'
import { AppError } from '../../contract/errors'
import { foldWord, typedWords } from '../../contract/features/search-words'
import {
  fewestOnMap,
  type MapCluster,
  type MapPoints,
  type MapState,
  mostOpportunities,
  noCluster,
  noOpportunity,
  otherOpportunity,
} from '../../contract/features/topic-map'
import { keepInSteps, type Steps } from '../queries/kept-in-steps'
import { type ListCache, readInOrder, rowsOf } from '../queries/list-cache'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { nextMacrotask } from '../store/next-macrotask'
import { column, rowOf } from '../store/row'
import { indexedText, termExpression } from '../text/folded-text'
import { addToMap, type Drawing, drawMap, origins } from './draw'
import type { Projector } from './projector'

type TopicMapApi = Pick<
  StoreApi,
  'topicMapState' | 'topicMapPoints' | 'namesOnTopicMap' | 'drawTopicMap' | 'cancelTopicMap'
>

export interface TopicMap extends TopicMapApi {
  /** Called before the database is closed. */
  stop(): void
}

interface TopicMapOptions {
  readonly startProjector: () => Projector
  readonly log: (line: string) => void
}

interface Job {
  readonly projector: Projector
  share: number
  isWanted: boolean
}

const mapRow = rowOf({ row: column.number, id: column.text, madeAt: column.text, embeddingBytes: column.number })
const nameRow = rowOf({ insight: column.number, id: column.text, title: column.text, hideContent: column.flag })
const opportunityRow = rowOf({
  row: column.number,
  id: column.text,
  title: column.text,
  hideContent: column.flag,
})

export function createTopicMap(context: StoreContext, cache: ListCache, options: TopicMapOptions): TopicMap {
  const jobs = new Map<number, Job>()
  const failed = new Set<number>()

  const readLengths = keepInSteps(context, { tables: new Set(['insight_embeddings']), make: lengthsOfEmbeddings })

  const pointsOf = keepInSteps(context, { tables: tablesOfPoints, make: readPoints })

  const rowsOfWorkspace = (connection: Connection, workspace: number) =>
    cache.list(['rows of insights', workspace], () =>
      rowsOf(connection, 'SELECT row FROM insights WHERE workspace = ?', [workspace]),
    )

  /** Reads the input of `byLength`, so that other calls are answered before it is made. */
  async function readForLengths(workspace: number): Promise<Lengths> {
    const lengths = await readLengths()
    await context.read((connection) => rowsOfWorkspace(connection, workspace))
    await nextMacrotask()
    return lengths
  }

  /** Rows of insights by how many bytes their embeddings have, most rows first. */
  const byLength = (connection: Connection, workspace: number, lengths: Lengths) =>
    cache.value(['embeddings by length', workspace, lengths.version], () => {
      const own = new Set(rowsOfWorkspace(connection, workspace))
      const rows = new Map<number, number[]>()
      for (let at = 0; at < lengths.pairs.length; at += 2) {
        const [row, bytes] = [lengths.pairs[at] as number, lengths.pairs[at + 1] as number]
        if (!own.has(row) || bytes < 4 || bytes % 4 !== 0) continue
        const known = rows.get(bytes)
        if (known === undefined) rows.set(bytes, [row])
        else known.push(row)
      }
      return [...rows].sort(
        ([one, rowsOfOne], [other, rowsOfOther]) => rowsOfOther.length - rowsOfOne.length || one - other,
      )
    })

  function stateOf(connection: Connection, workspace: number, lengths: Lengths): MapState {
    const [usual, ...others] = byLength(connection, workspace, lengths)
    const insights = cache.value(['insights', workspace], () =>
      countOf(connection, 'SELECT count(*) FROM insights WHERE workspace = ?', workspace),
    )
    const found = readMap(connection, workspace)
    const counts = found && countPoints(connection, found.row)
    // Without any of its insights left, it is no map any more.
    const map = counts?.points === 0 ? undefined : found
    return {
      insights,
      withEmbedding: usual?.[1].length ?? 0,
      otherLength: others.reduce((sum, [, rows]) => sum + rows.length, 0),
      map:
        map === undefined
          ? null
          : {
              ...(counts ?? { points: 0, added: 0 }),
              id: map.id,
              madeAt: map.madeAt,
              missing: missing(connection, workspace, map, lengths).length,
            },
      progress: jobs.get(workspace)?.share ?? null,
      hasFailed: failed.has(workspace),
    }
  }

  function countPoints(connection: Connection, map: number) {
    return cache.value(['points of map', map], () => ({
      points: countOf(connection, 'SELECT count(*) FROM topic_map_points WHERE map = ?', map),
      added: countOf(
        connection,
        `SELECT count(*) FROM topic_map_points WHERE map = ? AND origin = ${origins.added}`,
        map,
      ),
    }))
  }

  /** Rows of insights that could be on the map and are not. */
  const missing = (
    connection: Connection,
    workspace: number,
    map: { row: number; embeddingBytes: number },
    lengths: Lengths,
  ) =>
    cache.list(['missing on map', workspace, map.row, lengths.version], () => {
      const placed = new Set(rowsOf(connection, 'SELECT insight AS row FROM topic_map_points WHERE map = ?', [map.row]))
      const [, rows = []] =
        byLength(connection, workspace, lengths).find(([bytes]) => bytes === map.embeddingBytes) ?? []
      return rows.filter((row) => !placed.has(row))
    })

  async function run(workspace: number, what: 'all' | 'missing', job: Job, madeAt: string): Promise<void> {
    const drawing: Omit<Drawing, 'bytes'> = {
      context,
      projector: job.projector,
      workspace,
      madeAt,
      report: (share) => {
        job.share = share
      },
      assertWanted: () => {
        if (!job.isWanted) throw new AppError('CANCELLED', 'The topic map was cancelled.')
      },
    }
    const lengths = await readForLengths(workspace)
    if (what === 'missing') {
      const found = await context.read((connection) => {
        const map = readMap(connection, workspace)
        return map && { map, rows: missing(connection, workspace, map, lengths) }
      })
      if (found !== undefined)
        await addToMap({ ...drawing, bytes: found.map.embeddingBytes }, found.map.row, found.rows)
      return
    }
    const [bytes, rows] = (await context.read((connection) => byLength(connection, workspace, lengths)))[0] ?? [0, []]
    if (rows.length >= fewestOnMap) await drawMap({ ...drawing, bytes }, rows)
  }

  function end(workspace: number, job: Job): void {
    job.isWanted = false
    job.projector.stop()
    if (jobs.get(workspace) === job) jobs.delete(workspace)
  }

  return {
    async topicMapState({ workspace }) {
      const row = await context.read((connection) => findWorkspace(connection, workspace))
      if (row === null)
        return { insights: 0, withEmbedding: 0, otherLength: 0, map: null, progress: null, hasFailed: false }
      const lengths = await readForLengths(row)
      return context.read((connection) => stateOf(connection, row, lengths))
    },

    async topicMapPoints({ workspace, mapId }) {
      const row = await context.read((connection) => findWorkspace(connection, workspace))
      return row === null ? null : pointsOf(row, mapId)
    },

    namesOnTopicMap: ({ workspace, insights }) =>
      context.read((connection) =>
        connection.all(
          `SELECT row AS insight, id, title, hide_content FROM insights
           WHERE workspace = ? AND row IN (SELECT value FROM json_each(?))`,
          [findWorkspace(connection, workspace), JSON.stringify(insights)],
          nameRow,
        ),
      ),

    async drawTopicMap({ workspace, what, madeAt }) {
      const row = await context.read((connection) => findWorkspace(connection, workspace))
      if (row === null || jobs.has(row)) return null
      const job: Job = { projector: options.startProjector(), share: 0, isWanted: true }
      jobs.set(row, job)
      failed.delete(row)
      run(row, what, job, madeAt)
        .catch((error: unknown) => {
          if (!job.isWanted) return
          failed.add(row)
          options.log(`topic map: ${describeError(error)}`)
        })
        .finally(() => end(row, job))
      return null
    },

    async cancelTopicMap({ workspace }) {
      const row = await context.read((connection) => findWorkspace(connection, workspace))
      const job = row === null ? undefined : jobs.get(row)
      if (row !== null && job !== undefined) end(row, job)
      return null
    },

    stop() {
      for (const [workspace, job] of jobs) end(workspace, job)
    },
  }
}

/** Lengths of the embeddings of every workspace. */
interface Lengths {
  /** Unique for each read. */
  readonly version: number
  /** The row of an insight and how many bytes its embedding has, 0 for zeros only, one after the other, in ascending order. */
  readonly pairs: readonly number[]
}

let versions = 0
/** About 10 ms. */
const lengthsInStep = 1_000

/** The lengths are stored beside the embeddings, all of which the database decrypts to count. */
function* lengthsOfEmbeddings(connection: Connection): Steps<Lengths> {
  const sql = `SELECT insight || ',' || iif(numbers = zeroblob(length(numbers)), 0, length(numbers)) AS row
    FROM insight_embeddings WHERE insight > ?
    ORDER BY insight LIMIT ${lengthsInStep}`
  const pairs: number[] = []
  for (let last: number | undefined = 0; last !== undefined; yield) {
    const read = rowsOf(connection, sql, [last])
    pairs.push(...read)
    last = read.at(-2)
  }
  versions += 1
  return { version: versions, pairs }
}

const countOf = (connection: Connection, sql: string, value: number) =>
  connection.value(sql, [value], column.number) ?? 0

const readMap = (connection: Connection, workspace: number) =>
  connection.get('SELECT row, id, made_at, embedding_bytes FROM topic_maps WHERE workspace = ?', [workspace], mapRow)

/** Numbers of one point in the text that the database joins. */
const numbersOfPoint = 4

const pointsInStep = 10_000

const tablesOfPoints: ReadonlySet<string> = new Set([
  ...['topic_maps', 'topic_map_points', 'insights', 'insights_fts', 'insight_opportunities', 'opportunities'],
])

/** Each list is read from one index: rows of insights are large, and reading 100,000 of them takes seconds. */
function* readPoints(
  connection: Connection,
  [workspace, mapId]: readonly [workspace: number, mapId: string],
): Steps<MapPoints | null> {
  const map = readMap(connection, workspace)
  if (map?.id !== mapId) return null
  const sql = `SELECT insight || ',' || x || ',' || y || ',' || coalesce(cluster, ${noCluster}) AS row
    FROM topic_map_points WHERE insight > ? AND +map = ? ORDER BY insight LIMIT ${pointsInStep}`
  const numbers: number[] = []
  for (let last: number | undefined = 0; last !== undefined; yield) {
    const read = rowsOf(connection, sql, [last, map.row])
    for (const number of read) numbers.push(number)
    last = read.at(-numbersOfPoint)
  }
  const count = numbers.length / numbersOfPoint
  const at = (place: number) => (_: unknown, point: number) => numbers[point * numbersOfPoint + place] as number
  const insights = Uint32Array.from({ length: count }, at(0))
  const placeOf = new Map(Array.from(insights, (insight, place) => [insight, place]))
  yield
  const day = readDays(connection, workspace, placeOf)
  yield
  const types = yield* readTypes(connection, workspace, placeOf)
  const opportunities = yield* readOpportunities(connection, workspace, placeOf)
  return {
    mapId: map.id,
    insights,
    x: Uint16Array.from({ length: count }, at(1)),
    y: Uint16Array.from({ length: count }, at(2)),
    cluster: Uint16Array.from({ length: count }, at(3)),
    day,
    clusters: readClusters(connection, map.row),
    ...types,
    ...opportunities,
  }
}

/** The place of each insight in the lists of numbers, by ascending rows. */
type Places = ReadonlyMap<number, number>

function readDays(connection: Connection, workspace: number, places: Places): Uint16Array<ArrayBuffer> {
  const days = new Uint16Array(places.size)
  const pairs = rowsOf(
    connection,
    `SELECT row || ',' || min(65535, max(0, created_key / 86400000)) AS row FROM insights
     WHERE workspace = ? AND created_key IS NOT NULL`,
    [workspace],
  )
  for (let pair = 0; pair < pairs.length; pair += 2) {
    const place = places.get(pairs[pair] as number)
    if (place !== undefined) days[place] = pairs[pair + 1] as number
  }
  return days
}

const typeRow = rowOf({ type: column.text })

/** Only types that points have. */
function* readTypes(
  connection: Connection,
  workspace: number,
  places: Places,
): Steps<Pick<MapPoints, 'type' | 'types'>> {
  const type = new Uint16Array(places.size)
  const types: string[] = []
  const all = connection.all(
    'SELECT DISTINCT type FROM insights WHERE workspace = ? ORDER BY type',
    [workspace],
    typeRow,
  )
  for (const { type: each } of all) {
    const rows = rowsOf(connection, 'SELECT row FROM insights WHERE workspace = ? AND type = ?', [workspace, each])
    const own = rows.flatMap((row) => places.get(row) ?? [])
    yield
    if (own.length === 0) continue
    for (const place of own) type[place] = types.length
    types.push(each)
  }
  return { type, types }
}

/** Words of the map as it was drawn, without those that only hidden insights of the cluster have by now. */
function readClusters(connection: Connection, map: number): MapCluster[] {
  const drawn =
    connection.value('SELECT clusters FROM topic_maps WHERE row = ?', [map], column.json<string[][]>()) ?? []
  const shown = `SELECT 1 FROM insights_fts JOIN insights ON insights.row = insights_fts.rowid
    JOIN topic_map_points ON insight = insights.row
    WHERE insights_fts MATCH ? AND hide_content = 0 AND map = ? AND cluster = ? LIMIT 1`
  return drawn.map((words, cluster) => ({
    words: words.filter((word) => {
      const expression = termExpression({ words: typedWords(indexedText(word)).map(foldWord), isExact: true })
      return connection.get(shown, [expression, map, cluster]) !== undefined
    }),
  }))
}

/** Rows of the opportunities that most points have. */
function* mostFrequent(connection: Connection, places: Places): Steps<readonly number[]> {
  const sql = `SELECT insight || ',' || opportunity AS row FROM insight_opportunities WHERE insight BETWEEN ? AND ?`
  const insights = [...places.keys()]
  const counts = new Map<number, number>()
  for (let from = 0; from < insights.length; from += pointsInStep) {
    const last = insights[Math.min(from + pointsInStep, insights.length) - 1] ?? 0
    const links = rowsOf(connection, sql, [insights[from] ?? 0, last])
    for (let at = 0; at < links.length; at += 2) {
      const [insight, opportunity] = [links[at] as number, links[at + 1] as number]
      if (places.has(insight)) counts.set(opportunity, (counts.get(opportunity) ?? 0) + 1)
    }
    yield
  }
  const inOrder = [...counts].sort(([one, points], [other, otherPoints]) => otherPoints - points || one - other)
  return inOrder.slice(0, mostOpportunities).map(([row]) => row)
}

/** An insight with several counts towards the one that most points have. */
function* readOpportunities(
  connection: Connection,
  workspace: number,
  places: Places,
): Steps<Pick<MapPoints, 'opportunity' | 'opportunities'>> {
  const most = yield* mostFrequent(connection, places)
  const top = readInOrder(
    connection,
    'SELECT row, id, title, hide_content FROM opportunities WHERE row IN (SELECT value FROM json_each(?))',
    most,
    opportunityRow,
  )
  const opportunity = new Uint16Array(places.size).fill(noOpportunity)
  const mark = (sql: string, value: number, values: readonly number[]) => {
    for (const insight of rowsOf(connection, sql, values)) {
      const place = places.get(insight)
      if (place !== undefined) opportunity[place] = value
    }
  }
  mark(
    'SELECT row FROM insights INDEXED BY insights_by_facets WHERE workspace = ? AND has_opportunity = 1',
    otherOpportunity,
    [workspace],
  )
  yield
  for (const [place, { row }] of [...top.entries()].reverse()) {
    mark('SELECT insight AS row FROM insight_opportunities WHERE opportunity = ?', place, [row])
  }
  return { opportunity, opportunities: top.map(({ row: _, ...shown }) => shown) }
}
