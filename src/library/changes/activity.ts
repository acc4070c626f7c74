// What the person did and what became of it, newest first. A change that was discarded reads as failed with the time
// it was settled; one that failed and still waits for the person has no such time.
import type { ActivityEntry } from '../../contract/features/activity'
import type { WorkspaceRef } from '../../contract/workspace'
import type { SqlRow } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'

export function createActivity(context: StoreContext): Pick<StoreApi, 'listActivity'> {
  return {
    listActivity: ({ workspace }) =>
      context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        if (row === null) return []
        return connection
          .all(
            `SELECT change_id, kind, target_id, body, created_at, attempts, error, state, NULL AS settled_at, row,
                    1 AS is_open
             FROM journal WHERE workspace = ?1
             UNION ALL
             SELECT change_id, kind, target_id, body, created_at, attempts, error,
                    CASE outcome WHEN 'done' THEN 'done' ELSE 'failed' END, settled_at, row, 0
             FROM activity WHERE workspace = ?1
             ORDER BY created_at DESC, is_open DESC, row DESC`,
            [row],
          )
          .map((entry) => readEntry(entry, workspace))
      }),
  }
}

function readEntry(row: SqlRow, workspace: WorkspaceRef): ActivityEntry {
  const body: { readonly title?: unknown } = JSON.parse(String(row.body))
  return {
    changeId: String(row.change_id),
    workspace,
    kind: row.kind as ActivityEntry['kind'],
    targetId: String(row.target_id),
    title: typeof body.title === 'string' ? body.title : '',
    state: row.state as ActivityEntry['state'],
    error: typeof row.error === 'string' ? JSON.parse(row.error) : null,
    attempts: Number(row.attempts),
    createdAt: String(row.created_at),
    settledAt: typeof row.settled_at === 'string' ? row.settled_at : null,
  }
}
