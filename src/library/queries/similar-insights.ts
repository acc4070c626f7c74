// Insights near a given one, and near the best matches of a search. The nearest by compact embeddings are measured again
// with the stored ones, so that the similarity shown is exact. Without an embedding: by words of the title.
import { AppError } from '../../contract/errors'
import { foldWord, typedWords } from '../../contract/features/search-words'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { nextMacrotask } from '../store/next-macrotask'
import { column, rowOf } from '../store/row'
import { indexedText, termExpression } from '../text/folded-text'
import { saysNothing } from '../text/stop-words'
import { compact, cosine, floatsOf, nearestTo, type VectorSet } from './compact-vectors'
import { type ListCache, readInOrder, rowsOf } from './list-cache'
import type { Vectors } from './vectors'
import { rowsFound, type WordSearch } from './word-search'

const nearInsight = rowOf({
  row: column.number,
  id: column.text,
  type: column.text,
  title: column.text,
  hideContent: column.flag,
})

/** Reads insights with their rows, in the order of `rows`, without those that are gone. */
export function readNearInsights(connection: Connection, rows: readonly number[]) {
  const sql = 'SELECT row, id, type, title, hide_content FROM insights WHERE row IN (SELECT value FROM json_each(?))'
  return readInOrder(connection, sql, rows, nearInsight)
}

const mostSimilar = 20
/** Compact embeddings may swap neighbours whose similarity is nearly the same. */
const spare = 20
/** With less, two insights have little in common. */
const leastSimilar = 0.5
const mostWords = 6
const shortestWord = 4

type SimilarCalls = Pick<StoreApi, 'similarInsights' | 'relatedInsights'>

interface SimilarDeps {
  readonly context: StoreContext
  readonly vectors: Vectors
  readonly cache: ListCache
  readonly search: WordSearch
}

export function createSimilarInsights({ context, vectors, cache, search }: SimilarDeps): SimilarCalls {
  return {
    async similarInsights({ workspace, id }) {
      const { place, target } = await context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        const [found] = row === null ? [] : readTargets(connection, row, [id])
        if (row === null || found === undefined) throw new AppError('NOT_FOUND', 'Insight not found.')
        return { place: row, target: found }
      })
      const set = await vectors.read(place)
      const { without, incomparable, leftOut } = set
      const uncompared = { without, incomparable, leftOut }
      return context.read((connection) => {
        const near = nearestOf(connection, { set, most: mostSimilar, without: new Set([target.row]) }, target)
        if (near === null) return { by: 'words', rows: byWords(connection, place, target), uncompared }
        return { by: 'meaning', rows: described(connection, near), uncompared }
      })
    },
    async relatedInsights({ workspace, ids, text, limit }) {
      const place = await context.read((connection) => findWorkspace(connection, workspace))
      if (place === null) return []
      const set = await vectors.read(place)
      const matching = await search.read({ workspace, text, tables: ['insights'] }, (connection, forgiveness) =>
        rowsFound(connection, cache, { table: 'insights', workspace: place, text, forgiveness }),
      )
      const targets = await context.read((connection) => readTargets(connection, place, ids))
      const without = new Set([...(matching ?? []), ...targets.map(({ row }) => row)])
      const best = new Map<number, number>()
      // Each is compared with all embeddings, which takes up to 100 ms: others are answered in between.
      for (const target of targets) {
        const near = await context.read((connection) => nearestOf(connection, { set, most: limit, without }, target))
        for (const { row, similarity } of near ?? []) best.set(row, Math.max(similarity, best.get(row) ?? -1))
        await nextMacrotask()
      }
      const nearest = Array.from(best, ([row, similarity]) => ({ row, similarity })).sort(nearestFirst)
      return context.read((connection) => described(connection, nearest.slice(0, limit)))
    },
  }
}

const targetRow = rowOf({ row: column.number, title: column.text, numbers: column.orElse(column.bytes, null) })
type Target = ReturnType<typeof targetRow.read>

function readTargets(connection: Connection, workspace: number, ids: readonly string[]): Target[] {
  return connection.all(
    `SELECT row, title, numbers FROM insights LEFT JOIN insight_embeddings ON insight = row
     WHERE workspace = ? AND id IN (SELECT value FROM json_each(?))`,
    [workspace, JSON.stringify(ids)],
    targetRow,
  )
}

