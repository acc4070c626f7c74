// Changes of a person that the service has not confirmed. A change is here before it is sent and leaves only with a
// definite end; a row whose seal does not fit was altered behind our back and is never handed out to be sent.
import { AppError } from '../../contract/errors'
import type { JournalEntry } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import type { Connection, SqlRow } from '../store/connection'
import { ensureWorkspace, type StoreApi, type StoreContext } from '../store/context'
import type { JournalSeal } from './journal-mac'
import { addOwnInsight } from './own-insight'
import { describeTarget } from './target'

type Journal = Pick<StoreApi, 'addChange' | 'markChange' | 'pendingChanges'>

export function createJournal(context: StoreContext, seal: JournalSeal, environment: EnvironmentName): Journal {
  return {
    addChange: (change) =>
      context.write((connection) => {
        const { changeId, workspace, kind, targetId, createdAt } = change
        const body = JSON.stringify(change.body)
        const code = seal.seal({ ...workspace, changeId, kind, targetId, body, createdAt })
        const row = ensureWorkspace(connection, workspace)
        const { title, content } = describeTarget(connection, row, change)
        // Asked again because the first answer was lost: it is there already.
        connection.run(
          `INSERT INTO journal
             (change_id, workspace, kind, target_id, body, created_at, title, content, state, attempts, mac)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 0, ?) ON CONFLICT (change_id) DO NOTHING`,
          [changeId, row, kind, targetId, body, createdAt, title, content, code],
        )
        if (change.kind !== 'createInsight') return null
        // What is journalled is not to be typed again: together with the change, so that no crash leaves both. A draft
        // that was begun since the change was first asked for stays.
        const isAdded = connection.get('SELECT changes() AS rows')?.rows !== 0
        if (isAdded) connection.run('DELETE FROM drafts WHERE workspace = ?', [row])
        addOwnInsight(connection, row, change)
        return null
      }),

    markChange: ({ changeId, state, error }) =>
      context.write((connection) => {
        demandChange(connection, changeId)
        connection.run(
          `UPDATE journal SET state = ?1, error = ?2, attempts = attempts + (?1 = 'sending') WHERE change_id = ?3`,
          [state, error === null ? null : JSON.stringify(error), changeId],
        )
        return null
      }),

    async pendingChanges() {
      const rows = await context.read((connection) =>
        connection.all(
          `SELECT journal.*, organisation_id, workspace_id FROM journal
           LEFT JOIN workspaces ON workspaces.row = journal.workspace ORDER BY journal.row`,
        ),
      )
      const whole = rows.filter((row) => seal.fits(sealedFields(row), row.mac))
      const altered = rows.filter((row) => !whole.includes(row))
      if (altered.length > 0) await context.write((connection) => setAside(connection, altered, context.log))
      return whole.map((row) => readEntry(row, environment))
    },
  }
}

export function demandChange(connection: Connection, changeId: string): SqlRow {
  const row = connection.get('SELECT * FROM journal WHERE change_id = ?', [changeId])
  if (row === undefined) throw new AppError('NOT_FOUND', 'This change is not waiting any more.')
  return row
}

export function sealedFields(row: SqlRow) {
  return {
    changeId: String(row.change_id),
    organisationId: String(row.organisation_id),
    workspaceId: String(row.workspace_id),
    kind: String(row.kind),
    targetId: String(row.target_id),
    body: String(row.body),
    createdAt: String(row.created_at),
  }
}

function setAside(connection: Connection, rows: readonly SqlRow[], log: (line: string) => void): void {
  for (const { change_id: changeId = null } of rows) {
    connection.run(
      `INSERT INTO journal_rejected (change_id, workspace, kind, target_id, body, created_at, mac)
       SELECT change_id, workspace, kind, target_id, body, created_at, mac FROM journal WHERE change_id = ?`,
      [changeId],
    )
    connection.run('DELETE FROM journal WHERE change_id = ?', [changeId])
  }
  log(`Set aside ${rows.length} journalled change(s) that were altered outside the app.`)
}

function readEntry(row: SqlRow, environment: EnvironmentName): JournalEntry {
  const { changeId, organisationId, workspaceId, targetId, body, createdAt } = sealedFields(row)
  const entry = {
    changeId,
    workspace: { environment, organisationId, workspaceId },
    kind: row.kind,
    targetId,
    body: JSON.parse(body),
    state: row.state,
    attempts: Number(row.attempts),
    createdAt,
    error: row.error === null || row.error === undefined ? null : JSON.parse(String(row.error)),
  }
  // Sealed by this app: kind and body are a pair that it wrote.
  return entry as JournalEntry
}
