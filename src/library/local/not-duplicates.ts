// Pairs of insights that the person said are no duplicates. The service never hears of them.
import type { Connection } from '../store/connection'
import { ensureWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { repairText } from '../text/repair-text'

const dismissedPair = rowOf({ insightId: column.text, otherId: column.text })

export function createNotDuplicates(context: StoreContext): Pick<StoreApi, 'dismissDuplicate'> {
  return {
    dismissDuplicate: ({ workspace, ids, isDismissed, dismissedAt }) =>
      context.write((connection) => {
        const pair = [ensureWorkspace(connection, workspace), ...ids.map(repairText).sort()]
        if (isDismissed) {
          connection.run(
            'INSERT OR IGNORE INTO not_duplicates (workspace, insight_id, other_id, dismissed_at) VALUES (?, ?, ?, ?)',
            [...pair, dismissedAt],
          )
        } else {
          connection.run('DELETE FROM not_duplicates WHERE workspace = ? AND insight_id = ? AND other_id = ?', pair)
        }
        return null
      }),
  }
}

/** Returns a test of whether a pair, lesser id first, was dismissed. */
export function readDismissed(connection: Connection, workspace: number): (id: string, other: string) => boolean {
  const sql = 'SELECT insight_id, other_id FROM not_duplicates WHERE workspace = ?'
  const rows = connection.all(sql, [workspace], dismissedPair)
  const keys = new Set(rows.map(({ insightId, otherId }) => JSON.stringify([insightId, otherId])))
  return (id, other) => keys.has(JSON.stringify([id, other]))
}
