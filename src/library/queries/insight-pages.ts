// Pages of insights. The unfiltered list is read a page at a time from an index. A filtered one is the intersection of
// lists that are each read from one index: the whole order, the rows of the filter, of the relation and of the words.
import type { InsightColumn, InsightFilter, InsightSort } from '../../contract/features/insights'
import type { Connection, SqlValue } from '../store/connection'
import { searchExpression } from '../text/folded-text'
import { inAll, type ListCache, rowsOf } from './list-cache'
import { insightsCarrying } from './relations'

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

/** Absent values come last in both directions; equal ones in the order of their rows. */
function orderBy({ column, direction }: InsightSort): string {
  const name = sortColumns[column]
  return direction === 'ascending' ? `${name} ASC NULLS LAST, row ASC` : `${name} DESC, row DESC`
}

export interface InsightPages {
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

export function createInsightPages(connection: Connection, cache: ListCache): InsightPages {
  return {
    page({ workspace, filter, sort, offset, limit }) {
      const words = searchExpression(filter.text)
      const facets = facetConditions(filter)
      if (words === null && filter.relatedTo === null && facets.conditions.length === 0) {
        const order = `SELECT row FROM insights WHERE workspace = ? ORDER BY ${orderBy(sort)} LIMIT ? OFFSET ?`
        return { rows: rowsOf(connection, order, [workspace, limit, offset]), total: null }
      }
      const { text: _, relatedTo, ...rest } = filter
      const matching = cache.list(['page', workspace, words, relatedTo, rest, sort], () => {
        const order = cache.list(['order', workspace, sort], () =>
          rowsOf(connection, `SELECT row FROM insights WHERE workspace = ? ORDER BY ${orderBy(sort)}`, [workspace]),
        )
        const inFacets =
          facets.conditions.length === 0
            ? null
            : cache.list(['facets', workspace, rest], () =>
                rowsOf(
                  connection,
                  `SELECT row FROM insights INDEXED BY insights_by_facets WHERE workspace = ? AND ${facets.conditions.join(' AND ')}`,
                  [workspace, ...facets.values],
                ),
              )
        const inText =
          words === null
            ? null
            : cache.list(['words', words], () =>
                rowsOf(connection, 'SELECT rowid AS row FROM insights_fts WHERE insights_fts MATCH ?', [words]),
              )
        const inRelation = relatedTo === null ? null : insightsCarrying(connection, workspace, relatedTo)
        return inAll(order, inFacets, inText, inRelation)
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
