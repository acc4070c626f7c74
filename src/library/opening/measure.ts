// Measures how much of one environment is stored on this computer and, for diagnostics, in which tables.
import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type ChangeStatus, statusOf } from '../../contract/change-transitions'
import type { JournalEntry } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import { isOfHistory } from '../ingest/change-log'
import type { Connection } from '../store/connection'
import type { StoreApi, StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'

const sizes = rowOf({
  insights: column.number,
  knowledge: column.number,
  pendingChanges: column.number,
  syncedAt: column.textOrNull,
})

const nothing = { insights: 0, knowledge: 0, pendingChanges: 0, syncedAt: null }

export function createMeasure(
  context: StoreContext,
  file: string | null,
  environment: EnvironmentName,
): Pick<StoreApi, 'measure' | 'inspect'> {
  return {
    measure: () =>
      context.read((connection) => {
        const counted = connection.get(
          `SELECT (SELECT count(*) FROM insights) AS insights, (SELECT count(*) FROM knowledge) AS knowledge,
                  (SELECT count(*) FROM journal) AS pending_changes,
                  (SELECT started_at FROM syncs WHERE NOT (${isOfHistory}) ORDER BY row DESC LIMIT 1) AS synced_at`,
          [],
          sizes,
        )
        return { bytes: file === null ? 0 : bytesBeside(file), ...(counted ?? nothing) }
      }),
    inspect: () =>
      context.read((connection) => {
        const names = connection.all(ownTables, [], rowOf({ name: column.text })).map(({ name }) => name)
        const count = (name: string) => connection.value(`SELECT count(*) FROM "${name}"`, [], column.number) ?? 0
        return {
          bytes: file === null ? 0 : bytesBeside(file),
          schemaVersion: connection.value('PRAGMA user_version', [], column.number) ?? 0,
          rows: Object.fromEntries(names.map((name) => [name, count(name)])),
          changes: countByStatus(connection, environment),
        }
      }),
  }
}

/** The tables without those that SQLite and its full-text index keep for themselves. */
const ownTables = `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
  AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '*_fts_*' ORDER BY name`

const journalCount = rowOf({
  state: column.textOf<JournalEntry['state']>(),
  needsReview: column.flag,
  changes: column.number,
})

function countByStatus(connection: Connection, environment: EnvironmentName): Partial<Record<ChangeStatus, number>> {
  const sql = 'SELECT state, needs_review, count(*) AS changes FROM journal GROUP BY 1, 2 ORDER BY 1, 2'
  const counts: Partial<Record<ChangeStatus, number>> = {}
  for (const { state, needsReview, changes } of connection.all(sql, [], journalCount)) {
    const status = statusOf({ workspace: { environment }, state, needsReview })
    counts[status] = (counts[status] ?? 0) + changes
  }
  return counts
}

/** Size of the file with its logs and backups: all of it is deleted when the environment is forgotten. */
function bytesBeside(file: string): number {
  const folder = dirname(file)
  const names = readdirSync(folder).filter((name) => name.startsWith(basename(file)))
  return names.reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0)
}
