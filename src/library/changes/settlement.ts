// How a change ends: it leaves the journal and stays in the activity for good, with what was sent.
import type { Settlement } from '../../contract/library'
import { ReceivedInsight } from '../../contract/resources/insight'
import { createInsightWriter } from '../ingest/write-insights'
import { repairValue } from '../repair-text'
import type { Connection } from '../store/connection'
import type { StoreApi, StoreContext } from '../store/context'
import { demandChange } from './journal'

export function createSettlement(context: StoreContext): Pick<StoreApi, 'settleChange'> {
  return {
    settleChange: ({ changeId, ...settlement }) =>
      context.write((connection) => {
        // Settled before, and the reply was lost.
        if (connection.get('SELECT 1 AS found FROM activity WHERE change_id = ?', [changeId]) !== undefined) return null
        demandChange(connection, changeId)
        if (settlement.state === 'done') keepInsight(connection, changeId, settlement)
        connection.run(
          `INSERT INTO activity
             (change_id, workspace, kind, target_id, body, created_at, outcome, attempts, error, settled_at)
           SELECT change_id, workspace, kind, target_id, body, created_at, ?, attempts, ?, ? FROM journal
           WHERE change_id = ?`,
          [settlement.state, lastError(settlement), settlement.settledAt, changeId],
        )
        connection.run('DELETE FROM journal WHERE change_id = ?', [changeId])
        return null
      }),
  }
}

function lastError(settlement: Settlement): string | null {
  return settlement.state === 'done' || settlement.error === null ? null : JSON.stringify(settlement.error)
}

type Done = Extract<Settlement, { state: 'done' }>

/** No sync brought it: the service returned it when it confirmed a change. */
const noSync = 0

/** The row stays without its journal row. A sync may have brought the service's own by now: then that is newer. */
function keepInsight(connection: Connection, changeId: string, { insight, settledAt }: Done): void {
  const own = connection.get('SELECT row, id, workspace FROM insights WHERE own_change = ?', [changeId])
  if (own === undefined) return
  const row = Number(own.row)
  const workspace = Number(own.workspace)
  connection.run('UPDATE workspaces SET body_hash = NULL WHERE row = ?', [workspace])
  const returned = ReceivedInsight.safeParse(repairValue(insight))
  if (returned.success && returned.data.id === own.id) {
    const known = {
      row,
      id: returned.data.id,
      hash: null,
      hasRelationships: false,
      unknownFields: null,
      isKept: true,
      found: null,
    }
    const knownInsights = { byId: new Map([[known.id, known]]), byHash: new Map() }
    createInsightWriter({ connection, workspace, sync: noSync }, knownInsights).write([
      { insight: returned.data, hash: null, unknownFields: [] },
    ])
  }
  connection.run('UPDATE insights SET own_change = NULL, confirmed_at = ? WHERE row = ?', [settledAt, row])
}
