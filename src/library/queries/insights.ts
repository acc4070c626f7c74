// Insights as a list, one by one, and the scores of one over time. A page of the unfiltered list is read from an index. A
// filtered list is the intersection of lists that are each read from one index: the whole order, the rows of the filter,
// of the relation and of the words.
import { AppError, type ErrorReport } from '../../contract/errors'
import type {
  InsightColumn,
  InsightDetail,
  InsightFilter,
  InsightPage,
  InsightRow,
  InsightSort,
} from '../../contract/features/insights'
import { newDays, startOfDay } from '../../contract/weeks'
import type { WorkspaceRef } from '../../contract/workspace'
import { insightsPicked } from '../local/selections'
import { readTriageMarks, rowsOfOwn, writtenHere } from '../local/triage'
import type { Connection, SqlValue } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { storedInsightCount } from '../store/insight-counts'
import { column, type RowSchema, rowOf } from '../store/row'
import { searchOf } from '../text/folded-text'
import { feedbackRecord } from './feedback'
import { inAll, keyedBy, type ListCache, readInOrder, rowsOf } from './list-cache'
import { fieldsOf, readRecords, summary } from './record-list'
import { insightsCarrying, rankOf } from './relations'
import { withSnippets } from './snippets'
import { bestFirst, type Forgiveness, rowsFound, type WordSearch } from './word-search'

const insightRow = rowOf({
  id: column.text,
  type: column.text,
  title: column.text,
  summary,
  seen: column.flag,
  hideContent: column.flag,
  combinedScore: column.numberOrNull,
  strengthScore: column.numberOrNull,
  momentumScore: column.numberOrNull,
  strength: column.number,
  createdAt: column.text,
  updatedAt: column.text,
})

const pendingRow = rowOf({
  targetId: column.text,
  changeId: column.text,
  version: column.number,
  state: column.textOf<NonNullable<InsightRow['pending']>['state']>(),
  error: column.orElse(column.json<ErrorReport>(), null),
  needsReview: column.flag,
})

const insightDetail = rowOf({
  ...insightRow.fields,
  row: column.number,
  description: column.text,
  ownerId: column.textOrNull,
  lastScoreCalculatedAt: column.textOrNull,
  embeddingLength: column.numberOrNull,
})

const listedInsight = rowOf({ title: column.text, description: column.text })

const insightRecord = {
  table: 'insights',
  computed: { embeddingLength: '(SELECT length(numbers) / 4 FROM insight_embeddings WHERE insight = row)' },
} as const

const related = { id: column.text, title: column.text, description: column.text, hideContent: column.flag }
const relatedOpportunity = rowOf({ ...related, status: column.text })
const relatedSolution = rowOf({ ...related, status: column.text, horizon: column.textOrNull })
const relatedOutcome = rowOf({ ...related, rank: column.number, trend: column.numberOrNull })

const newestFirst = 'julianday(target.created_at) DESC, link.position'

const countsRow = rowOf({ unseen: column.number, left: column.number })

const scorePoint = rowOf({
  at: column.textOrNull,
  combinedScore: column.numberOrNull,
  strengthScore: column.numberOrNull,
  momentumScore: column.numberOrNull,
})

/** More than a line of any width can show. */
const mostPoints = 1_000

type InsightQueries = Pick<StoreApi, 'queryInsights' | 'getInsight' | 'getListedInsight' | 'scoreHistory'>

