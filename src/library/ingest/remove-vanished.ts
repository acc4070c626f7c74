// Insights that the answer no longer names move into the change log with all their fields. Nothing of other records is kept.
import { nextRow } from '../store/bulk-insert'
import { column, rowOf } from '../store/row'
import { logChanges, type SyncScope, storedRecord, wireRecord } from './change-log'
import { insightColumns, type RelatedKind, relatedKinds } from './record-columns'
import { readLinks } from './write-related'

const insightNames = insightColumns.flatMap(({ name, isDerived }) => (isDerived === true ? [] : [name]))

const removedInsightNames = [...insightNames, 'added_sync', 'topic_embeddings']

export function removeInsight(scope: SyncScope, row: number): void {
  const stored = scope.connection.get(
    `SELECT row, ${insightNames.join(', ')}, added_sync, numbers AS topic_embeddings FROM insights
     LEFT JOIN insight_embeddings ON insight = row WHERE row = ?`,
    [row],
    storedRecord(removedInsightNames),
  )
  if (stored === undefined) return
  const links = relatedKinds.map((kind) => [kind.table, readLinks(scope, kind, row).map(({ id }) => id)] as const)
  logChanges(scope, [
    {
      id: stored.id,
      change: 'removed',
      before: { ...wireRecord(removedInsightNames, stored.values), ...Object.fromEntries(links) },
    },
  ])
  scope.connection.run('DELETE FROM insights WHERE row = ?', [row])
}

/** Removes a record that nothing else points to any more. */
export function removeRecord({ connection }: SyncScope, table: string, row: number): void {
  connection.run(`DELETE FROM ${table} WHERE row = ?`, [row])
}

const numberedRow = rowOf({ row: column.number })

/** Rows read in some 10 ms. */
const pieceRows = 5_000

/** Removes records that came with insights and are linked to none any more, a piece of each table at a time. */
export function* removeUnlinked(scope: SyncScope): Generator<undefined> {
  for (const kind of relatedKinds) {
    const end = nextRow(scope.connection, kind.table)
    for (let from = 0; from < end; from += pieceRows) {
      const rows = scope.connection.all(
        `SELECT row FROM ${kind.table} ${inOrder(kind)}
         WHERE workspace = ? AND row >= ? AND row < ? AND ${isUnlinked(kind)}`,
        [scope.workspace, from, from + pieceRows],
        numberedRow,
      )
      for (const { row } of rows) removeRecord(scope, kind.table, row)
      yield
    }
  }
}

/** Feedback is most of the text, so its rows are read from an index. */
const inOrder = ({ table }: RelatedKind) => (table === 'feedback' ? 'INDEXED BY feedback_by_row' : 'NOT INDEXED')

function isUnlinked({ table, linkTable, linkColumn }: RelatedKind): string {
  return `NOT EXISTS (SELECT 1 FROM ${linkTable} WHERE ${linkTable}.${linkColumn} = ${table}.row)`
}
