import { expect } from 'vitest'
import { schema } from '../migrations/schema'
import { type Connection, type ConnectionTarget, connect } from '../store/connection'
import { column, rowOf } from '../store/row'

const indexRow = rowOf({ name: column.text })

/** Names of all indexes that are no part of a table, in order. */
export const allIndexes = [...schema.matchAll(/^CREATE INDEX (\w+)/gm)].map(([, name]) => name).sort()

export const indexesOf = (connection: Connection) =>
  connection
    .all("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name", [], indexRow)
    .map(({ name }) => name)

/** Reads a library's file as the next start would: nothing is damaged, and no index is missing. Returns its number of insights. */
export function expectWholeFile(target: ConnectionTarget): number | undefined {
  const connection = connect(target)
  try {
    expect(connection.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(indexesOf(connection)).toEqual(allIndexes)
    return connection.value('SELECT count(*) FROM insights', [], column.number)
  } finally {
    connection.close()
  }
}
