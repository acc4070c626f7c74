// Brings a database to the newest schema. A new one is given it at once. An older one takes each migration in a transaction
// of its own, together with the number that says it was done: after a crash between two, the next start goes on from there.
import { AppError } from '../../contract/errors'
import { migrations } from '../migrations/all'
import type { Migration } from '../migrations/migration'
import { schema } from '../migrations/schema'
import type { Connection } from './connection'
import { column } from './row'

const versionOf = (steps: readonly Migration[]): number => steps.at(-1)?.version ?? 0

function schemaVersion(connection: Connection): number {
  return connection.value('PRAGMA user_version', [], column.number) ?? 0
}

/** Comes before any other check: in an unknown schema, every check of the content would find damage. */
export function demandKnownVersion(connection: Connection, steps: readonly Migration[] = migrations): void {
  if (schemaVersion(connection) <= versionOf(steps)) return
  const message = 'This library was written by a newer version of the app. Install that version.'
  throw new AppError('LIBRARY_UNAVAILABLE', message, { retryable: false })
}

export function migrate(connection: Connection): void {
  // Takes a quarter of the time of all steps: each rename reads the whole schema again.
  if (schemaVersion(connection) === 0) apply(connection, { version: versionOf(migrations), sql: schema })
  else runMigrations(connection, migrations)
}

export function runMigrations(connection: Connection, steps: readonly Migration[]): void {
  demandKnownVersion(connection, steps)
  const current = schemaVersion(connection)
  for (const step of steps) if (step.version > current) apply(connection, step)
}

function apply(connection: Connection, { version, sql }: Migration): void {
  connection.transaction(() => {
    connection.exec(sql)
    connection.exec(`PRAGMA user_version = ${version}`)
  })
}
