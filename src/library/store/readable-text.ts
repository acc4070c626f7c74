// Checks for text that is no longer UTF-8: one damaged bit is enough, and the driver aborts the process as soon as it returns
// such text. SQLite's own check does not look at text, so here it is read as bytes, which any value can be.
import { isUtf8 } from 'node:buffer'
import type { Connection, SqlRow, SqlValue } from './connection'
import { UnreadableDatabase } from './driver-errors'
import { column, rowOf } from './row'

/** Throws UnreadableDatabase. Reads every text of every table: seconds, where there are hundreds of thousands of rows. */
export function demandReadableText(connection: Connection): void {
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0"
  for (const { name } of connection.all(sql, [], rowOf({ name: column.text }))) {
    const columns = columnsOf(connection, name).filter(({ type }) => type === 'TEXT')
    if (columns.length === 0) continue
    const text = columns.map((each) => `coalesce(${each.name}, '')`).join(' || char(10) || ')
    for (const { bytes } of connection.each(`SELECT CAST(${text} AS BLOB) AS bytes FROM ${name}`)) {
      if (!Buffer.isBuffer(bytes) || !isUtf8(bytes)) throw new UnreadableDatabase('corrupt')
    }
  }
}

export interface CarefulRows {
  /** The rows that could be read. */
  readonly rows: readonly SqlRow[]
  readonly isComplete: boolean
}

/**
 * The rows of a table of a database that may be damaged, each with the ids of its workspace where the table has one.
 * `ending` is SQL, in which the table is called `kept`. Never throws.
 */
export function readCarefully(connection: Connection, table: string, ending: string): CarefulRows {
  const rows: SqlRow[] = []
  try {
    const isComplete = readInto(rows, connection, carefulSelect(connection, table, ending), [])
    return { rows, isComplete }
  } catch {
    return { rows, isComplete: false }
  }
}

/** Where the last page cannot be read, nothing says which row is the last. */
const mostMissingRows = 10_000

/** The same for a table with numbered rows, in their order. One damaged page ends a scan, so rows after it are read singly. */
export function readCarefullyByRow(connection: Connection, table: string): CarefulRows {
  const scanned = readCarefully(connection, table, 'ORDER BY kept.row')
  if (scanned.isComplete) return scanned
  const rows = [...scanned.rows]
  const select = selectOfRow(connection, table)
  if (select === null) return scanned
  let lastFound = Number(rows.at(-1)?.row ?? 0)
  for (let row = lastFound + 1; row <= lastFound + mostMissingRows; row += 1) {
    const { length } = rows
    try {
      readInto(rows, connection, select, [row])
    } catch {
      // This page is unreadable; the next row may be on another.
    }
    if (rows.length > length) lastFound = row
  }
  return { rows, isComplete: false }
}

/** All of a table, which a library of an older version may not have. Never throws. */
export function readTable(connection: Connection, table: string): CarefulRows {
  try {
    const isThere = connection.get('SELECT 1 AS found FROM sqlite_schema WHERE name = ?', [table]) !== undefined
    if (!isThere) return { rows: [], isComplete: true }
    const isNumbered = columnsOf(connection, table).some(({ name }) => name === 'row')
    return isNumbered ? readCarefullyByRow(connection, table) : readCarefully(connection, table, '')
  } catch {
    return { rows: [], isComplete: false }
  }
}

/** null: there is no such table, or the page that describes it is unreadable. */
function selectOfRow(connection: Connection, table: string): CarefulSelect | null {
  try {
    const select = carefulSelect(connection, table, 'WHERE kept.row = ?')
    return select.names.length > 0 ? select : null
  } catch {
    return null
  }
}

interface CarefulSelect {
  readonly sql: string
  /** Of the columns, without those that only tell a type. */
  readonly names: readonly string[]
}

function carefulSelect(connection: Connection, table: string, ending: string): CarefulSelect {
  const names = columnsOf(connection, table).map(({ name }) => name)
  const own = names.map((name) => carefully(`kept.${name}`, name))
  const hasWorkspace = names.includes('workspace')
  const ids = hasWorkspace ? ['organisation_id', 'workspace_id'] : []
  const join = hasWorkspace ? 'LEFT JOIN workspaces ON workspaces.row = kept.workspace' : ''
  const columns = [...own, ...ids.map((name) => carefully(`workspaces.${name}`, name))].join(', ')
  return { sql: `SELECT ${columns} FROM ${table} AS kept ${join} ${ending}`, names: [...names, ...ids] }
}

/** Returns whether all rows that were read are readable text. */
function readInto(
  rows: SqlRow[],
  connection: Connection,
  { sql, names }: CarefulSelect,
  values: readonly SqlValue[],
): boolean {
  let isComplete = true
  for (const stored of connection.each(sql, values)) {
    const row = decoded(stored, names)
    if (row === null) isComplete = false
    else rows.push(row)
  }
  return isComplete
}

const isText = (name: string) => `${name} is text`

function carefully(value: string, name: string): string {
  return `iif(typeof(${value}) = 'text', CAST(${value} AS BLOB), ${value}) AS ${name},
    typeof(${value}) = 'text' AS "${isText(name)}"`
}

function decoded(row: SqlRow, names: readonly string[]): SqlRow | null {
  const values: Record<string, SqlValue> = {}
  for (const name of names) {
    const value = row[name] ?? null
    const bytes = row[isText(name)] === 1 && Buffer.isBuffer(value) ? value : null
    if (bytes !== null && !isUtf8(bytes)) return null
    values[name] = bytes === null ? value : bytes.toString('utf8')
  }
  return values
}

const columnRow = rowOf({ name: column.text, type: column.text })

export function columnsOf(connection: Connection, table: string) {
  return connection.all(`PRAGMA table_info(${table})`, [], columnRow)
}
