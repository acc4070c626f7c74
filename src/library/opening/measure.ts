// How much of one environment is stored on this machine.
import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isOfHistory } from '../ingest/change-log'
import type { StoreApi, StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'

const sizes = rowOf({
  insights: column.number,
  knowledge: column.number,
  pendingChanges: column.number,
  syncedAt: column.textOrNull,
})

const nothing = { insights: 0, knowledge: 0, pendingChanges: 0, syncedAt: null }

export function createMeasure(context: StoreContext, file: string | null): Pick<StoreApi, 'measure'> {
  return {
    measure: () =>
      context.read((connection) => {
        const counted = connection.get(
          `SELECT (SELECT count(*) FROM insights) AS insights, (SELECT count(*) FROM knowledge) AS knowledge,
                  (SELECT count(*) FROM journal) AS pending_changes,
                  (SELECT max(started_at) FROM syncs WHERE NOT (${isOfHistory})) AS synced_at`,
          [],
          sizes,
        )
        return { bytes: file === null ? 0 : bytesBeside(file), ...(counted ?? nothing) }
      }),
  }
}

/** With its logs and backups: all of it is deleted when the environment is forgotten. */
function bytesBeside(file: string): number {
  const folder = dirname(file)
  const names = readdirSync(folder).filter((name) => name.startsWith(basename(file)))
  return names.reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0)
}
