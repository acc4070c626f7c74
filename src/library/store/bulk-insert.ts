// Rows in groups: a crossing into the driver costs as much as storing a small row, so several rows share one.
import type { Connection, SqlValue } from './connection'
import { column } from './row'

/** Far under the database's limit on values in one statement; larger groups gain nothing more. */
const valuesPerStatement = 320

export function bulkInsert(
  connection: Connection,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): void {
  const group = Math.max(1, Math.floor(valuesPerStatement / columns.length))
  const one = `(${columns.map(() => '?').join(', ')})`
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES `
  const many = insert + new Array(group).fill(one).join(', ')
  let at = 0
  for (; at + group <= rows.length; at += group) connection.run(many, rows.slice(at, at + group).flat())
  for (; at < rows.length; at += 1) connection.run(insert + one, rows[at])
}

/** The number that the next row of a table gets, for rows that are numbered before they are inserted. */
export function nextRow(connection: Connection, table: string): number {
  return connection.value(`SELECT coalesce(max(row), 0) + 1 FROM ${table}`, [], column.number) ?? 1
}
