// Outcomes as a list and one by one, with the metrics that were linked to them from this machine.
import { AppError } from '../../contract/errors'
import type { OutcomeColumn, OutcomeDetail, OutcomeRow } from '../../contract/features/outcomes'
import type { Connection, SqlRow } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { insightsOf, metricsOfOutcome, sharedOf, unseenOf } from './counts'
import { numberOrNull, summarise, summarySource, textOrNull } from './insight-rows'
import { type RecordList, readList } from './record-list'
import { mentions, readMentionWithStatus } from './relations'
import type { KeptLists } from './row-lists'

const counts = {
  insights: insightsOf('outcome'),
  unseen: unseenOf('outcome'),
  feedback: sharedOf('outcome', 'feedback'),
  opportunities: sharedOf('outcome', 'opportunity'),
  metrics: metricsOfOutcome,
}

const list: RecordList<(typeof OutcomeColumn.options)[number]> = {
  table: 'outcomes',
  record: 'outcome',
  order: { ...counts, priority: 'priority', trend: 'trend', updatedAt: 'julianday(updated_at)' },
  columns: `row, id, title, ${summarySource}, priority, trend, hide_content, created_at, updated_at,
    ${counts.insights} AS insights, ${counts.unseen} AS unseen, ${counts.feedback} AS feedback,
    ${counts.opportunities} AS opportunities, ${sharedOf('outcome', 'solution')} AS solutions,
    ${counts.metrics} AS metrics`,
}

export function createOutcomeQueries(
  context: StoreContext,
  kept: KeptLists,
): Pick<StoreApi, 'queryOutcomes' | 'getOutcome'> {
  return {
    queryOutcomes: (input) =>
      context.read((connection) => {
        const page = readList(connection, kept, list, input)
        return { ...page, rows: page.rows.map(readRow) }
      }),
    getOutcome: ({ workspace, id }) =>
      context.read((connection) => readDetail(connection, findWorkspace(connection, workspace), id)),
  }
}

function readDetail(connection: Connection, workspace: number | null, id: string): OutcomeDetail {
  const stored = connection.get(
    `SELECT ${list.columns}, description, owner_id, analytic_events FROM outcomes AS record
     WHERE workspace = ? AND id = ?`,
    [workspace, id],
  )
  if (stored === undefined) throw new AppError('NOT_FOUND', 'This goal is not in the library.')
  const own = { kind: 'outcome', row: Number(stored.row) } as const
  return {
    ...readRow(stored),
    description: String(stored.description),
    ownerId: textOrNull(stored.owner_id),
    analyticEvents: typeof stored.analytic_events === 'string' ? JSON.parse(stored.analytic_events) : [],
    relatedOpportunities: mentions(connection, own, 'opportunity').map(readMentionWithStatus),
    relatedSolutions: mentions(connection, own, 'solution').map(readMentionWithStatus),
    linkedMetrics: readLinkedMetrics(connection, workspace, id),
  }
}

/** Of the ledger; a metric that is off the register has no label. */
export function readLinkedMetrics(
  connection: Connection,
  workspace: number | null,
  outcomeId: string,
): OutcomeDetail['linkedMetrics'] {
  return connection
    .all(
      `SELECT metric_id, linked_at, coalesce(label, '') AS label FROM metric_links
       LEFT JOIN metrics USING (workspace, metric_id)
       WHERE workspace = ? AND outcome_id = ? ORDER BY linked_at, metric_id`,
      [workspace, outcomeId],
    )
    .map((row) => ({ metricId: String(row.metric_id), label: String(row.label), linkedAt: String(row.linked_at) }))
}

function readRow(row: SqlRow): OutcomeRow {
  return {
    id: String(row.id),
    title: String(row.title),
    summary: summarise(String(row.summary)),
    priority: Number(row.priority),
    trend: numberOrNull(row.trend),
    hideContent: row.hide_content === 1,
    insights: Number(row.insights),
    unseen: Number(row.unseen),
    feedback: Number(row.feedback),
    opportunities: Number(row.opportunities),
    solutions: Number(row.solutions),
    metrics: Number(row.metrics),
    createdAt: String(row.created_at),
    updatedAt: String(row.updated_at),
  }
}
