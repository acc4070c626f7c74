// Records that the answer no longer names move from their table into the change log with all their fields.
import { nextRow } from '../store/bulk-insert'
import {
  type LoggedChange,
  logChanges,
  type StoredRecord,
  type SyncScope,
  storedRecord,
  wireRecord,
} from './change-log'
import { insightColumns, knowledgeColumns, type RelatedKind, relatedKinds } from './record-columns'
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
  logChanges(scope, [removed('insight', removedInsightNames, stored, Object.fromEntries(links))])
  scope.connection.run('DELETE FROM insights WHERE row = ?', [row])
}

export function removeKnowledge(scope: SyncScope, row: number): void {
  removeRecord(
    scope,
    { record: 'knowledge', table: 'knowledge', columns: knowledgeColumns.map(({ name }) => name) },
    row,
  )
}

/** Removes a record that nothing else points to any more. */
export function removeRecord(
  scope: SyncScope,
  { record, table, columns }: Pick<RelatedKind, 'record' | 'table' | 'columns'>,
  row: number,
): void {
  const names = [...columns, 'added_sync']
  const sql = `SELECT row, ${names.join(', ')} FROM ${table} WHERE row = ?`
  const stored = scope.connection.get(sql, [row], storedRecord(names))
  if (stored === undefined) return
  logChanges(scope, [removed(record, names, stored, {})])
  scope.connection.run(`DELETE FROM ${table} WHERE row = ?`, [row])
}

/** Rows read in some 10 ms. */
const pieceRows = 5_000

/** Removes records that came with insights and are linked to none any more, a piece of each table at a time. */
export function* removeUnlinked(scope: SyncScope): Generator<undefined> {
  for (const kind of relatedKinds) {
    const names = [...kind.columns, 'added_sync']
    const end = nextRow(scope.connection, kind.table)
    for (let from = 0; from < end; from += pieceRows) {
      const stored = scope.connection.all(
        `SELECT row, ${names.join(', ')} FROM ${kind.table} ${inOrder(kind)}
         WHERE workspace = ? AND row >= ? AND row < ? AND ${isUnlinked(kind)}`,
        [scope.workspace, from, from + pieceRows],
        storedRecord(names),
      )
      logChanges(
        scope,
        stored.map((record) => removed(kind.record, names, record, {})),
      )
      for (const { row } of stored) scope.connection.run(`DELETE FROM ${kind.table} WHERE row = ?`, [row])
      yield
    }
  }
}

/** Feedback is most of the text, so its rows are read from an index. */
const inOrder = ({ table }: RelatedKind) => (table === 'feedback' ? 'INDEXED BY feedback_by_row' : 'NOT INDEXED')

function isUnlinked({ table, linkTable, linkColumn }: RelatedKind): string {
  return `NOT EXISTS (SELECT 1 FROM ${linkTable} WHERE ${linkTable}.${linkColumn} = ${table}.row)`
}

function removed(
  record: string,
  names: readonly string[],
  { id, values }: StoredRecord,
  links: Readonly<Record<string, readonly string[]>>,
): LoggedChange {
  return { record, id, change: 'removed', before: { ...wireRecord(names, values), ...links } }
}