interface Near {
  readonly row: number
  readonly similarity: number
}

const nearestFirst = (one: Near, other: Near) => other.similarity - one.similarity || one.row - other.row

interface Nearest {
  readonly set: VectorSet
  readonly most: number
  readonly without: ReadonlySet<number>
}

/** null: it cannot be compared. */
function nearestOf(connection: Connection, { set, most, without }: Nearest, { numbers }: Target): Near[] | null {
  const floats = numbers === null ? new Float32Array(0) : floatsOf(numbers)
  const bytes = new Int8Array(floats.length)
  const inverseNorm = compact(floats, bytes, 0)
  if (inverseNorm === null || floats.length !== set.length) return null
  const candidates = nearestTo(set, { numbers: bytes, inverseNorm, without }, most + spare).map(({ row }) => row)
  const stored = readEmbeddings(connection, candidates)
  const exact = candidates.flatMap((row): Near[] => {
    const similarity = cosine(floats, stored.get(row) ?? new Float32Array(0))
    return similarity === null || similarity < leastSimilar ? [] : [{ row, similarity }]
  })
  return exact.sort(nearestFirst).slice(0, most)
}

const embeddingRow = rowOf({ insight: column.number, numbers: column.bytes })

export function readEmbeddings(connection: Connection, rows: readonly number[]): ReadonlyMap<number, Float32Array> {
  const sql = 'SELECT insight, numbers FROM insight_embeddings WHERE insight IN (SELECT value FROM json_each(?))'
  const stored = connection.all(sql, [JSON.stringify(rows)], embeddingRow)
  return new Map(stored.map(({ insight, numbers }) => [insight, floatsOf(numbers)]))
}

function described(connection: Connection, near: readonly Near[]) {
  const similarities = new Map(near.map(({ row, similarity }) => [row, similarity]))
  const rows = near.map(({ row }) => row)
  return readNearInsights(connection, rows).map(({ row, ...insight }) => ({
    ...insight,
    similarity: similarities.get(row) ?? null,
  }))
}

/** Ranking the insights of a more frequent word takes long. */
const mostRanked = 2_000
/** Counting the insights of a frequent word takes a few milliseconds. */
const mostCounted = 12

/**
 * Finds insights by the longest words of the title that tell it apart: those that at most a tenth of the insights have, or
 * else those that can be ranked. By more frequent words alone: insights that have all of them, the latest first.
 */
function byWords(connection: Connection, workspace: number, { row, title }: Target) {
  const countOf = (word: string) =>
    connection.value('SELECT doc FROM insights_vocab WHERE term = ?', [word], column.number) ?? 0
  const words = [...new Set(typedWords(indexedText(title)).map(foldWord))]
    .filter((word) => word.length >= shortestWord && !saysNothing(word))
    .sort((one, other) => other.length - one.length)
    .slice(0, mostCounted)
    .map((word) => ({ word, insights: countOf(word) }))
  if (words.length === 0) return []
  // Rows are numbered one by one: about as many as there are, without counting them.
  const tenth = Math.max((connection.value('SELECT max(row) FROM insights', [], column.number) ?? 0) / 10, 10)
  const ranked = words.filter(({ insights }) => insights <= mostRanked)
  const telling = ranked.filter(({ insights }) => insights <= tenth)
  const isRanked = ranked.length > 0
  const [chosen = words] = [telling, ranked].filter((some) => some.length > 0)
  const expression = chosen
    .slice(0, mostWords)
    .map(({ word }) => termExpression({ words: [word], isExact: true }))
    .join(isRanked ? ' OR ' : ' AND ')
  const sql = `SELECT insights.row AS row FROM insights_fts JOIN insights ON insights.row = insights_fts.rowid
    WHERE insights_fts MATCH ? AND insights.workspace = ? AND insights.row <> ?
    ORDER BY ${isRanked ? 'bm25(insights_fts), insights.row' : 'insights_fts.rowid DESC'} LIMIT ${mostSimilar}`
  const found = rowsOf(connection, sql, [expression, workspace, row])
  return readNearInsights(connection, found).map(({ row: _row, ...insight }) => ({ ...insight, similarity: null }))
}
