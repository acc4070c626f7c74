// How a change ends: it leaves the journal and stays in the activity for good, with what was sent and what it took away.
import type { NewChange, Settlement } from '../../contract/library'
import { ReceivedInsight } from '../../contract/resources/insight'
import { createInsightWriter } from '../ingest/listed-insights'
import type { Connection, SqlRow } from '../store/connection'
import type { StoreApi, StoreContext } from '../store/context'
import { repairValue } from '../text/repair-text'
import { indexRecords } from '../text/text-index'
import { readableKind } from './activity'
import { applyConsequence } from './consequences'
import { findVerified, supersedeEarlier } from './journal'
import type { JournalMac } from './journal-mac'
import { describeTarget } from './target'

export function createSettlement(context: StoreContext, mac: JournalMac): Pick<StoreApi, 'settleChange'> {
  return {
    settleChange: ({ changeId, version, ...settlement }) =>
      context.write((connection) => {
        // Settled before, and the reply was lost.
        if (connection.get('SELECT 1 AS found FROM activity WHERE change_id = ?', [changeId]) !== undefined) return null
        if (settlement.state === 'discarded' && discardTampered(context, connection, changeId, settlement)) return null
        const change = findVerified(context, connection, changeId, mac, version)
        context.unsent.touchChange(changeId)
        if (settlement.state === 'done') {
          supersedeEarlier(connection, context.unsent, mac, changeId)
          finish(connection, change, settlement)
        }
        connection.run(
          `INSERT INTO activity
             (change_id, workspace, kind, target_id, body, created_at, title, content, outcome, attempts, error, settled_at)
           SELECT change_id, workspace, kind, target_id, body, created_at, title, content, ?, attempts, ?, ? FROM journal
           WHERE change_id = ?`,
          [settlement.state, lastError(settlement), settlement.settledAt, changeId],
        )
        if (settlement.state === 'discarded' && settlement.restoresDraft) {
          restoreDraft(connection, change, settlement.settledAt)
          context.unsent.touchDraft({
            organisationId: String(change.organisation_id),
            workspaceId: String(change.workspace_id),
          })
        }
        connection.run('DELETE FROM journal WHERE change_id = ?', [changeId])
        return null
      }),
  }
}

/** A change that is in quarantine. */
function discardTampered(
  { unsent }: StoreContext,
  connection: Connection,
  changeId: string,
  settlement: Settlement,
): boolean {
  const isThere = connection.get('SELECT 1 AS found FROM journal_rejected WHERE change_id = ?', [changeId])
  if (isThere === undefined) return false
  unsent.touchChange(changeId)
  connection.run(
    `INSERT OR IGNORE INTO activity
       (change_id, workspace, kind, target_id, body, created_at, outcome, attempts, error, settled_at)
     SELECT change_id, workspace, ${readableKind}, target_id, body, created_at, 'discarded', 0, ?, ?
     FROM journal_rejected WHERE change_id = ?`,
    [lastError(settlement), settlement.settledAt, changeId],
  )
  connection.run('DELETE FROM journal_rejected WHERE change_id = ?', [changeId])
  return true
}

function lastError(settlement: Settlement): string | null {
  return settlement.state === 'done' || settlement.error === null ? null : JSON.stringify(settlement.error)
}

/** What was typed goes back to where it was typed, unless something newer was begun there. */
function restoreDraft(connection: Connection, change: SqlRow, savedAt: string): void {
  if (change.kind !== 'createInsight') return
  const body: Readonly<Record<string, unknown>> = JSON.parse(String(change.body))
  // The form's fields have the names of the body's; what the form does not have it leaves alone.
  const values = Object.entries(body).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join('\n') : `${value}`,
  ])
  connection.run('INSERT OR IGNORE INTO drafts (workspace, field_values, saved_at) VALUES (?, ?, ?)', [
    Number(change.workspace),
    JSON.stringify(Object.fromEntries(values)),
    savedAt,
  ])
}

type Done = Extract<Settlement, { state: 'done' }>

function finish(connection: Connection, change: SqlRow, settlement: Done): void {
  const changeId = String(change.change_id)
  if (change.kind === 'createInsight') {
    keepInsight(connection, changeId, settlement)
    indexRecords(connection)
    return
  }
  const workspace = Number(change.workspace)
  if (change.content === null) keepContent(connection, change, workspace)
  applyConsequence({ connection, workspace, sync: noSync }, change, settlement.settledAt)
}

/** Not known when the person asked to delete it; a sync may have brought it since. */
function keepContent(connection: Connection, change: SqlRow, workspace: number): void {
  const kind = change.kind as NewChange['kind']
  const { title, content } = describeTarget(connection, workspace, { kind, targetId: String(change.target_id) })
  if (content === null) return
  connection.run('UPDATE journal SET title = ?, content = ? WHERE row = ?', [title, content, Number(change.row)])
}

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
      { item: returned.data, hash: null, unknownFields: [] },
    ])
  }
  connection.run('UPDATE insights SET own_change = NULL, confirmed_at = ? WHERE row = ?', [settledAt, row])
}
