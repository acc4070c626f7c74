// Insights as a list, one by one, and the scores of one over time.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { InsightDetail, InsightPage, InsightRow } from '../../contract/features/insights'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, type RowSchema, rowOf } from '../store/row'
import { feedbackRecord } from './feedback'
import { createInsightPages } from './insight-pages'
import { type ListCache, readInOrder } from './list-cache'
import { summary, summarySource } from './summary'

const insightColumns = `row, id, type, title, ${summarySource}, seen, hide_content,
  combined_score, strength_score, momentum_score, strength, created_at, updated_at`

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
  state: column.textOf<NonNullable<InsightRow['pending']>['state']>(),
  error: column.orElse(column.json<ErrorReport>(), null),
})

const insightDetail = rowOf({
  ...insightRow.fields,
  row: column.number,
  description: column.text,
  ownerId: column.textOrNull,
  lastScoreCalculatedAt: column.textOrNull,
  embeddingLength: column.numberOrNull,
})

const related = { id: column.text, title: column.text, description: column.text, hideContent: column.flag }
const relatedOpportunity = rowOf({ ...related, status: column.text })
const relatedSolution = rowOf({ ...related, status: column.text, horizon: column.textOrNull })
const relatedOutcome = rowOf({ ...related, priority: column.number, trend: column.numberOrNull })

const countsRow = rowOf({ all: column.number, unseen: column.orElse(column.number, 0) })

const scorePoint = rowOf({
  at: column.textOrNull,
  combinedScore: column.numberOrNull,
  strengthScore: column.numberOrNull,
  momentumScore: column.numberOrNull,
})

/** More than a line of any width can show. */
const mostPoints = 1_000

type InsightQueries = Pick<StoreApi, 'queryInsights' | 'getInsight' | 'scoreHistory'>

export function createInsightQueries(context: StoreContext, cache: ListCache): InsightQueries {
  const order = createInsightPages(context.reader, cache)

  return {
    queryInsights: ({ workspace, ...query }) =>
      context.read((connection): InsightPage => {
        const row = findWorkspace(connection, workspace)
        if (row === null) return { rows: [], total: 0, all: 0, unseen: 0, greatestScore: null }
        const { rows, total } = order.page({ ...query, workspace: row })
        const ofAll = cache.value(['counts', row], () => countAll(connection, row))
        const sql = `SELECT ${insightColumns} FROM insights WHERE row IN (SELECT value FROM json_each(?))`
        const page = withPending(connection, row, readInOrder(connection, sql, rows, insightRow))
        return { rows: page, total: total ?? ofAll.all, ...ofAll }
      }),
    getInsight: ({ workspace, id }) =>
      context.read((connection) => readDetail(connection, findWorkspace(connection, workspace), id)),
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

function countAll(connection: Connection, workspace: number): Pick<InsightPage, 'all' | 'unseen' | 'greatestScore'> {
  const sql = 'SELECT count(*) AS "all", sum(seen = 0) AS unseen FROM insights WHERE workspace = ?'
  // Alone, so that it is one step into the index of that column.
  const greatest = 'SELECT max(combined_score) FROM insights WHERE workspace = ?'
  return {
    ...(connection.get(sql, [workspace], countsRow) ?? { all: 0, unseen: 0 }),
    greatestScore: connection.value(greatest, [workspace], column.numberOrNull) ?? null,
  }
}

/** Each with the change that created it here, while that is pending. */
function withPending<T extends { readonly id: string }>(
  connection: Connection,
  workspace: number,
  insights: readonly T[],
): (T & Pick<InsightRow, 'pending'>)[] {
  const rows = connection.all(
    `SELECT target_id, change_id, state, error FROM journal
     WHERE workspace = ? AND kind = 'createInsight' AND target_id IN (SELECT value FROM json_each(?)) ORDER BY row`,
    [workspace, JSON.stringify(insights.map(({ id }) => id))],
    pendingRow,
  )
  const pending = new Map(rows.map(({ targetId, ...change }) => [targetId, change]))
  return insights.map((insight) => ({ ...insight, pending: pending.get(insight.id) ?? null }))
}

function readDetail(connection: Connection, workspace: number | null, id: string): InsightDetail {
  const stored = connection.get(
    `SELECT ${insightColumns}, description, owner_id, last_score_calculated_at,
            (SELECT length(numbers) / 4 FROM insight_embeddings WHERE insight = row) AS embedding_length
     FROM insights WHERE workspace = ? AND id = ?`,
    [workspace, id],
    insightDetail,
  )
  const [insight] = workspace === null || stored === undefined ? [] : withPending(connection, workspace, [stored])
  if (insight === undefined) throw new AppError('NOT_FOUND', 'This insight is not in the library.')
  const { row, ...detail } = insight
  const linked = <T>(table: string, target: string, columns: string, schema: RowSchema<T>) =>
    connection.all(
      `SELECT ${columns} FROM insight_${table} AS link JOIN ${table} AS target ON target.row = link.${target}
       WHERE link.insight = ? ORDER BY link.position`,
      [row],
      schema,
    )
  const columns = 'id, title, description, hide_content'
  return {
    ...detail,
    opportunities: linked('opportunities', 'opportunity', `${columns}, status`, relatedOpportunity),
    solutions: linked('solutions', 'solution', `${columns}, status, horizon`, relatedSolution),
    outcomes: linked('outcomes', 'outcome', `${columns}, priority, trend`, relatedOutcome),
    feedback: linked('feedback', 'feedback', 'target.*', feedbackRecord),
  }
}
