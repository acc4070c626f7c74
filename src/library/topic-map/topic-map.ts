// The topic map as the rest of the library sees it: how far it is, its points and what they are called.
import { describeError } from '../../contract/describe-error'
import { AppError } from '../../contract/errors'
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
import { type ListCache, rowsOf } from '../queries/list-cache'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { addToMap, type Drawing, drawMap, origins } from './draw'
import type { Projector } from './projector'

type TopicMapApi = Pick<
  StoreApi,
  'topicMapState' | 'topicMapPoints' | 'namesOnTopicMap' | 'drawTopicMap' | 'cancelTopicMap'
>

export interface TopicMap extends TopicMapApi {
  /** Before the database is closed. */
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

const lengthRow = rowOf({ bytes: column.number, count: column.number })
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

  /** How many embeddings there are of each length, the usual one first. */
  const lengths = (connection: Connection, workspace: number) =>
    cache.value(['embedding lengths', workspace], () =>
      connection.all(
        `SELECT length(numbers) AS bytes, count(*) AS count FROM insights JOIN insight_embeddings ON insight = insights.row
         WHERE workspace = ? AND length(numbers) >= 4 AND length(numbers) % 4 = 0 GROUP BY 1 ORDER BY 2 DESC, 1`,
        [workspace],
        lengthRow,
      ),
    )

  const readMap = (connection: Connection, workspace: number) =>
    connection.get('SELECT row, id, made_at, embedding_bytes FROM topic_maps WHERE workspace = ?', [workspace], mapRow)

  function stateOf(connection: Connection, workspace: number | null): MapState {
    if (workspace === null) {
      return { insights: 0, withEmbedding: 0, otherLength: 0, map: null, progress: null, hasFailed: false }
    }
    const [usual, ...others] = lengths(connection, workspace)
    const insights = cache.value(['insights', workspace], () =>
      countOf(connection, 'SELECT count(*) FROM insights WHERE workspace = ?', workspace),
    )
    const found = readMap(connection, workspace)
    const counts = found && countPoints(connection, found.row)
    // All of its insights went: it is none any more.
    const map = counts?.points === 0 ? undefined : found
    return {
      insights,
      withEmbedding: usual?.count ?? 0,
      otherLength: others.reduce((sum, { count }) => sum + count, 0),
      map:
        map === undefined
          ? null
          : {
              ...(counts ?? { points: 0, added: 0 }),
              id: map.id,
              madeAt: map.madeAt,
              missing: missing(connection, workspace, map).length,
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

  /** Rows of insights that could be on the map. */
  const missing = (connection: Connection, workspace: number, map: { row: number; embeddingBytes: number }) =>
    cache.list(['missing on map', workspace, map.row], () =>
      rowsOf(
        connection,
        // Those on the map are left out first: reading their embeddings would take seconds.
        `SELECT insight AS row FROM insight_embeddings WHERE length(numbers) = ? AND insight IN
           (SELECT row FROM insights WHERE workspace = ? AND row NOT IN (SELECT insight FROM topic_map_points))
         ORDER BY insight`,
        [map.embeddingBytes, workspace],
      ),
    )

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
    if (what === 'missing') {
      const found = await context.read((connection) => {
        const map = readMap(connection, workspace)
        return map && { map, rows: missing(connection, workspace, map) }
      })
      if (found !== undefined)
        await addToMap({ ...drawing, bytes: found.map.embeddingBytes }, found.map.row, found.rows)
      return
    }
    const bytes = await context.read((connection) => lengths(connection, workspace)[0]?.bytes ?? 0)
    const rows = await context.read((connection) =>
      rowsOf(
        connection,
        `SELECT insights.row AS row FROM insights JOIN insight_embeddings ON insight = insights.row
         WHERE workspace = ? AND length(numbers) = ? ORDER BY insights.row`,
        [workspace, bytes],
      ),
    )
    if (rows.length >= fewestOnMap) await drawMap({ ...drawing, bytes }, rows)
  }

  function end(workspace: number, job: Job): void {
    job.isWanted = false
    job.projector.stop()
    if (jobs.get(workspace) === job) jobs.delete(workspace)
  }

  return {
    topicMapState: ({ workspace }) =>
      context.read((connection) => stateOf(connection, findWorkspace(connection, workspace))),

    topicMapPoints: ({ workspace, mapId }) =>
      context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        const map = row === null ? undefined : readMap(connection, row)
        if (row === null || map === undefined || map.id !== mapId) return null
        return cache.value(['map', row, map.id], () => readPoints(connection, row, map))
      }),

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

const countOf = (connection: Connection, sql: string, value: number) =>
  connection.value(sql, [value], column.number) ?? 0

/** How many numbers stand for a point in the text that the database joins. */
const numbersOfPoint = 4

/** Each list is read from one index: rows of insights are large, and reading 100,000 of them takes seconds. */
function readPoints(connection: Connection, workspace: number, map: { row: number; id: string }): MapPoints {
  const numbers = rowsOf(
    connection,
    `SELECT insight || ',' || x || ',' || y || ',' || coalesce(cluster, ${noCluster}) AS row
     FROM topic_map_points WHERE map = ? ORDER BY insight`,
    [map.row],
  )
  const count = numbers.length / numbersOfPoint
  const at = (place: number) => (_: unknown, point: number) => numbers[point * numbersOfPoint + place] as number
  const insights = Uint32Array.from({ length: count }, at(0))
  const placeOf = new Map([...insights].map((insight, place) => [insight, place]))
  return {
    mapId: map.id,
    insights,
    x: Uint16Array.from({ length: count }, at(1)),
    y: Uint16Array.from({ length: count }, at(2)),
    cluster: Uint16Array.from({ length: count }, at(3)),
    day: readDays(connection, workspace, placeOf),
    clusters: readClusters(connection, map.row),
    ...readTypes(connection, workspace, placeOf),
    ...readOpportunities(connection, workspace, map.row, placeOf),
  }
}

/** The place of each insight in the lists of numbers. */
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

/** Only types of points. */
function readTypes(connection: Connection, workspace: number, places: Places): Pick<MapPoints, 'type' | 'types'> {
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
    if (own.length === 0) continue
    for (const place of own) type[place] = types.length
    types.push(each)
  }
  return { type, types }
}

function readClusters(connection: Connection, map: number): MapCluster[] {
  const words =
    connection.value('SELECT clusters FROM topic_maps WHERE row = ?', [map], column.json<string[][]>()) ?? []
  return words.map((each) => ({ words: each }))
}

/** Of several, an insight counts to the one that most points have. */
function readOpportunities(
  connection: Connection,
  workspace: number,
  map: number,
  places: Places,
): Pick<MapPoints, 'opportunity' | 'opportunities'> {
  const top = connection.all(
    `SELECT opportunities.row AS row, id, title, hide_content FROM
       (SELECT opportunity, count(*) AS points FROM topic_map_points
        JOIN insight_opportunities ON insight_opportunities.insight = topic_map_points.insight
        WHERE map = ? GROUP BY opportunity ORDER BY points DESC, opportunity LIMIT ${mostOpportunities})
     JOIN opportunities ON opportunities.row = opportunity WHERE workspace = ? ORDER BY points DESC, opportunity`,
    [map, workspace],
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
  for (const [place, { row }] of [...top.entries()].reverse()) {
    mark('SELECT insight AS row FROM insight_opportunities WHERE opportunity = ?', place, [row])
  }
  return { opportunity, opportunities: top.map(({ row: _, ...shown }) => shown) }
}
