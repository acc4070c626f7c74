// The person's register of metrics, and the links that this app made. The service returns neither.
import type { Metric, PendingLink } from '../../contract/features/metrics'
import type { Connection, SqlRow } from '../store/connection'
import { ensureWorkspace, findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { sortKey } from '../text/folded-text'
import { repairText } from '../text/repair-text'
import { indexRecords } from '../text/text-index'
import { readTriageMarks } from './triage'
import { workspaceRow } from './workspace-row'

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

/** Writes a row of a library in memory over that in the file, whose label stays where memory has none. */
export function mergeMetric(connection: Connection, stored: SqlRow): void {
  const { metricId, label, addedAt } = metricRow.read(stored)
  connection.run(
    `INSERT INTO metrics (workspace, metric_id, label, added_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (workspace, metric_id) DO UPDATE SET label = iif(excluded.label = '', label, excluded.label)`,
    [ensureWorkspace(connection, workspaceRow.read(stored)), metricId, label, addedAt],
  )
}

const metricRow = rowOf({ metricId: column.text, label: column.text, addedAt: column.text })
/** Columns of a goal that the library may not have. */
const goal = { outcomeId: column.text, title: column.textOrNull, hideContent: column.orElse(column.flag, false) }
const linkRow = rowOf({ metricId: column.text, ...goal, linkedAt: column.text })
const waitingRow = rowOf({ metricId: column.text, waiting: column.number })
const pendingRow = rowOf({
  metricId: column.text,
  changeId: column.text,
  action: column.textOf<PendingLink['action']>(),
  ...goal,
  state: column.textOf<PendingLink['state']>(),
  needsReview: column.flag,
})

/** Reads the metrics, sorted by label, then by id. */
function readRegister(connection: Connection, workspace: number): Metric[] {
  const links = byMetric(readLedger(connection, workspace))
  const waiting = byMetric(countWaiting(connection, workspace))
  const pending = byMetric(readPending(connection, workspace))
  const rows = connection.all(
    'SELECT metric_id, label, added_at FROM metrics WHERE workspace = ? ORDER BY metric_id',
    [workspace],
    metricRow,
  )
  const ids = rows.map(({ metricId }) => metricId)
  const marks = readTriageMarks(connection, { workspace, kind: 'metric' }, ids)
  const metrics = rows.map((metric): Metric => {
    const { metricId } = metric
    return {
      ...metric,
      links: links.get(metricId) ?? [],
      waiting: waiting.get(metricId)?.[0]?.waiting ?? 0,
      pending: pending.get(metricId) ?? [],
      triage: marks.get(metricId),
    }
  })
  const keyed = metrics.map((metric) => ({
    metric,
    key: sortKey(metric.label === '' ? metric.metricId : metric.label),
  }))
  return keyed.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1)).map(({ metric }) => metric)
}

function byMetric<T extends { readonly metricId: string }>(
  rows: readonly T[],
): ReadonlyMap<string, Omit<T, 'metricId'>[]> {
  const groups = new Map<string, Omit<T, 'metricId'>[]>()
  for (const { metricId, ...rest } of rows) {
    const group = groups.get(metricId)
    if (group) group.push(rest)
    else groups.set(metricId, [rest])
  }
  return groups
}

function readLedger(connection: Connection, workspace: number) {
  return connection.all(
    `SELECT metric_id, outcome_id, linked_at, title, hide_content FROM metric_links
     LEFT JOIN outcomes ON outcomes.workspace = metric_links.workspace AND outcomes.id = outcome_id
     WHERE metric_links.workspace = ? ORDER BY linked_at, outcome_id`,
    [workspace],
    linkRow,
  )
}

/** Failed changes are not counted. */
function countWaiting(connection: Connection, workspace: number) {
  return connection.all(
    `SELECT target_id AS metric_id, count(*) AS waiting FROM journal
     WHERE workspace = ? AND kind IN ('linkMetric', 'unlinkMetric') AND state <> 'failed' GROUP BY target_id`,
    [workspace],
    waitingRow,
  )
}

function readPending(connection: Connection, workspace: number) {
  return connection.all(
    `SELECT target_id AS metric_id, change_id, iif(kind = 'linkMetric', 'add', 'remove') AS action,
       goal.value AS outcome_id, outcomes.title AS title, outcomes.hide_content AS hide_content, journal.state AS state,
       needs_review
     FROM journal JOIN json_each(journal.body, '$.outcomeIds') AS goal
     LEFT JOIN outcomes ON outcomes.workspace = journal.workspace AND outcomes.id = goal.value
     WHERE journal.workspace = ? AND journal.kind IN ('linkMetric', 'unlinkMetric') ORDER BY journal.row, goal.key`,
    [workspace],
    pendingRow,
  )
}
