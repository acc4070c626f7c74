// What the answer no longer names leaves its table, whole, for the change log: nothing that was once received is lost.
import type { SqlRow } from '../store/connection'
import { type LoggedChange, logChanges, type SyncScope, wireRecord } from './change-log'
import { insightColumns, knowledgeColumns, type RelatedKind, relatedKinds } from './record-columns'
import { readLinks } from './write-links'

const insightNames = insightColumns.flatMap(({ name, isDerived }) => (isDerived === true ? [] : [name]))

export function removeInsight(scope: SyncScope, row: number): void {
  const stored = scope.connection.get(
    `SELECT ${insightNames.join(', ')}, added_sync, numbers AS topic_embeddings FROM insights
     LEFT JOIN insight_embeddings ON insight = row WHERE row = ?`,
    [row],
  )
  if (stored === undefined) return
  const links = relatedKinds.map((kind) => [kind.table, readLinks(scope, kind, row).map(({ id }) => id)] as const)
  const names = [...insightNames, 'added_sync', 'topic_embeddings']
  logChanges(scope, [removed('insight', names, stored, Object.fromEntries(links))])
  scope.connection.run('DELETE FROM insights WHERE row = ?', [row])
}

export function removeKnowledge(scope: SyncScope, row: number): void {
  removeRecord(
    scope,
    { record: 'knowledge', table: 'knowledge', columns: knowledgeColumns.map(({ name }) => name) },
    row,
  )
}

/** A record that nothing else points to any more. */
export function removeRecord(
  scope: SyncScope,
  { record, table, columns }: Pick<RelatedKind, 'record' | 'table' | 'columns'>,
  row: number,
): void {
  const names = [...columns, 'added_sync']
  const stored = scope.connection.get(`SELECT ${names.join(', ')} FROM ${table} WHERE row = ?`, [row])
  if (stored === undefined) return
  logChanges(scope, [removed(record, names, stored, {})])
  scope.connection.run(`DELETE FROM ${table} WHERE row = ?`, [row])
}

/** Records that came with insights and that no insight is linked to any more. */
export function removeUnlinked(scope: SyncScope): void {
  for (const kind of relatedKinds) {
    const names = ['row', ...kind.columns, 'added_sync']
    const stored = scope.connection.all(
      `SELECT ${names.join(', ')} FROM ${kind.table} WHERE workspace = ? AND ${isUnlinked(kind)}`,
      [scope.workspace],
    )
    logChanges(
      scope,
      stored.map((row) => removed(kind.record, names.slice(1), row, {})),
    )
    for (const { row } of stored) scope.connection.run(`DELETE FROM ${kind.table} WHERE row = ?`, [row ?? null])
  }
}

function isUnlinked({ table, linkTable, linkColumn }: RelatedKind): string {
  return `NOT EXISTS (SELECT 1 FROM ${linkTable} WHERE ${linkTable}.${linkColumn} = ${table}.row)`
}

function removed(
  record: string,
  names: readonly string[],
  row: SqlRow,
  links: Readonly<Record<string, readonly string[]>>,
): LoggedChange {
  const values = names.map((name) => row[name] ?? null)
  return { record, id: String(row.id), change: 'removed', before: { ...wireRecord(names, values), ...links } }
}
