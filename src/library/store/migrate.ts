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

export function migrate(connection: Connection, steps: readonly Migration[] = migrations): void {
  const current = schemaVersion(connection)
  const newest = steps.at(-1)?.version ?? 0
  if (current > newest) {
    throw new AppError('LIBRARY_UNAVAILABLE', 'This library was written by a newer version of the app.', {
      retryable: false,
    })
  }
  for (const step of steps) {
    if (step.version <= current) continue
    connection.transaction(() => {
      connection.exec(step.sql)
      connection.exec(`PRAGMA user_version = ${step.version}`)
    })
  }
}
