// Rows of change_log: what a record held before it was changed or removed, under the names the service uses.
import { isOfHistory } from '../changes/keep-history'
import type { Connection, SqlValue } from '../store/connection'
import { bulkInsert } from './bulk-insert'

export interface SyncScope {
  readonly connection: Connection
  readonly workspace: number
  readonly sync: number
}

export interface LoggedChange {
  readonly record: string
  readonly id: string
  readonly change: 'changed' | 'removed'
  readonly before: Readonly<Record<string, unknown>>
}

const columns = ['workspace', 'sync', 'record', 'record_id', 'change', 'fields', 'before']

export function logChanges({ connection, workspace, sync }: SyncScope, changes: readonly LoggedChange[]): void {
  bulkInsert(
    connection,
    'change_log',
    columns,
    changes.map(({ record, id, change, before }) => [
      workspace,
      sync,
      record,
      id,
      change,
      change === 'changed' ? JSON.stringify(Object.keys(before)) : null,
      JSON.stringify(before),
    ]),
  )
}

/**
 * Rows of one table that this sync added, from the first to the last. Not those that an earlier database knew, whose
 * history came over when it had to be made anew: they are new here, and no news.
 */
export function logAdded(
  { connection, workspace, sync }: SyncScope,
  { record, table, first, last }: { record: string; table: string; first: number; last: number },
): void {
  const hasHistory =
    connection.get(`SELECT 1 AS found FROM syncs WHERE workspace = ? AND ${isOfHistory} LIMIT 1`, [workspace]) !==
    undefined
  const isNews = hasHistory
    ? `AND coalesce((SELECT change FROM change_log AS known WHERE known.workspace = ${table}.workspace
         AND known.record = ?2 AND known.record_id = ${table}.id ORDER BY known.row DESC LIMIT 1), 'removed') = 'removed'`
    : ''
  connection.run(
    `INSERT INTO change_log (workspace, sync, record, record_id, change)
     SELECT workspace, ?1, ?2, id, 'added' FROM ${table} WHERE row BETWEEN ?3 AND ?4 ${isNews}`,
    [sync, record, first, last],
  )
}

/** `strength_score` is `strengthScore` on the wire. */
function wireName(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Bytes as base64: an embedding as decimal text would be four times as long. */
export function wireRecord(columns: readonly string[], values: readonly SqlValue[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.map((column, place) => {
      const value = values[place] ?? null
      return [wireName(column), Buffer.isBuffer(value) ? value.toString('base64') : value]
    }),
  )
}

/** The columns whose value is another one now, with what they held before. */
export function differences(
  columns: readonly string[],
  before: readonly SqlValue[],
  after: readonly SqlValue[],
): Record<string, unknown> {
  const changed = columns.flatMap((_, place) => (before[place] === after[place] ? [] : [place]))
  return wireRecord(
    changed.map((place) => columns[place] ?? ''),
    changed.map((place) => before[place] ?? null),
  )
}
