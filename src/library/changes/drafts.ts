// Text that the person typed and did not send, valid or not: one new insight per workspace, and the edit of each failed
// change.
import { ensureWorkspace, findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'

const draftRow = rowOf({ values: column.mapped(column.text, readValues), savedAt: column.text })

export function createDrafts(context: StoreContext): Pick<StoreApi, 'readDraft' | 'saveDraft' | 'discardDraft'> {
  return {
    readDraft: ({ workspace, changeId = null }) =>
      context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        const draft =
          changeId === null
            ? connection.get(
                'SELECT field_values AS "values", saved_at FROM drafts WHERE workspace = ?',
                [row],
                draftRow,
              )
            : connection.get(
                'SELECT field_values AS "values", saved_at FROM change_drafts WHERE change_id = ?',
                [changeId],
                draftRow,
              )
        if (draft === undefined || draft.values === null) return null
        return { values: draft.values, savedAt: draft.savedAt }
      }),
    saveDraft: ({ workspace, changeId = null, values, savedAt }) =>
      context.write((connection) => {
        if (changeId !== null) {
          context.unsent.touchChangeDraft(changeId)
          // Nothing to edit when the change is gone.
          connection.run(
            `INSERT OR REPLACE INTO change_drafts (change_id, field_values, saved_at)
             SELECT change_id, ?, ? FROM journal WHERE change_id = ? AND state = 'failed'`,
            [JSON.stringify(values), savedAt, changeId],
          )
          return null
        }
        context.unsent.touchDraft(workspace)
        connection.run('INSERT OR REPLACE INTO drafts (workspace, field_values, saved_at) VALUES (?, ?, ?)', [
          ensureWorkspace(connection, workspace),
          JSON.stringify(values),
          savedAt,
        ])
        return null
      }),
    discardDraft: ({ workspace, changeId = null }) =>
      context.write((connection) => {
        if (changeId !== null) {
          context.unsent.touchChangeDraft(changeId)
          connection.run('DELETE FROM change_drafts WHERE change_id = ?', [changeId])
          return null
        }
        context.unsent.touchDraft(workspace)
        connection.run('DELETE FROM drafts WHERE workspace = ?', [ensureWorkspace(connection, workspace)])
        return null
      }),
  }
}

/** null: damaged. The form opens empty then. */
function readValues(stored: string): Record<string, string> | null {
  try {
    return JSON.parse(stored)
  } catch {
    return null
  }
}
