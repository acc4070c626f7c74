// Applies a confirmed change to the library before a sync does. The next sync reads the altered lists again even if the
// bytes are those of the last: the service has the final word.
import { type LoggedChange, logChanges, type SyncScope } from '../ingest/change-log'
import { relatedKinds } from '../ingest/record-columns'
import { removeRecord } from '../ingest/remove-vanished'
import { readLinks } from '../ingest/write-related'
import { column, rowOf } from '../store/row'
import type { JournalRow } from './journal'

const insightRow = rowOf({ row: column.number, id: column.text })
const listOf = (rows: readonly { readonly row: number }[]) => JSON.stringify(rows.map(({ row }) => row))

const outcomeKind = relatedKinds.find(({ record }) => record === 'outcome')

export function applyConsequence(scope: SyncScope, change: JournalRow, settledAt: string): void {
  const { kind, targetId } = change
  switch (kind) {
    case 'createInsight':
      // Its row is in the list already (own-insight.ts).
      break
    case 'deleteKnowledge':
      deleteKnowledge(scope, targetId)
      break
    case 'deleteOutcome':
      deleteOutcome(scope, targetId)
      break
    case 'markAllSeen':
      markSeen(scope, targetId)
      break
    case 'linkMetric':
    case 'unlinkMetric':
      break
    default:
      kind satisfies never
  }
  applyToLinks(scope, change, settledAt)
}

function deleteKnowledge(scope: SyncScope, id: string): void {
  const { connection, workspace } = scope
  const sql = 'SELECT row FROM knowledge WHERE workspace = ? AND id = ?'
  const row = connection.value(sql, [workspace, id], column.number)
  if (row !== undefined) removeRecord(scope, 'knowledge', row)
  connection.run('UPDATE workspaces SET knowledge_hash = NULL WHERE row = ?', [workspace])
}

function deleteOutcome(scope: SyncScope, id: string): void {
  const { connection, workspace } = scope
  const sql = 'SELECT row FROM outcomes WHERE workspace = ? AND id = ?'
  const row = connection.value(sql, [workspace, id], column.number)
  if (row !== undefined && outcomeKind !== undefined) {
    const kind = outcomeKind
    const carriers = connection.all(
      'SELECT insights.row AS row, id FROM insight_outcomes JOIN insights ON insights.row = insight WHERE outcome = ?',
      [row],
      insightRow,
    )
    const logged = carriers.map((insight): LoggedChange => {
      const before = { outcomes: readLinks(scope, kind, insight.row).map((link) => link.id) }
      return { id: insight.id, change: 'changed', before }
    })
    logChanges(scope, logged)
    connection.run('DELETE FROM insight_outcomes WHERE outcome = ?', [row])
    connection.run(
      `UPDATE insights SET content_hash = NULL,
         has_relationships = has_opportunity
           OR EXISTS (SELECT 1 FROM insight_solutions WHERE insight = insights.row)
           OR EXISTS (SELECT 1 FROM insight_outcomes WHERE insight = insights.row)
           OR EXISTS (SELECT 1 FROM insight_feedback WHERE insight = insights.row)
       WHERE row IN (SELECT value FROM json_each(?))`,
      [listOf(carriers)],
    )
    removeRecord(scope, kind.table, row)
  }
  connection.run('UPDATE workspaces SET body_hash = NULL WHERE row = ?', [workspace])
}

function markSeen(scope: SyncScope, opportunityId: string): void {
  const { connection, workspace } = scope
  const unseen = connection.all(
    `SELECT insights.row AS row, insights.id AS id FROM opportunities
     JOIN insight_opportunities ON opportunity = opportunities.row JOIN insights ON insights.row = insight
     WHERE opportunities.workspace = ? AND opportunities.id = ? AND seen = 0`,
    [workspace, opportunityId],
    insightRow,
  )
  logChanges(
    scope,
    unseen.map(({ id }): LoggedChange => ({ id, change: 'changed', before: { seen: 0 } })),
  )
  connection.run('UPDATE insights SET seen = 1, content_hash = NULL WHERE row IN (SELECT value FROM json_each(?))', [
    listOf(unseen),
  ])
  connection.run('UPDATE workspaces SET body_hash = NULL WHERE row = ?', [workspace])
}

/**
 * The part of a change that no list shows. Links are a set: an existing link keeps the time it was first linked at, and
 * doing the same change again does nothing.
 */
export function applyToLinks(
  { connection, workspace }: Pick<SyncScope, 'connection' | 'workspace'>,
  { kind, targetId, body }: Pick<JournalRow, 'kind' | 'targetId' | 'body'>,
  settledAt: string,
): void {
  if (kind === 'deleteOutcome') {
    connection.run('DELETE FROM metric_links WHERE workspace = ? AND outcome_id = ?', [workspace, targetId])
  }
  if (kind !== 'linkMetric' && kind !== 'unlinkMetric') return
  const { outcomeIds }: { readonly outcomeIds: readonly string[] } = JSON.parse(body)
  const ids = JSON.stringify(outcomeIds)
  if (kind === 'linkMetric') {
    connection.run(
      `INSERT OR IGNORE INTO metric_links (workspace, metric_id, outcome_id, linked_at)
       SELECT ?, ?, value, ? FROM json_each(?)`,
      [workspace, targetId, settledAt, ids],
    )
  } else {
    connection.run(
      `DELETE FROM metric_links WHERE workspace = ? AND metric_id = ?
       AND outcome_id IN (SELECT value FROM json_each(?))`,
      [workspace, targetId, ids],
    )
  }
}
