// Rows in groups: a crossing into the driver costs as much as storing a small row, so several rows share one.
import type { Connection, SqlValue } from './connection'
import { column } from './row'

/** Far under the database's limit on values in one statement; larger groups gain nothing more. */
const valuesPerStatement = 320

const placeholders = new Map<string, string>()

/** `(?, ?), (?, ?)`; kept, because a sync needs the same few for thousands of statements. */
function placeholdersOf(columns: number, rows: number): string {
  const key = `${columns} ${rows}`
  const known = placeholders.get(key)
  if (known !== undefined) return known
  const one = `(${new Array(columns).fill('?').join(', ')})`
  const all = new Array(rows).fill(one).join(', ')
  placeholders.set(key, all)
  return all
}

/** `conflict`: an ON CONFLICT clause. Returns how many rows it inserted. */
export function bulkInsert(
  connection: Connection,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
  conflict = '',
): number {
  const group = Math.max(1, Math.floor(valuesPerStatement / columns.length))
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES `
  let inserted = 0
  let size = group
  for (let at = 0; at < rows.length; at += size) {
    // The rest takes half a group, a quarter of one and so on: few different statements, which stay prepared.
    while (size > rows.length - at) size = Math.floor(size / 2)
    const values: SqlValue[] = []
    for (let place = at; place < at + size; place += 1) values.push(...(rows[place] ?? []))
    inserted += connection.run(insert + placeholdersOf(columns.length, size) + conflict, values)
  }
  return inserted
}

/** The number that the next row of a table gets, for rows that are numbered before they are inserted. */
export function nextRow(connection: Connection, table: string): number {
  return connection.value(`SELECT coalesce(max(row), 0) + 1 FROM ${table}`, [], column.number) ?? 1
}
