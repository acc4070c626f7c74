// Outcomes as a list and one by one, with the metrics that were linked to them from this computer.
import type { OutcomeColumn, OutcomeDetail, OutcomeRow } from '../../contract/features/outcomes'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import type { ListCache } from './list-cache'
import { amongNeedy, prepareNeeds } from './needs'
import type { RecordFigures } from './record-figures'
import { type RecordList, readList, readRecord, summary } from './record-list'
import { insightsOf, mentionsWithStatus, metricsOfOutcome, rankOf, sharedOf, unseenOf } from './relations'
import type { WordSearch } from './word-search'

const counts = {
  insights: insightsOf('outcome'),
  unseen: unseenOf('outcome'),
  feedback: sharedOf('outcome', 'feedback'),
  opportunities: sharedOf('outcome', 'opportunity'),
  solutions: sharedOf('outcome', 'solution'),
  metrics: metricsOfOutcome,
}

const outcomeRow = rowOf({
  id: column.text,
  title: column.text,
  summary,
  priority: column.number,
  rank: column.number,
  trend: column.numberOrNull,
  hideContent: column.flag,
  insights: column.number,
  unseen: column.number,
  feedback: column.number,
  opportunities: column.number,
  solutions: column.number,
  metrics: column.number,
  createdAt: column.text,
  updatedAt: column.text,
})

const outcomeDetail = rowOf({
  ...outcomeRow.fields,
  row: column.number,
  description: column.text,
  ownerId: column.textOrNull,
  analyticEvents: column.orElse(column.json<OutcomeDetail['analyticEvents']>(), []),
})

const linkedMetric = rowOf({ metricId: column.text, label: column.text, linkedAt: column.text })

const list: RecordList<(typeof OutcomeColumn.options)[number], OutcomeRow> = {
  table: 'outcomes',
  kind: 'outcome',
  record: 'outcome',
  order: { metrics: metricsOfOutcome, priority: 'priority', trend: 'trend', updatedAt: 'julianday(updated_at)' },
  computed: { ...counts, rank: rankOf('outcomes') },
  schema: outcomeRow,
  noun: 'goal',
}

export function createOutcomeQueries(
  context: StoreContext,
  cache: ListCache,
  search: WordSearch,
  { recordFigures, now }: { readonly recordFigures: RecordFigures; readonly now: () => Date },
): Pick<StoreApi, 'queryOutcomes' | 'getOutcome'> {
  return {
    queryOutcomes: async (input) => {
      await recordFigures.prepare(input.workspace)
      if (input.needs?.length) await prepareNeeds(recordFigures, input.workspace, now())
      return search.read({ ...input, tables: ['outcomes'] }, (connection, forgiveness) => {
        const figures = () => {
          const found = recordFigures.of(connection, input.workspace, 'outcome')
          const solutions = recordFigures.shared(connection, input.workspace, 'outcome', 'solution')
          const opportunities = recordFigures.shared(connection, input.workspace, 'outcome', 'opportunity')
          return {
            insights: (row: number) => found.insights[row] ?? 0,
            unseen: (row: number) => found.unseen[row] ?? 0,
            feedback: (row: number) => found.feedback[row] ?? 0,
            opportunities: (row: number) => opportunities[row] ?? 0,
            solutions: (row: number) => solutions[row] ?? 0,
          }
        }
        const among = amongNeedy({ connection, cache, figures: recordFigures }, 'outcome', input, now())
        return readList(connection, cache, { ...list, figures }, input, forgiveness, {}, among)
      })
    },
    getOutcome: (input) =>
      context.read((connection): OutcomeDetail => {
        const { row, ...outcome } = readRecord(connection, list, outcomeDetail, input)
        const own = { kind: 'outcome', row } as const
        return {
          ...outcome,
          relatedOpportunities: mentionsWithStatus(connection, own, 'opportunity'),
          relatedSolutions: mentionsWithStatus(connection, own, 'solution'),
          linkedMetrics: readLinkedMetrics(connection, findWorkspace(connection, input.workspace), input.id),
        }
      }),
  }
}

/** Reads the ledger; a metric that is off the register has no label. */
export function readLinkedMetrics(
  connection: Connection,
  workspace: number | null,
  outcomeId: string,
): OutcomeDetail['linkedMetrics'] {
  return connection.all(
    `SELECT metric_id, linked_at, coalesce(label, '') AS label FROM metric_links
     LEFT JOIN metrics USING (workspace, metric_id)
     WHERE workspace = ? AND outcome_id = ? ORDER BY linked_at, metric_id`,
    [workspace, outcomeId],
    linkedMetric,
  )
}
