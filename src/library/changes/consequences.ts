// What a confirmed change means for the data at hand, before a sync says the same. Whatever it alters is read again by
// the next sync even if the bytes are those of the last: the service's word counts in the end.
import { ChangeKind } from '../../contract/features/activity'
import { type LoggedChange, logChanges, type SyncScope } from '../ingest/change-log'
import { relatedKinds } from '../ingest/record-columns'
import { removeKnowledge, removeRecord } from '../ingest/remove-vanished'
import { readLinks } from '../ingest/write-related'
import type { SqlRow } from '../store/connection'

const outcomeKind = relatedKinds.find(({ record }) => record === 'outcome')

/** `change` is its journal row. */
export function applyConsequence(scope: SyncScope, change: SqlRow, settledAt: string): void {
  const targetId = String(change.target_id)
  const kind = ChangeKind.parse(change.kind)
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
      updateMetricLinks(scope, change, targetId, settledAt)
      break
    default:
      kind satisfies never
  }
}

function deleteKnowledge(scope: SyncScope, id: string): void {
  const { connection, workspace } = scope
  const stored = connection.get('SELECT row FROM knowledge WHERE workspace = ? AND id = ?', [workspace, id])
  if (stored !== undefined) removeKnowledge(scope, Number(stored.row))
  connection.run('UPDATE workspaces SET knowledge_hash = NULL WHERE row = ?', [workspace])
}

function deleteOutcome(scope: SyncScope, id: string): void {
  const { connection, workspace } = scope
  connection.run('DELETE FROM metric_links WHERE workspace = ? AND outcome_id = ?', [workspace, id])
  const stored = connection.get('SELECT row FROM outcomes WHERE workspace = ? AND id = ?', [workspace, id])
  if (stored !== undefined && outcomeKind !== undefined) {
    const kind = outcomeKind
    const row = Number(stored.row)
    const carriers = connection.all(
      'SELECT insights.row AS row, id FROM insight_outcomes JOIN insights ON insights.row = insight WHERE outcome = ?',
      [row],
    )
    const logged = carriers.map((insight): LoggedChange => {
      const before = { outcomes: readLinks(scope, kind, Number(insight.row)).map((link) => link.id) }
      return { record: 'insight', id: String(insight.id), change: 'changed', before }
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
      [JSON.stringify(carriers.map((insight) => Number(insight.row)))],
    )
    removeRecord(scope, kind, row)
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
  )
  logChanges(
    scope,
    unseen.map(
      ({ id }): LoggedChange => ({ record: 'insight', id: String(id), change: 'changed', before: { seen: 0 } }),
    ),
  )
  connection.run('UPDATE insights SET seen = 1, content_hash = NULL WHERE row IN (SELECT value FROM json_each(?))', [
    JSON.stringify(unseen.map(({ row }) => Number(row))),
  ])
  connection.run('UPDATE workspaces SET body_hash = NULL WHERE row = ?', [workspace])
}

/** Links are a set: what is linked already keeps the time it was first linked at. */
function updateMetricLinks(
  { connection, workspace }: SyncScope,
  change: SqlRow,
  metricId: string,
  settledAt: string,
): void {
  const { outcomeIds }: { readonly outcomeIds: readonly string[] } = JSON.parse(String(change.body))
  const ids = JSON.stringify(outcomeIds)
  if (change.kind === 'linkMetric') {
    connection.run(
      `INSERT OR IGNORE INTO metric_links (workspace, metric_id, outcome_id, linked_at)
       SELECT ?, ?, value, ? FROM json_each(?)`,
      [workspace, metricId, settledAt, ids],
    )
  } else {
    connection.run(
      `DELETE FROM metric_links WHERE workspace = ? AND metric_id = ?
       AND outcome_id IN (SELECT value FROM json_each(?))`,
      [workspace, metricId, ids],
    )
  }
}
