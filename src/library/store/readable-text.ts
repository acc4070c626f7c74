// Text that is no UTF-8 any more: one damaged bit is enough, and the driver aborts the process as soon as it hands such
// text over. SQLite's own check does not look at text, so here it is asked for as bytes, which any value can be.
import { isUtf8 } from 'node:buffer'
import type { Connection, SqlRow, SqlValue } from './connection'
import { UnreadableDatabase } from './driver-errors'

/** Throws UnreadableDatabase. Reads every text of every table: seconds, where there are hundreds of thousands of rows. */
export function demandReadableText(connection: Connection): void {
  const tables = connection.all("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
  for (const { name } of tables) {
    const columns = columnsOf(connection, String(name)).filter(({ type }) => type === 'TEXT')
    if (columns.length === 0) continue
    const text = columns.map((column) => `coalesce(${column.name}, '')`).join(' || char(10) || ')
    for (const { bytes } of connection.each(`SELECT CAST(${text} AS BLOB) AS bytes FROM ${name}`)) {
      if (!Buffer.isBuffer(bytes) || !isUtf8(bytes)) throw new UnreadableDatabase('corrupt')
    }
  }
}

/**
 * The rows of a table of a database that may be damaged, each with the ids of its workspace where the table has one;
 * null: a row that is there and whose text cannot be read. `ending` is SQL, in which the table is called `kept`. Throws
 * what the driver throws, after the rows before it.
 */
export function* readCarefully(connection: Connection, table: string, ending: string): Iterable<SqlRow | null> {
  const names = columnsOf(connection, table).map(({ name }) => name)
  const own = names.map((name) => carefully(`kept.${name}`, name))
  const hasWorkspace = names.includes('workspace')
  const ids = hasWorkspace ? ['organisation_id', 'workspace_id'] : []
  const join = hasWorkspace ? 'LEFT JOIN workspaces ON workspaces.row = kept.workspace' : ''
  const columns = [...own, ...ids.map((name) => carefully(`workspaces.${name}`, name))].join(', ')
  for (const row of connection.each(`SELECT ${columns} FROM ${table} AS kept ${join} ${ending}`)) {
    yield decoded(row, [...names, ...ids])
  }
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

function columnsOf(connection: Connection, table: string): readonly { readonly name: string; readonly type: string }[] {
  const columns = connection.all(`PRAGMA table_info(${table})`)
  return columns.map(({ name, type }) => ({ name: String(name), type: String(type) }))
}
