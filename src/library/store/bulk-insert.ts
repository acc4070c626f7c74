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
  let size = group
  for (let at = 0; at < rows.length; at += size) {
    // The rest takes half a group, a quarter of one and so on: few different statements, which stay prepared.
    while (size > rows.length - at) size = Math.floor(size / 2)
    connection.run(insert + new Array(size).fill(one).join(', '), rows.slice(at, at + size).flat())
  }
}

/** The number that the next row of a table gets, for rows that are numbered before they are inserted. */
export function nextRow(connection: Connection, table: string): number {
  return connection.value(`SELECT coalesce(max(row), 0) + 1 FROM ${table}`, [], column.number) ?? 1
}
