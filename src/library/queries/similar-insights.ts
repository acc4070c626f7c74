// Insights near a given one, and near the best matches of a search. The nearest by compact embeddings are measured again
// with the stored ones, so that the similarity shown is exact. Without an embedding: by words of the title.
import { AppError } from '../../contract/errors'
import { formsOf, stemOf } from '../../contract/features/search-words'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { nextMacrotask } from '../store/next-macrotask'
import { column, rowOf } from '../store/row'
import { foldedWords, termExpression } from '../text/folded-text'
import { saysNothing } from '../text/stop-words'
import { compact, cosine, floatsOf, nearestTo, type VectorSet } from './compact-vectors'
import { type ListCache, readInOrder } from './list-cache'
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
const shortestWord = 3

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

/** Reading the titles of more takes long. */
const mostRead = 2_000
/** Counting the insights of a frequent word takes a few milliseconds. */
const mostCounted = 12
/** A tenth of few insights is less than a topic has. */
const fewInsights = 10

interface TitleWord {
  /** The word and its other forms, as far as insights have them. */
  readonly forms: ReadonlySet<string>
  readonly insights: number
}

/**
 * Finds insights whose titles share a word that tells this one apart: one that at most a tenth of the insights have. Those
 * that share the rarest words come first, then the latest. By more frequent words alone: insights whose titles have all of
 * them, if there are several.
 */
function byWords(connection: Connection, workspace: number, { row, title }: Target) {
  const words = countWords(connection, title)
  // Rows are numbered one by one: about as many as there are, without counting them.
  const all = connection.value('SELECT max(row) FROM insights', [], column.number) ?? 0
  const most = Math.max(all / 10, Math.min(all / 2, fewInsights), 2)
  const telling = words.filter(({ insights }) => insights <= most)
  const searched = rarestOf(telling)
  const isRanked = searched.length > 0
  if (!isRanked && words.length < 2) return []
  const expression = (isRanked ? searched : words).map(anyForm).join(isRanked ? ' OR ' : ' AND ')
  const sql = `SELECT insights.row AS row, insights.id AS id, type, insights.title AS title, hide_content
    FROM insights_fts JOIN insights ON insights.row = insights_fts.rowid
    WHERE insights_fts MATCH ? AND insights.workspace = ? AND insights.row <> ?
    ORDER BY insights_fts.rowid DESC LIMIT ${mostRead}`
  const found = connection.all(sql, [expression, workspace, row], nearInsight).flatMap((insight) => {
    const present = foldedWords(insight.title)
    const isShared = ({ forms }: TitleWord) => present.some((word) => forms.has(word))
    if (!isRanked) return words.every(isShared) ? [{ insight, rarity: 0 }] : []
    const shared = telling.filter(isShared)
    const rarity = shared.reduce((sum, { insights }) => sum + Math.log(all / insights), 0)
    return shared.length === 0 ? [] : [{ insight, rarity }]
  })
  return found
    .sort((one, other) => other.rarity - one.rarity)
    .slice(0, mostSimilar)
    .map(({ insight: { row: _row, ...insight } }) => ({ ...insight, similarity: null }))
}

const countedWord = rowOf({ word: column.text, insights: column.number })

/** The longest words of a title that say something, with the number of insights that have them in any form. */
function countWords(connection: Connection, title: string): readonly TitleWord[] {
  const words = foldedWords(title)
    .filter((word) => word.length >= shortestWord && !saysNothing(word))
    .sort((one, other) => other.length - one.length)
  const ofStems = new Map(words.map((word) => [stemOf(word), [word, ...formsOf(word)]]))
  const forms = [...ofStems.values()].slice(0, mostCounted)
  const sql = `SELECT term AS word, doc AS insights FROM json_each(?) JOIN insights_vocab ON term = value`
  const counted = connection.all(sql, [JSON.stringify(forms.flat())], countedWord)
  const counts = new Map(counted.map(({ word, insights }) => [word, insights]))
  return forms.flatMap((ofWord) => {
    const known = ofWord.filter((form) => counts.has(form))
    const insights = known.reduce((sum, form) => sum + (counts.get(form) ?? 0), 0)
    return known.length === 0 ? [] : [{ forms: new Set(known), insights }]
  })
}

/** As many of the rarest words as have `mostRead` insights together. */
function rarestOf(words: readonly TitleWord[]): readonly TitleWord[] {
  let insights = 0
  const rarestFirst = words.toSorted((one, other) => one.insights - other.insights)
  return rarestFirst.filter((word) => {
    insights += word.insights
    return insights <= mostRead
  })
}

const anyForm = ({ forms }: TitleWord) =>
  `(${Array.from(forms, (word) => termExpression({ words: [word], isExact: true })).join(' OR ')})`
