// Draws a map, or adds insights to the kept one: reads embeddings in slices, has them projected, and stores all of it in one
// transaction at the end, which lets reads in between. An earlier end leaves the kept map as it was.
import { randomUUID } from 'node:crypto'
import type { Steps } from '../queries/kept-in-steps'
import type { Connection } from '../store/connection'
import { lastInsertedRow, type StoreContext } from '../store/context'
import { nextMacrotask } from '../store/next-macrotask'
import { column, rowOf } from '../store/row'
import { countWords, createWordCounts, telling } from './cluster-words'
import { clustersOf } from './clusters'
import type { Positions, Vectors } from './projection'
import type { Projector } from './projector'
import { seededRandom } from './seeded-random'

/** Insights arranged by UMAP, whose time grows faster than their number. */
const sampleSize = 3_000
/** How many embeddings are in memory at once, beside the sample. */
const sliceSize = 250
const titleSlice = 1_000
const seed = 7

export const origins = { arranged: 0, placed: 1, added: 2 } as const

export interface Drawing {
  readonly context: Pick<StoreContext, 'read' | 'writeAtLength'>
  readonly projector: Projector
  readonly workspace: number
  /** Size of the embeddings that count. */
  readonly bytes: number
  /** ISO 8601, UTC. */
  readonly madeAt: string
  /** 0 to 1. */
  readonly report: (share: number) => void
  /** Throws once it was cancelled. */
  readonly assertWanted: () => void
}

interface Point {
  readonly insight: number
  readonly x: number
  readonly y: number
  readonly origin: number
}

type ClusteredPoint = Point & { readonly cluster: number | null }

const vectorRow = rowOf({ insight: column.number, numbers: column.bytes })

interface ReadVectors {
  readonly insights: readonly number[]
  readonly vectors: Vectors
}

/** In the order of the rows; rows that are gone are left out. */
function readVectors(connection: Connection, rows: readonly number[], bytes: number): ReadVectors {
  const sql = `SELECT insight, numbers FROM insight_embeddings
    WHERE insight IN (SELECT value FROM json_each(?)) AND length(numbers) = ? ORDER BY insight`
  const found = connection.all(sql, [JSON.stringify(rows), bytes], vectorRow)
  const length = bytes / 4
  const numbers = new Float32Array(found.length * length)
  const all = Buffer.from(numbers.buffer)
  for (const [place, row] of found.entries()) row.numbers.copy(all, place * bytes)
  return { insights: found.map(({ insight }) => insight), vectors: { numbers, length } }
}

async function readInSlices(
  { context, bytes, assertWanted }: Drawing,
  rows: readonly number[],
  take: (read: ReadVectors, share: number) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += sliceSize) {
    assertWanted()
    const slice = rows.slice(at, at + sliceSize)
    const read = await context.read((connection) => readVectors(connection, slice, bytes))
    if (read.insights.length > 0) await take(read, Math.min(1, (at + sliceSize) / rows.length))
    await nextMacrotask()
  }
}

/** Reads all of these at once, in the order of `rows`. */
async function readSample(drawing: Drawing, rows: readonly number[]): Promise<ReadVectors> {
  const parts: ReadVectors[] = []
  await readInSlices(drawing, rows, async (read, share) => {
    parts.push(read)
    drawing.report(0.1 * share)
  })
  const numbers = new Float32Array(parts.reduce((sum, part) => sum + part.vectors.numbers.length, 0))
  let at = 0
  for (const { vectors } of parts) {
    numbers.set(vectors.numbers, at)
    at += vectors.numbers.length
  }
  return {
    insights: parts.flatMap(({ insights }) => insights),
    vectors: { numbers, length: drawing.bytes / 4 },
  }
}