export function createInsightQueries(context: StoreContext, cache: ListCache, search: WordSearch): InsightQueries {
  return {
    queryInsights: ({ workspace, ...query }) =>
      search.read(
        { workspace, text: query.filter.text, tables: ['insights'] },
        (connection, forgiveness): InsightPage => {
          const row = findWorkspace(connection, workspace)
          if (row === null) return { rows: [], total: 0, all: 0, unseen: 0, left: 0, greatestScore: null }
          const { rows, total } = pageOfInsights(connection, cache, { ...query, workspace: row, forgiveness })
          const counts = cache.value(['counts', row], () => countUnseen(connection, row))
          // Outside the cache, as its table is written to by drafts, changes and syncs of unchanged lists.
          const all = storedInsightCount(connection, row)
          const sql = `SELECT row, ${fieldsOf(insightRow, {})} FROM insights WHERE row IN (SELECT value FROM json_each(?))`
          const searched = { table: 'insights', workspace: row, text: query.filter.text, forgiveness } as const
          const page = withSnippets(connection, searched, readInOrder(connection, sql, rows, insightRow))
          const ids = page.map(({ id }) => id)
          const pending = readPending(connection, row, ids)
          const marks = readTriageMarks(connection, { workspace: row, kind: 'insight' }, ids)
          const shown = page.map((insight) => ({
            ...insight,
            pending: pending.get(insight.id) ?? null,
            triage: marks.get(insight.id) ?? null,
          }))
          return {
            rows: shown,
            total: total ?? all,
            all,
            ...counts,
            ...(forgiveness.length === 0 ? {} : { forgiven: forgiveness }),
          }
        },
      ),
    getInsight: ({ workspace, id }) =>
      context.read((connection) => {
        const [insight] = readInsights(connection, workspace, [id])
        if (insight === undefined) throw new AppError('NOT_FOUND', 'Insight not found.')
        return insight
      }),
    getListedInsight: ({ workspace, id }) =>
      context.read((connection) => {
        const sql = 'SELECT title, description FROM insights WHERE workspace = ? AND id = ? AND own_change IS NULL'
        return connection.get(sql, [findWorkspace(connection, workspace), id], listedInsight) ?? null
      }),
    scoreHistory: ({ workspace, id }) =>
      context.read((connection) => {
        const points = connection.all(
          `SELECT started_at AS at, strength_score, momentum_score, combined_score
           FROM score_history LEFT JOIN syncs ON syncs.row = score_history.sync
           WHERE score_history.workspace = ? AND insight_id = ? ORDER BY score_history.sync DESC LIMIT ${mostPoints}`,
          [findWorkspace(connection, workspace), id],
          scorePoint,
        )
        return points.reverse()
      }),
  }
}

function countUnseen(
  connection: Connection,
  workspace: number,
): Pick<InsightPage, 'unseen' | 'left' | 'greatestScore'> {
  const own = `SELECT count(*) FROM insights WHERE row IN (${writtenHere}) AND ${isOpen}`
  const sql = `SELECT count(*) AS unseen, coalesce(sum(triage = 0), 0) - (${own}) AS left
    FROM insights INDEXED BY insights_by_seen WHERE workspace = ? AND seen = 0`
  // On its own, so that it is one step into the index of that column.
  const greatest = 'SELECT max(combined_score) FROM insights WHERE workspace = ?'
  return {
    ...(connection.get(sql, [workspace, workspace, workspace], countsRow) ?? { unseen: 0, left: 0 }),
    greatestScore: connection.value(greatest, [workspace], column.numberOrNull) ?? null,
  }
}

/** By insight, the pending change that created it here. */
function readPending(
  connection: Connection,
  workspace: number | null,
  ids: readonly string[],
): ReadonlyMap<string, InsightRow['pending']> {
  const rows = connection.all(
    `SELECT target_id, change_id, version, state, error, needs_review FROM journal
     WHERE workspace = ? AND kind = 'createInsight' AND target_id IN (SELECT value FROM json_each(?)) ORDER BY row`,
    [workspace, JSON.stringify(ids)],
    pendingRow,
  )
  return new Map(rows.map(({ targetId, ...change }) => [targetId, change]))
}

