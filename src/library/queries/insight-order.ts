// Which insights match and in which order, as lists of row numbers. The unfiltered list is read a page at a time from
// an index. With a filter, three lists are made: the whole order, the rows of the filter and the rows of the words;
// each comes from one index alone and is kept until something is written, so typing another letter only searches.
import type { InsightColumn, InsightFilter, InsightSort } from '../../contract/features/insights'
import { searchExpression } from '../folded-text'
import type { Connection, SqlValue } from '../store/connection'

const sortColumns: Readonly<Record<InsightColumn, string>> = {
  seen: 'seen',
  type: 'type',
  title: 'title_key',
  combinedScore: 'combined_score',
  strengthScore: 'strength_score',
  momentumScore: 'momentum_score',
  strength: 'strength',
  createdAt: 'created_key',
  updatedAt: 'updated_key',
}

/** Nothing known comes last in both directions; of equals, the one that came first comes first going up. */
function orderBy({ column, direction }: InsightSort): string {
  const name = sortColumns[column]
  return direction === 'ascending' ? `${name} ASC NULLS LAST, row ASC` : `${name} DESC, row DESC`
}

export interface InsightOrder {
  /** Rows of one page and how many there are in all; null for `total`: all of the workspace. */
  page(query: PageQuery): { readonly rows: readonly number[]; readonly total: number | null }
}

interface PageQuery {
  readonly workspace: number
  readonly filter: InsightFilter
  readonly sort: InsightSort
  readonly offset: number
  readonly limit: number
}

/** Orders of a few sorts, filters and the last words typed; a list of 100,000 rows is about 1 MB. */
const keptLists = 24

export function createInsightOrder(connection: Connection, revision: () => number): InsightOrder {
  let lists = new Map<string, readonly number[]>()
  let listsRevision = -1

  function kept(key: readonly unknown[], make: () => readonly number[]): readonly number[] {
    if (listsRevision !== revision()) {
      lists = new Map()
      listsRevision = revision()
    }
    const name = JSON.stringify(key)
    const list = lists.get(name) ?? make()
    // The one that was used longest ago goes first.
    lists.delete(name)
    lists.set(name, list)
    const oldest = lists.keys().next().value
    if (lists.size > keptLists && oldest !== undefined) lists.delete(oldest)
    return list
  }

  return {
    page({ workspace, filter, sort, offset, limit }) {
      const words = searchExpression(filter.text)
      const facets = facetConditions(filter)
      if (words === null && facets.conditions.length === 0) {
        const rows = connection.all(
          `SELECT row FROM insights WHERE workspace = ? ORDER BY ${orderBy(sort)} LIMIT ? OFFSET ?`,
          [workspace, limit, offset],
        )
        return { rows: rows.map(({ row }) => Number(row)), total: null }
      }
      const { text: _, ...rest } = filter
      const matching = kept(['page', workspace, words, rest, sort], () => {
        const order = kept(['order', workspace, sort], () =>
          rowsOf(connection, `SELECT row FROM insights WHERE workspace = ? ORDER BY ${orderBy(sort)}`, [workspace]),
        )
        const inFacets =
          facets.conditions.length === 0
            ? null
            : kept(['facets', workspace, rest], () =>
                rowsOf(
                  connection,
                  `SELECT row FROM insights INDEXED BY insights_by_facets WHERE workspace = ? AND ${facets.conditions.join(' AND ')}`,
                  [workspace, ...facets.values],
                ),
              )
        const inText =
          words === null
            ? null
            : kept(['words', words], () =>
                rowsOf(connection, 'SELECT rowid AS row FROM insights_fts WHERE insights_fts MATCH ?', [words]),
              )
        return inAll(order, inFacets, inText)
      })
      return { rows: matching.slice(offset, offset + limit), total: matching.length }
    },
  }
}

/** All of them are columns of one index, which the planner leaves for a bound on the score: 100 times slower. */
function facetConditions(filter: InsightFilter): { conditions: string[]; values: SqlValue[] } {
  const conditions: string[] = []
  const values: SqlValue[] = []
  if (filter.seen !== 'any') conditions.push(`seen = ${filter.seen === 'seen' ? 1 : 0}`)
  if (filter.opportunity !== 'any') conditions.push(`has_opportunity = ${filter.opportunity === 'with' ? 1 : 0}`)
  if (filter.types.length > 0) {
    conditions.push('type IN (SELECT value FROM json_each(?))')
    values.push(JSON.stringify(filter.types))
  }
  if (filter.minScore !== null) {
    conditions.push('combined_score >= ?')
    values.push(filter.minScore)
  }
  if (filter.maxScore !== null) {
    conditions.push('combined_score <= ?')
    values.push(filter.maxScore)
  }
  return { conditions, values }
}

/** As one text: taking 100,000 rows one by one out of the driver costs seven times as much. */
function rowsOf(connection: Connection, sql: string, values: readonly SqlValue[]): readonly number[] {
  const found = connection.get(`SELECT group_concat(row) AS rows FROM (${sql})`, values)?.rows
  return typeof found === 'string' && found !== '' ? found.split(',').map(Number) : []
}

function inAll(order: readonly number[], ...lists: readonly (readonly number[] | null)[]): readonly number[] {
  const marks = new Uint8Array(order.reduce((largest, row) => Math.max(largest, row), 0) + 1)
  let wanted = 0
  for (const list of lists) {
    if (list === null) continue
    for (const row of list) if (marks[row] === wanted) marks[row] = wanted + 1
    wanted += 1
  }
  return order.filter((row) => marks[row] === wanted)
}