/** The same sample for the same rows, in their order. */
export function sampleOf(rows: readonly number[], size = sampleSize): readonly number[] {
  if (rows.length <= size) return rows
  const random = seededRandom(seed)
  const shuffled = [...rows]
  for (let place = 0; place < size; place += 1) {
    const other = place + Math.floor(random() * (shuffled.length - place))
    const taken = shuffled[other] as number
    shuffled[other] = shuffled[place] as number
    shuffled[place] = taken
  }
  return shuffled.slice(0, size).sort((one, other) => one - other)
}

const pointsOf = (insights: readonly number[], positions: Positions, origin: number): Point[] =>
  insights.map((insight, place) => ({
    insight,
    x: positions[place * 2] as number,
    y: positions[place * 2 + 1] as number,
    origin,
  }))

async function placeAll(drawing: Drawing, rows: readonly number[], origin: number, from: number): Promise<Point[]> {
  const points: Point[] = []
  await readInSlices(drawing, rows, async ({ insights, vectors }, share) => {
    points.push(...pointsOf(insights, await drawing.projector.place(vectors), origin))
    drawing.report(from + (0.9 - from) * share)
  })
  return points
}

/** A new map of `rows`, which are in ascending order. */
export async function drawMap(drawing: Drawing, rows: readonly number[]): Promise<void> {
  const { projector, report } = drawing
  await nextMacrotask()
  const sample = await readSample(drawing, sampleOf(rows))
  const rest = new Set(rows)
  for (const row of sample.insights) rest.delete(row)
  const arrangedShare = rest.size === 0 ? 0.9 : 0.5
  const positions = await projector.arrange(sample.vectors, (share) => report(0.1 + (arrangedShare - 0.1) * share))
  const placed = await placeAll(drawing, [...rest], origins.placed, arrangedShare)
  const points = [...pointsOf(sample.insights, positions, origins.arranged), ...placed]
  await nextMacrotask()
  const clusters = clustersOf(
    points.map(({ x }) => x),
    points.map(({ y }) => y),
  )
  await nextMacrotask()
  const words = await wordsOf(drawing, points, clusters)
  await nextMacrotask()
  const clustered = points.map((point, place) => ({ ...point, cluster: clusters.of[place] ?? null }))
  await writeInSteps(drawing, function* (connection) {
    const { workspace, bytes, madeAt } = drawing
    yield* removeMap(connection, workspace)
    connection.run(
      'INSERT INTO topic_maps (workspace, id, made_at, embedding_bytes, clusters) VALUES (?, ?, ?, ?, ?)',
      [workspace, randomUUID(), madeAt, bytes, JSON.stringify(words)],
    )
    yield* insertPoints(connection, lastInsertedRow(connection), clustered)
  })
}

/** Writes in one transaction, which leaves no trace when the map is no longer wanted. */
function writeInSteps(
  { context, assertWanted }: Drawing,
  write: (connection: Connection) => Steps<void>,
): Promise<void> {
  return context.writeAtLength(async (connection, pause) => {
    for (const _ of write(connection)) await pause?.()
  }, assertWanted)
}

/** About 10 ms. */
const writtenInStep = 1_000

function* removeMap(connection: Connection, workspace: number): Steps<void> {
  const map = connection.value('SELECT row FROM topic_maps WHERE workspace = ?', [workspace], column.number)
  if (map === undefined) return
  const some = `SELECT insight FROM topic_map_points WHERE map = ? LIMIT ${writtenInStep}`
  while (connection.get(some, [map]) !== undefined) {
    connection.run(`DELETE FROM topic_map_points WHERE insight IN (${some})`, [map])
    yield
  }
  connection.run('DELETE FROM topic_maps WHERE row = ?', [map])
}

