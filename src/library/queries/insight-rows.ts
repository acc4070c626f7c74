// Stored insights as the list shows them.
import type { InsightRow } from '../../contract/features/insights'
import type { Connection, SqlRow, SqlValue } from '../store/connection'

/** As many characters of the description as are enough for a summary after white space is folded. */
export const summarySource = 'substr(description, 1, 600) AS summary'
const summaryLength = 200

export const rowColumns = `row, id, type, title, ${summarySource}, seen, hide_content,
  combined_score, strength_score, momentum_score, strength, created_at, updated_at`

export function readInsightRows(connection: Connection, workspace: number, stored: readonly SqlRow[]): InsightRow[] {
  const pending = readPending(
    connection,
    workspace,
    stored.map(({ id }) => String(id)),
  )
  return stored.map((row) => ({
    id: String(row.id),
    type: String(row.type),
    title: String(row.title),
    summary: summarise(String(row.summary)),
    seen: row.seen === 1,
    hideContent: row.hide_content === 1,
    combinedScore: numberOrNull(row.combined_score),
    strengthScore: numberOrNull(row.strength_score),
    momentumScore: numberOrNull(row.momentum_score),
    strength: Number(row.strength),
    createdAt: String(row.created_at),
    updatedAt: String(row.updated_at),
    pending: pending.get(String(row.id)) ?? null,
  }))
}

function readPending(connection: Connection, workspace: number, ids: readonly string[]) {
  const rows = connection.all(
    `SELECT target_id, change_id, state, error FROM journal
     WHERE workspace = ? AND kind = 'createInsight' AND target_id IN (SELECT value FROM json_each(?)) ORDER BY row`,
    [workspace, JSON.stringify(ids)],
  )
  return new Map(
    rows.map((row) => [
      String(row.target_id),
      {
        changeId: String(row.change_id),
        state: row.state as NonNullable<InsightRow['pending']>['state'],
        error: typeof row.error === 'string' ? JSON.parse(row.error) : null,
      },
    ]),
  )
}

/** The start of a text on one line, cut between characters, never within one. */
export function summarise(text: string): string {
  return Array.from(
    text
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, summaryLength * 2),
  )
    .slice(0, summaryLength)
    .join('')
}

export function numberOrNull(value: SqlValue | undefined): number | null {
  return typeof value === 'number' ? value : null
}

export function textOrNull(value: SqlValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
