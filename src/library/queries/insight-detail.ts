// One insight with everything the service said about it.
import { AppError } from '../../contract/errors'
import type { InsightDetail } from '../../contract/features/insights'
import type { Connection, SqlRow } from '../store/connection'
import { readFeedback } from './feedback'
import { numberOrNull, readInsightRows, rowColumns, textOrNull } from './insight-rows'

export function readInsightDetail(connection: Connection, workspace: number | null, id: string): InsightDetail {
  const stored =
    workspace === null
      ? undefined
      : connection.get(
          `SELECT ${rowColumns}, description, owner_id, last_score_calculated_at,
                  (SELECT length(numbers) / 4 FROM insight_embeddings WHERE insight = row) AS embedding_length
           FROM insights WHERE workspace = ? AND id = ?`,
          [workspace, id],
        )
  const [row] = workspace === null || stored === undefined ? [] : readInsightRows(connection, workspace, [stored])
  if (stored === undefined || row === undefined) throw new AppError('NOT_FOUND', 'This insight is not in the library.')
  const insight = Number(stored.row)
  const linked = (table: string, column: string, columns: string) =>
    connection.all(
      `SELECT ${columns} FROM insight_${table} AS link JOIN ${table} AS target ON target.row = link.${column}
       WHERE link.insight = ? ORDER BY link.position`,
      [insight],
    )
  return {
    ...row,
    description: String(stored.description),
    ownerId: textOrNull(stored.owner_id),
    lastScoreCalculatedAt: textOrNull(stored.last_score_calculated_at),
    embeddingLength: numberOrNull(stored.embedding_length),
    opportunities: linked('opportunities', 'opportunity', 'id, title, description, hide_content, status').map(
      (record) => ({ ...readRelated(record), status: String(record.status) }),
    ),
    solutions: linked('solutions', 'solution', 'id, title, description, hide_content, status, horizon').map(
      (record) => ({
        ...readRelated(record),
        status: String(record.status),
        horizon: textOrNull(record.horizon),
      }),
    ),
    outcomes: linked('outcomes', 'outcome', 'id, title, description, hide_content, priority, trend').map((record) => ({
      ...readRelated(record),
      priority: Number(record.priority),
      trend: numberOrNull(record.trend),
    })),
    feedback: linked('feedback', 'feedback', 'target.*').map(readFeedback),
  }
}

function readRelated(record: SqlRow) {
  return {
    id: String(record.id),
    title: String(record.title),
    description: String(record.description),
    hideContent: record.hide_content === 1,
  }
}