async function wordsOf(
  { context, report, assertWanted }: Drawing,
  points: readonly Point[],
  clusters: ReturnType<typeof clustersOf>,
): Promise<string[][]> {
  const counts = createWordCounts(clusters.count)
  for (let at = 0; at < points.length; at += titleSlice) {
    assertWanted()
    const slice = points.slice(at, at + titleSlice)
    const titles = await context.read((connection) => readTitles(connection, slice))
    for (const [place, { insight }] of slice.entries()) {
      const [cluster, title] = [clusters.of[at + place], titles.get(insight)]
      if (cluster !== null && cluster !== undefined && title !== undefined) countWords(counts, cluster, title)
    }
    report(0.9 + 0.08 * Math.min(1, (at + titleSlice) / points.length))
    await nextMacrotask()
  }
  return telling(counts)
}

const titleRow = rowOf({ row: column.number, title: column.text })

/** Hidden content stays hidden, also word by word. */
function readTitles(connection: Connection, points: readonly Point[]): ReadonlyMap<number, string> {
  const sql = `SELECT row, title FROM insights WHERE row IN (SELECT value FROM json_each(?)) AND hide_content = 0`
  const rows = connection.all(sql, [JSON.stringify(points.map(({ insight }) => insight))], titleRow)
  return new Map(rows.map(({ row, title }) => [row, title]))
}

const pointRow = rowOf({ insight: column.number, x: column.number, y: column.number })

/** Places `rows`, which are not on the map yet, among those that were arranged. */
export async function addToMap(drawing: Drawing, map: number, rows: readonly number[]): Promise<void> {
  const { context, projector } = drawing
  const arranged = await context.read((connection) =>
    connection.all(
      `SELECT insight, x, y FROM topic_map_points WHERE map = ? AND origin = ${origins.arranged}`,
      [map],
      pointRow,
    ),
  )
  const places = new Map(arranged.map(({ insight, x, y }) => [insight, [x, y] as const]))
  const sample = await readSample(
    drawing,
    [...places.keys()].sort((one, other) => one - other),
  )
  const positions = new Uint16Array(sample.insights.flatMap((insight) => [...(places.get(insight) ?? [0, 0])]))
  await projector.resume(sample.vectors, positions)
  const points = await placeAll(drawing, rows, origins.added, 0.3)
  const clusterAt = await context.read((connection) => nearestCluster(connection, map))
  const clustered: ClusteredPoint[] = []
  for (const [place, point] of points.entries()) {
    clustered.push({ ...point, cluster: clusterAt(point) })
    // Each is compared with 3,000 others.
    if (place % writtenInStep === 0) await nextMacrotask()
  }
  await writeInSteps(drawing, (connection) => insertPoints(connection, map, clustered))
}

const clusteredRow = rowOf({ ...pointRow.fields, cluster: column.numberOrNull })

/** The cluster of the nearest point that was drawn with the map. */
function nearestCluster(connection: Connection, map: number): (point: Point) => number | null {
  const sql = `SELECT insight, x, y, cluster FROM topic_map_points WHERE map = ? AND origin = ${origins.arranged}`
  const drawn = connection.all(sql, [map], clusteredRow)
  return ({ x, y }) => {
    let [best, cluster]: [number, number | null] = [Number.POSITIVE_INFINITY, null]
    for (const other of drawn) {
      const square = (other.x - x) ** 2 + (other.y - y) ** 2
      if (square < best) [best, cluster] = [square, other.cluster]
    }
    return cluster
  }
}

/** Inserts the points whose embedding still exists. */
function* insertPoints(connection: Connection, map: number, points: readonly ClusteredPoint[]): Steps<void> {
  for (let at = 0; at < points.length; at += writtenInStep) {
    const slice = points.slice(at, at + writtenInStep)
    connection.run(
      `INSERT OR REPLACE INTO topic_map_points (insight, map, x, y, cluster, origin)
       SELECT insight, ?, json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]'),
         json_extract(value, '$[4]')
       FROM json_each(?) JOIN insight_embeddings ON insight = json_extract(value, '$[0]')`,
      [map, JSON.stringify(slice.map(({ insight, x, y, cluster, origin }) => [insight, x, y, cluster, origin]))],
    )
    yield
  }
}
