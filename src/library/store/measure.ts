// How much one environment keeps on this machine.
import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isOfHistory } from '../changes/keep-history'
import type { StoreApi, StoreContext } from './context'

export function createMeasure(context: StoreContext, file: string | null): Pick<StoreApi, 'measure'> {
  return {
    measure: () =>
      context.read((connection) => {
        const counted = connection.get(
          `SELECT (SELECT count(*) FROM insights) AS insights, (SELECT count(*) FROM knowledge) AS knowledge,
                  (SELECT count(*) FROM journal) AS pending,
                  (SELECT max(started_at) FROM syncs WHERE NOT (${isOfHistory})) AS synced_at`,
        )
        return {
          bytes: file === null ? 0 : bytesBeside(file),
          insights: Number(counted?.insights),
          knowledge: Number(counted?.knowledge),
          pendingChanges: Number(counted?.pending),
          syncedAt: typeof counted?.synced_at === 'string' ? counted.synced_at : null,
        }
      }),
  }
}

/** With its log, and with libraries that were set aside: all of it goes when the environment is forgotten. */
function bytesBeside(file: string): number {
  const folder = dirname(file)
  const names = readdirSync(folder).filter((name) => name.startsWith(basename(file)))
  return names.reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0)
}