/** In no order, in few statements however many there are; missing ids are left out. */
export function readInsights(connection: Connection, workspace: WorkspaceRef, ids: readonly string[]): InsightDetail[] {
  const stored = readRecords(connection, insightRecord, insightDetail, { workspace, ids })
  const place = findWorkspace(connection, workspace)
  const pending = readPending(connection, place, ids)
  const marks = place === null ? null : readTriageMarks(connection, { workspace: place, kind: 'insight' }, ids)
  const rows = JSON.stringify(stored.map(({ row }) => row))
  const linked = <T>(table: string, target: string, columns: string, schema: RowSchema<T>, order = 'link.position') => {
    const byCarrier = new Map<number, T[]>()
    const found = connection.all(
      `SELECT link.insight AS carrier, ${columns} FROM insight_${table} AS link
       JOIN ${table} AS target ON target.row = link.${target}
       WHERE link.insight IN (SELECT value FROM json_each(?)) ORDER BY ${order}`,
      [rows],
      keyedBy('carrier', schema),
    )
    for (const [carrier, record] of found) {
      const others = byCarrier.get(carrier)
      if (others === undefined) byCarrier.set(carrier, [record])
      else others.push(record)
    }
    return (row: number) => byCarrier.get(row) ?? []
  }
  const columns = 'id, title, description, hide_content'
  const opportunities = linked('opportunities', 'opportunity', `${columns}, status`, relatedOpportunity)
  const solutions = linked('solutions', 'solution', `${columns}, status, horizon`, relatedSolution)
  const outcomes = linked(
    'outcomes',
    'outcome',
    `${columns}, trend, ${rankOf('outcomes', 'target')} AS rank`,
    relatedOutcome,
  )
  const feedback = linked('feedback', 'feedback', 'target.*', feedbackRecord, newestFirst)
  return stored.map(({ row, ...insight }) => ({
    ...insight,
    pending: pending.get(insight.id) ?? null,
    triage: marks?.get(insight.id) ?? null,
    opportunities: opportunities(row),
    solutions: solutions(row),
    outcomes: outcomes(row),
    feedback: feedback(row),
  }))
}

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

/**
 * Absent values come last in both directions; equal ones in the order of their rows. Among seen or unseen ones, the open
 * come before the reviewed and the snoozed, each by score; those with the same score, or none, by their last change.
 */
function orderBy({ column, direction }: InsightSort): string {
  const name = sortColumns[column]
  if (column === 'seen')
    return `${direction === 'ascending' ? 'seen' : 'seen DESC'}, triage, combined_score DESC, updated_key DESC, row`
  return direction === 'ascending' ? `${name} ASC NULLS LAST, row ASC` : `${name} DESC, row DESC`
}

/**
 * The arrivals of yesterday and today, the newest first: insights that the person created, and those of the service that
 * have no score yet, which would be at the end of a list that the strongest lead. Leaves out insights of the first sync,
 * and those already reviewed or snoozed.
 */
function newInsights(connection: Connection, cache: ListCache, workspace: number): readonly number[] {
  const sql = (added: string) => `SELECT row FROM insights WHERE triage = 0 AND row IN (
      SELECT row FROM insights INDEXED BY insights_by_change WHERE workspace = ?1 AND own_change IS NOT NULL
      UNION ALL SELECT insights.row FROM activity
      JOIN insights ON insights.workspace = activity.workspace AND insights.id = activity.target_id
      WHERE activity.workspace = ?1 AND activity.kind = 'createInsight' AND activity.settled_at BETWEEN ?2 AND ?3
      ${added})
    ORDER BY created_key DESC, row DESC LIMIT 200`
  const days = newDays(new Date(Date.now()))
  const [from, until] = [days.from.toISOString(), days.until.toISOString()]
  // Without the day an insight would stay on top until the next write.
  return cache.list(['new', workspace, from], () => {
    const values = [workspace, from, until]
    const syncs = rowsOf(connection, syncsThatAdded, values)
    // Without such a sync, all insights without a score would be read for nothing: of 100,000 some 300 ms.
    const added = `UNION ALL SELECT row FROM insights WHERE workspace = ?1 AND seen = 0 AND triage = 0
      AND combined_score IS NULL AND added_sync IN (SELECT value FROM json_each(?4))`
    return syncs.length === 0
      ? rowsOf(connection, sql(''), values)
      : rowsOf(connection, sql(added), [...values, JSON.stringify(syncs)])
  })
}

/** Those of these days, except the first, which added all. */
const syncsThatAdded = `SELECT row FROM syncs WHERE workspace = ?1 AND resource = 'insights' AND started_at BETWEEN ?2 AND ?3
  AND json_extract(report, '$.added') > 0
  AND row > (SELECT min(row) FROM syncs WHERE workspace = ?1 AND resource = 'insights')`

