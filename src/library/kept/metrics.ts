// The person's register of metrics and the ledger of what was linked from this machine: the service can be asked for
// neither.
import type { Metric, PendingLink } from '../../contract/features/metrics'
import { sortKey } from '../folded-text'
import { repairText } from '../repair-text'
import type { Connection, SqlRow } from '../store/connection'
import { ensureWorkspace, findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { indexRecords } from '../text-index'

type Metrics = Pick<StoreApi, 'listMetrics' | 'saveMetric' | 'removeMetric'>

export function createMetrics(context: StoreContext): Metrics {
  return {
    listMetrics: ({ workspace }) =>
      context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        return row === null ? [] : readRegister(connection, row)
      }),
    saveMetric: ({ workspace, metricId, label, addedAt }) =>
      context.write((connection) => {
        connection.run(
          `INSERT INTO metrics (workspace, metric_id, label, added_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (workspace, metric_id) DO UPDATE SET label = excluded.label`,
          [ensureWorkspace(connection, workspace), repairText(metricId), repairText(label), addedAt],
        )
        indexRecords(connection)
        return null
      }),
    removeMetric: ({ workspace, metricId }) =>
      context.write((connection) => {
        connection.run('DELETE FROM metrics WHERE workspace = ? AND metric_id = ?', [
          findWorkspace(connection, workspace),
          repairText(metricId),
        ])
        return null
      }),
  }
}

/** By label, then by id. */
function readRegister(connection: Connection, workspace: number): Metric[] {
  const links = readLedger(connection, workspace)
  const waiting = countWaiting(connection, workspace)
  const pending = readPending(connection, workspace)
  const metrics = connection
    .all('SELECT metric_id, label, added_at FROM metrics WHERE workspace = ? ORDER BY metric_id', [workspace])
    .map((row): Metric => {
      const metricId = String(row.metric_id)
      return {
        metricId,
        label: String(row.label),
        addedAt: String(row.added_at),
        links: links.get(metricId) ?? [],
        waiting: waiting.get(metricId) ?? 0,
        pending: pending.get(metricId) ?? [],
      }
    })
  const keyed = metrics.map((metric) => ({
    metric,
    key: sortKey(metric.label === '' ? metric.metricId : metric.label),
  }))
  return keyed.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1)).map(({ metric }) => metric)
}

const readTitle = (row: SqlRow) => ({
  title: typeof row.title === 'string' ? row.title : null,
  hideContent: row.hide_content === 1,
})

function readLedger(connection: Connection, workspace: number): ReadonlyMap<string, Metric['links']> {
  const links = new Map<string, Metric['links']>()
  const rows = connection.all(
    `SELECT metric_id, outcome_id, linked_at, title, hide_content FROM metric_links
     LEFT JOIN outcomes ON outcomes.workspace = metric_links.workspace AND outcomes.id = outcome_id
     WHERE metric_links.workspace = ? ORDER BY linked_at, outcome_id`,
    [workspace],
  )
  for (const row of rows) {
    const metricId = String(row.metric_id)
    const link = { outcomeId: String(row.outcome_id), ...readTitle(row), linkedAt: String(row.linked_at) }
    links.set(metricId, [...(links.get(metricId) ?? []), link])
  }
  return links
}

/** One that was refused is not on its way. */
function countWaiting(connection: Connection, workspace: number): ReadonlyMap<string, number> {
  const rows = connection.all(
    `SELECT target_id, count(*) AS waiting FROM journal
     WHERE workspace = ? AND kind IN ('linkMetric', 'unlinkMetric') AND state <> 'failed' GROUP BY target_id`,
    [workspace],
  )
  return new Map(rows.map((row) => [String(row.target_id), Number(row.waiting)]))
}

function readPending(connection: Connection, workspace: number): ReadonlyMap<string, Metric['pending']> {
  const pending = new Map<string, Metric['pending']>()
  const rows = connection.all(
    `SELECT change_id, target_id, kind, journal.state AS state, goal.value AS outcome_id,
       outcomes.title AS title, outcomes.hide_content AS hide_content
     FROM journal JOIN json_each(journal.body, '$.outcomeIds') AS goal
     LEFT JOIN outcomes ON outcomes.workspace = journal.workspace AND outcomes.id = goal.value
     WHERE journal.workspace = ? AND journal.kind IN ('linkMetric', 'unlinkMetric') ORDER BY journal.row, goal.key`,
    [workspace],
  )
  for (const row of rows) {
    const metricId = String(row.target_id)
    const link: PendingLink = {
      changeId: String(row.change_id),
      action: row.kind === 'linkMetric' ? 'add' : 'remove',
      outcomeId: String(row.outcome_id),
      ...readTitle(row),
      state: row.state as PendingLink['state'],
    }
    const known = pending.get(metricId)
    if (known) known.push(link)
    else pending.set(metricId, [link])
  }
  return pending
}
