// Moves everything that the person wrote about an insight of their own to its new id.
import type { Connection } from '../store/connection'
import { markInsights } from './triage'

/** What the new id already has stays. A brief of a selection is found by all of its ids, and is not moved. */
export function moveOwn(connection: Connection, workspace: number, from: string, to: string): void {
  if (from === to) return
  for (const table of ['triage', 'decisions', 'briefs']) {
    const sql = `UPDATE OR IGNORE ${table} SET id = ? WHERE workspace = ? AND kind = 'insight' AND id = ?`
    connection.run(sql, [to, workspace, from])
  }
  // The lesser id comes first.
  const other = 'iif(insight_id = ?2, other_id, insight_id)'
  connection.run(
    `UPDATE OR IGNORE not_duplicates SET insight_id = min(?1, ${other}), other_id = max(?1, ${other})
     WHERE workspace = ?3 AND ?2 IN (insight_id, other_id)`,
    [to, from, workspace],
  )
  // The service's insight, if it took the id.
  markInsights(connection, 'workspace = ? AND id = ?', [workspace, from])
}
