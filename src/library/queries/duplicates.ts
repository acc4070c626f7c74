// Pairs of insights that may say the same. The search runs in slices between other calls while somebody asks for it. Its
// result is kept until an embedding changes, and then still listed until the next search has ended.
import { leastOfPairs, mostPairs, type Uncompared } from '../../contract/features/duplicates'
import { readDismissed } from '../local/not-duplicates'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { nextMacrotask } from '../store/next-macrotask'
import { compactError, cosine, type VectorSet } from './compact-vectors'
import { type NearPair, nearPairs } from './duplicate-pairs'
import { readEmbeddings, readNearInsights } from './similar-insights'
import type { Vectors } from './vectors'

interface RowPair {
  readonly rows: readonly [number, number]
  /** A row may be another insight's once its own was removed. */
  readonly ids: readonly [string, string]
  readonly similarity: number
}

interface Search {
  readonly workspace: number
  /** Version of the set that it searches; null while that is read. */
  version: number | null
  /** Last revision of the store known to have that set. */
  revision: number
  compared: number
  uncompared: Uncompared
  progress: number
  /** null: it still runs. */
  found: readonly RowPair[] | null
  /** Found by the search before it. */
  readonly earlier: readonly RowPair[]
  error: unknown
  askedAt: number
  isStopped: boolean
}

/** The search ends when nobody asked for so long. */
const patienceMs = 10_000
/** How long an answer waits for the end of the search. */
const waitMs = 150
const sliceMs = 8

const nobody: Uncompared = { without: 0, incomparable: 0, leftOut: 0 }

export interface FindDuplicates extends Pick<StoreApi, 'findDuplicates'> {
  /** Called before the database is closed. */
  stop(): void
}

export function createDuplicates(context: StoreContext, vectors: Vectors): FindDuplicates {
  let current: Search | null = null

  function begin(workspace: number): Search {
    if (current !== null) current.isStopped = true
    const earlier = current?.workspace === workspace ? (current.found ?? current.earlier) : []
    const search: Search = {
      ...{ workspace, version: null, revision: vectors.revision(), compared: 0, uncompared: nobody, progress: 0 },
      ...{ found: null, earlier, error: null, askedAt: performance.now(), isStopped: false },
    }
    current = search
    void run(search).catch((error: unknown) => {
      search.error = error
      if (current === search) current = null
    })
    return search
  }

  async function run(search: Search): Promise<void> {
    const set = await vectors.read(search.workspace)
    const { version, count, without, incomparable, leftOut } = set
    Object.assign(search, { version, compared: count, uncompared: { without, incomparable, leftOut } })
    const pairs = await inSlices(search, set)
    if (pairs !== null) search.found = await measured(search, set, pairs)
    else if (current === search) current = null
  }

  /** null: stopped. */
  async function inSlices(search: Search, set: VectorSet): Promise<readonly NearPair[] | null> {
    const least = leastOfPairs - compactError
    const work = nearPairs(set, { least, most: mostPairs })
    for (;;) {
      const until = performance.now() + sliceMs
      do {
        const { done, value } = work.next()
        if (done) return value
        search.progress = Math.min(0.999, value)
      } while (performance.now() < until)
      await nextMacrotask()
      if (search.isStopped || performance.now() - search.askedAt > patienceMs) return null
    }
  }

  /** Measures with the stored embeddings, a few at a time. */
  async function measured(search: Search, set: VectorSet, pairs: readonly NearPair[]): Promise<readonly RowPair[]> {
    const exact: Omit<RowPair, 'ids'>[] = []
    for (let from = 0; from < pairs.length && !search.isStopped; from += 100) {
      const rows = pairs.slice(from, from + 100).map(({ one, other }) => [rowAt(set, one), rowAt(set, other)] as const)
      const stored = await context.read((connection) => readEmbeddings(connection, [...new Set(rows.flat())]))
      for (const pair of rows) {
        const [one, other] = pair.map((row) => stored.get(row))
        const similarity = one === undefined || other === undefined ? null : cosine(one, other)
        if (similarity !== null && similarity >= leastOfPairs) exact.push({ rows: pair, similarity })
      }
      await nextMacrotask()
    }
    const ids = await context.read((connection) => idsOf(connection, [...new Set(exact.flatMap(({ rows }) => rows))]))
    return exact
      .map((pair) => ({ ...pair, ids: [ids.get(pair.rows[0]) ?? '', ids.get(pair.rows[1]) ?? ''] as const }))
      .sort((one, other) => other.similarity - one.similarity || one.rows[0] - other.rows[0])
  }

  /** The search of this workspace if its result is still valid, or else a new one. */
  async function searchOf(workspace: number): Promise<Search> {
    const search = current?.workspace === workspace ? current : null
    if (search === null) return begin(workspace)
    search.askedAt = performance.now()
    const revision = vectors.revision()
    if (search.found === null || search.revision === revision) return search
    const set = await vectors.read(workspace)
    if (set.version !== search.version) return begin(workspace)
    search.revision = revision
    return search
  }

  return {
    async findDuplicates({ workspace }) {
      const place = await context.read((connection) => findWorkspace(connection, workspace))
      if (place === null) return { progress: 1, pairs: [], compared: 0, uncompared: nobody }
      const search = await searchOf(place)
      const until = performance.now() + waitMs
      while (search.found === null && search.error === null && performance.now() < until) await nextMacrotask()
      if (search.error !== null) throw search.error
      const { found, earlier, progress, compared, uncompared } = search
      const listed = found ?? earlier
      const pairs = listed.length === 0 ? [] : await context.read((connection) => describe(connection, place, listed))
      return { progress: found === null ? progress : 1, pairs, compared, uncompared }
    },
    stop() {
      if (current !== null) current.isStopped = true
    },
  }
}

const rowAt = ({ rows }: VectorSet, place: number) => rows[place] as number

const idsOf = (connection: Connection, rows: readonly number[]) =>
  new Map(readNearInsights(connection, rows).map(({ row, id }) => [row, id]))

function describe(connection: Connection, workspace: number, found: readonly RowPair[]) {
  const isDismissed = readDismissed(connection, workspace)
  const rows = [...new Set(found.flatMap((pair) => pair.rows))]
  const insights = new Map(readNearInsights(connection, rows).map(({ row, ...insight }) => [row, insight]))
  return found.flatMap(({ rows: [row, otherRow], ids, similarity }) => {
    const [one, other] = [insights.get(row), insights.get(otherRow)]
    if (one?.id !== ids[0] || other?.id !== ids[1]) return []
    const [first, second] = one.id < other.id ? [one, other] : [other, one]
    const pair: [typeof one, typeof one] = [first, second]
    return [{ insights: pair, similarity, isDismissed: isDismissed(first.id, second.id) }]
  })
}
