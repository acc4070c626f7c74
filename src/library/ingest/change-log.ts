// Rows of change_log: the values of an insight before it was changed or removed, under the names the service uses. Other
// records have none: nothing would read them, and what a service deleted would stay on this computer for good.

import { bulkInsert } from '../store/bulk-insert'
import type { Connection, SqlValue } from '../store/connection'
import { column, type RowSchema, rowOf } from '../store/row'

/**
 * Resources, in `syncs`, of rows that came from an earlier database: the sync that news are measured from until the
 * first review, and all others. They are never taken for the age of the data.
 */
export const firstSyncResource = 'first-of-history'
export const historyResource = 'history'
export const isOfHistory = `resource IN ('${firstSyncResource}', '${historyResource}')`

/** SQL, for a row of `syncs`: when a person could see its data. Older versions stored no end. */
export const endOfSync = `coalesce(report ->> '$.endedAt', started_at)`

/** The sync number of data that the service returned when it confirmed a change. */
export const noSync = 0

export interface SyncScope {
  readonly connection: Connection
  readonly workspace: number
  readonly sync: number
}

export interface LoggedChange {
  readonly id: string
  readonly change: 'changed' | 'removed'
  readonly before: Readonly<Record<string, unknown>>
}

const columns = ['workspace', 'sync', 'insight_id', 'change', 'fields', 'before']

export function logChanges({ connection, workspace, sync }: SyncScope, changes: readonly LoggedChange[]): void {
  bulkInsert(
    connection,
    'change_log',
    columns,
    changes.map(({ id, change, before }) => [
      workspace,
      sync,
      id,
      change,
      change === 'changed' ? JSON.stringify(Object.keys(before)) : null,
      JSON.stringify(before),
    ]),
  )
}

/**
 * Logs the insights that this sync added, from the first row to the last. If the history of an earlier database came
 * over to a rebuilt one, records that the earlier one knew are left out: they are new here, and no news.
 */
export function logAdded(
  { connection, workspace, sync }: SyncScope,
  { first, last }: { first: number; last: number },
): void {
  const hasHistory =
    connection.get(`SELECT 1 AS found FROM syncs WHERE workspace = ? AND ${isOfHistory} LIMIT 1`, [workspace]) !==
    undefined
  const isNews = hasHistory
    ? `AND coalesce((SELECT change FROM change_log AS known WHERE known.workspace = insights.workspace
         AND known.insight_id = insights.id ORDER BY known.row DESC LIMIT 1), 'removed') = 'removed'`
    : ''
  connection.run(
    `INSERT INTO change_log (workspace, sync, insight_id, change)
     SELECT workspace, ?1, id, 'added' FROM insights WHERE row BETWEEN ?2 AND ?3 ${isNews}`,
    [sync, first, last],
  )
}

/** `strength_score` is `strengthScore` on the wire. */
function wireName(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

export interface StoredRecord {
  readonly row: number
  readonly id: string
  /** The stored values of the named columns. */
  readonly values: readonly SqlValue[]
}

/** Schema for rows of a statement that selects `row`, `id` and these columns. */
export function storedRecord(names: readonly string[]): RowSchema<StoredRecord> {
  const { read } = rowOf({ row: column.number, id: column.text })
  return { read: (stored) => ({ ...read(stored), values: names.map((name) => stored[name] ?? null) }) }
}

/** Bytes as base64: an embedding as decimal text would be four times as long. */
export function wireRecord(columns: readonly string[], values: readonly SqlValue[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.map((name, place) => {
      const value = values[place] ?? null
      return [wireName(name), Buffer.isBuffer(value) ? value.toString('base64') : value]
    }),
  )
}

/** The columns whose values differ now, with their values before. */
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