interface PageQuery {
  readonly workspace: number
  readonly filter: InsightFilter
  readonly sort: InsightSort
  readonly offset: number
  readonly limit: number
  readonly forgiveness: Forgiveness
}

/** Rows of one page and how many there are in all; null for `total`: all of the workspace. */
export function pageOfInsights(
  connection: Connection,
  cache: ListCache,
  { workspace, filter, offset, limit, forgiveness, ...query }: PageQuery,
): { readonly rows: readonly number[]; readonly total: number | null } {
  const { text, relatedTo, ...rest } = filter
  const { bestFirst: isBestFirst = false, ...sort } = query.sort
  const searched = { table: 'insights', workspace, text, forgiveness } as const
  const facets = facetConditions(filter)
  const { labels, hasNote, since = null, picked } = filter
  // Part of the key too: in another time zone the day begins at another moment.
  const sinceMs = since === null ? null : startOfDay(since).getTime()
  const hasFacets = facets.conditions.length > 0
  const top = sort.column === 'seen' && sort.direction === 'ascending' ? newInsights(connection, cache, workspace) : []
  const others = top.length === 0 ? '' : `AND row NOT IN (${top.join()})`
  const ordered = `SELECT row FROM insights WHERE workspace = ? ${others} ORDER BY ${orderBy(sort)}`
  const written = rowsOfOwn({ workspace, kind: 'insight' }, { labels, hasNote })
  const isWhole = written === null && since === null && picked === undefined
  if (searchOf(text) === null && relatedTo === null && !hasFacets && isWhole) {
    const first = top.slice(offset, offset + limit)
    const range = [limit - first.length, Math.max(0, offset - top.length)]
    const rest = rowsOf(connection, `${ordered} LIMIT ? OFFSET ?`, [workspace, ...range])
    return { rows: [...first, ...rest], total: null }
  }
  const inFacets = `SELECT row FROM insights INDEXED BY insights_by_facets
    WHERE workspace = ? AND ${facets.conditions.join(' AND ')}`
  const matching = cache.list(['page', searched, relatedTo, rest, sinceMs, query.sort, top], () => {
    const found = inAll(
      cache.list(['order', workspace, sort, top], () => [...top, ...rowsOf(connection, ordered, [workspace])]),
      hasFacets
        ? cache.list(['facets', workspace, rest], () => rowsOf(connection, inFacets, [workspace, ...facets.values]))
        : null,
      rowsFound(connection, cache, searched),
      relatedTo === null ? null : insightsCarrying(connection, workspace, relatedTo),
      written === null ? null : rowsOf(connection, written.sql, written.values),
      sinceMs === null ? null : rowsOf(connection, createdSince, [workspace, sinceMs]),
      picked === undefined ? null : rowsOf(connection, insightsPicked, [workspace, picked]),
    )
    const best = isBestFirst ? bestFirst(connection, searched, found) : found
    if (filter.triage !== 'left') return best
    // A condition of the statement would be checked for each of 100,000 rows, for these few.
    const own = new Set(rowsOf(connection, writtenHere, [workspace, workspace]))
    return own.size === 0 ? best : best.filter((each) => !own.has(each))
  })
  return { rows: matching.slice(offset, offset + limit), total: matching.length }
}

const createdSince = 'SELECT row FROM insights WHERE workspace = ? AND created_key >= ?'

/** Left to triage, if it was not written on this computer. */
const isOpen = 'seen = 0 AND triage = 0'

/** All are columns of one index. With a bound on the score, the planner would leave it: 100 times slower. */
function facetConditions(filter: InsightFilter): { conditions: string[]; values: SqlValue[] } {
  const conditions: string[] = []
  const values: SqlValue[] = []
  if (filter.seen !== 'any') conditions.push(`seen = ${filter.seen === 'seen' ? 1 : 0}`)
  if (filter.triage === 'left') conditions.push(isOpen)
  else if (filter.triage !== 'any') conditions.push(`triage = ${filter.triage === 'reviewed' ? 1 : 2}`)
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
