// Brings a database to the newest shape: each migration in a transaction of its own, together with the number that
// says it was done, so that a crash between two leaves a database that the next start can go on with.
import { AppError } from '../../contract/errors'
import { migrations } from '../migrations/all'
import type { Migration } from '../migrations/migration'
import type { Connection } from './connection'
import { column } from './row'

function schemaVersion(connection: Connection): number {
  return connection.value('PRAGMA user_version', [], column.number) ?? 0
}

/** Before anything else is asked of it: in a shape that is not known, every check of its content would find damage. */
export function demandKnownVersion(connection: Connection, steps: readonly Migration[] = migrations): void {
  if (schemaVersion(connection) <= (steps.at(-1)?.version ?? 0)) return
  const message = 'This library was written by a newer version of the app. Install that version.'
  throw new AppError('LIBRARY_UNAVAILABLE', message, { retryable: false })
}

export function migrate(connection: Connection, steps: readonly Migration[] = migrations): void {
  demandKnownVersion(connection, steps)
  const current = schemaVersion(connection)
  for (const step of steps) {
    if (step.version <= current) continue
    connection.transaction(() => {
      connection.exec(step.sql)
      connection.exec(`PRAGMA user_version = ${step.version}`)
    })
  }
}
