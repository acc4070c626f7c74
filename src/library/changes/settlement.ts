// Settles a change: it leaves the journal and stays in the activity for good, with the data that it sent or deleted.
import { assertTransition } from '../../contract/change-transitions'
import type { Settlement } from '../../contract/library'
import { isNestedTooDeep } from '../../contract/nesting'
import { ReceivedInsight } from '../../contract/resources/insight'
import type { EnvironmentName } from '../../contract/workspace'
import { noSync } from '../ingest/change-log'
import { createInsightWriter } from '../ingest/listed-insights'
import { linkKnownFeedback } from '../ingest/own-insight'
import { hasRelationships } from '../ingest/record-columns'
import type { Connection } from '../store/connection'
import type { StoreApi, StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { repairValue } from '../text/repair-text'
import { indexRecords } from '../text/text-index'
import { readableKind } from './activity'
import { applyConsequence } from './consequences'
import { findVerified, type JournalRow, statusIn, supersedeEarlier } from './journal'
import type { JournalMac } from './journal-mac'
import { describeTarget } from './target'

export function createSettlement(
  context: StoreContext,
  mac: JournalMac,
  environment: EnvironmentName,
): Pick<StoreApi, 'settleChange'> {
  const { unsent } = context
  return {
    settleChange: ({ changeId, version, ...settlement }) =>
      context.write((connection) => {
        // Settled before, and the reply was lost.
        if (connection.get('SELECT 1 AS found FROM activity WHERE change_id = ?', [changeId]) !== undefined) return null
        if (settlement.state === 'discarded' && discardTampered(context, connection, changeId, settlement)) return null
        const change = findVerified(context, connection, changeId, mac, version)
        assertTransition(statusIn(environment, change), settlement.state)
        unsent.touchChange(changeId)
        if (settlement.state === 'done') {
          supersedeEarlier({ connection, unsent, mac, environment }, changeId)
          finish(connection, change, settlement)
        }
        connection.run(
          `INSERT INTO activity
             (change_id, workspace, kind, target_id, body, created_at, title, content, outcome, attempts, error, settled_at,
              request_ms)
           SELECT change_id, workspace, kind, target_id, body, created_at, title, content, ?, attempts, ?, ?, ? FROM journal
           WHERE change_id = ?`,
          [settlement.state, lastError(settlement), settlement.settledAt, settlement.requestMs ?? null, changeId],
        )
        if (settlement.state === 'discarded' && settlement.restoresDraft) {
          unsent.touchDraft(change, restoreDraft(connection, change, settlement.settledAt))
        }
        connection.run('DELETE FROM journal WHERE change_id = ?', [changeId])
        return null
      }),
  }
}

/** Discards a change in quarantine. */
function discardTampered(
  { unsent }: StoreContext,
  connection: Connection,
  changeId: string,
  settlement: Settlement,
): boolean {
  const isThere = connection.get('SELECT 1 AS found FROM journal_quarantine WHERE change_id = ?', [changeId])
  if (isThere === undefined) return false
  unsent.touchChange(changeId)
  connection.run(
    `INSERT OR IGNORE INTO activity
       (change_id, workspace, kind, target_id, body, created_at, outcome, attempts, error, settled_at)
     SELECT change_id, workspace, ${readableKind}, target_id, body, created_at, 'discarded', 0, ?, ?
     FROM journal_quarantine WHERE change_id = ?`,
    [lastError(settlement), settlement.settledAt, changeId],
  )
  connection.run('DELETE FROM journal_quarantine WHERE change_id = ?', [changeId])
  return true
}

function lastError(settlement: Settlement): string | null {
  return settlement.state === 'done' || settlement.error === null ? null : JSON.stringify(settlement.error)
}

/** Puts the typed text back into its draft, unless something newer was begun there. Returns the draft's id. */
function restoreDraft(connection: Connection, change: JournalRow, savedAt: string): string {
  const sql = 'SELECT draft_id FROM journal WHERE change_id = ?'
  const draftId = connection.value(sql, [change.changeId], column.textOrNull) ?? ''
  if (change.kind !== 'createInsight') return draftId
  const body: Readonly<Record<string, unknown>> = JSON.parse(change.body)
  // The form's fields have the names of the body's; the form ignores names that it does not have.
  const values = Object.entries(body).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join('\n') : `${value}`,
  ])
  connection.run('INSERT OR IGNORE INTO drafts (workspace, draft_id, field_values, saved_at) VALUES (?, ?, ?, ?)', [
    ...[change.workspace, draftId, JSON.stringify(Object.fromEntries(values)), savedAt],
  ])
  return draftId
}

type Done = Extract<Settlement, { state: 'done' }>

function finish(connection: Connection, change: JournalRow, settlement: Done): void {
  const { workspace } = change
  if (change.kind === 'createInsight') {
    keepInsight(connection, change, settlement)
    indexRecords(connection)
    return
  }
  if (change.content === null) keepContent(connection, change)
  applyConsequence({ connection, workspace, sync: noSync }, change, settlement.settledAt)
}

/** Keeps content that was unknown when the person asked to delete it; a sync may have brought it since. */
function keepContent(connection: Connection, change: JournalRow): void {
  const { title, content } = describeTarget(connection, change.workspace, change)
  if (content === null) return
  connection.run('UPDATE journal SET title = ?, content = ? WHERE row = ?', [title, content, change.row])
}

const ownInsight = rowOf({ row: column.number, id: column.text, workspace: column.number })

/** Keeps the row without its journal row. If a sync has brought the service's own by now, that one is newer. */
function keepInsight(connection: Connection, { changeId, body }: JournalRow, { insight, settledAt }: Done): void {
  const own = connection.get('SELECT row, id, workspace FROM insights WHERE own_change = ?', [changeId], ownInsight)
  if (own === undefined) return
  const { row, workspace } = own
  connection.run('UPDATE workspaces SET body_hash = NULL WHERE row = ?', [workspace])
  const returned = ReceivedInsight.safeParse(isNestedTooDeep(insight) ? null : repairValue(insight))
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
    // The service may answer without relationships: only the list says what they are.
    if (!hasRelationships(returned.data)) {
      const { feedbackIds = [] }: { readonly feedbackIds?: readonly string[] } = JSON.parse(body)
      linkKnownFeedback(connection, workspace, row, feedbackIds)
    }
  }
  connection.run('UPDATE insights SET own_change = NULL, confirmed_at = ? WHERE row = ?', [settledAt, row])
}
