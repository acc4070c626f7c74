// Text that the person typed and did not send, valid or not: one new insight per workspace, and the edit of each failed
// change.
import { ensureWorkspace, findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'

const draftRow = rowOf({ values: column.mapped(column.text, readValues), savedAt: column.text })

export function createDrafts(context: StoreContext): Pick<StoreApi, 'readDraft' | 'saveDraft' | 'discardDraft'> {
  const { unsent } = context
  return {
    readDraft: ({ workspace, changeId = null }) =>
      context.read((connection) => {
        const [table, column, key] =
          changeId === null
            ? ['drafts', 'workspace', findWorkspace(connection, workspace)]
            : ['change_drafts', 'change_id', changeId]
        const sql = `SELECT field_values AS "values", saved_at FROM ${table} WHERE ${column} = ?`
        const draft = connection.get(sql, [key], draftRow)
        return draft === undefined || draft.values === null ? null : { values: draft.values, savedAt: draft.savedAt }
      }),
    saveDraft: ({ workspace, changeId = null, values, savedAt }) =>
      context.write((connection) => {
        const text = JSON.stringify(values)
        if (changeId !== null) {
          unsent.touchChangeDraft(changeId)
          // Nothing to edit when the change is gone.
          connection.run(
            `INSERT OR REPLACE INTO change_drafts (change_id, field_values, saved_at)
             SELECT change_id, ?, ? FROM journal WHERE change_id = ? AND state = 'failed'`,
            [text, savedAt, changeId],
          )
          return null
        }
        unsent.touchDraft(workspace)
        const sql = 'INSERT OR REPLACE INTO drafts (workspace, field_values, saved_at) VALUES (?, ?, ?)'
        connection.run(sql, [ensureWorkspace(connection, workspace), text, savedAt])
        return null
      }),
    discardDraft: ({ workspace, changeId = null }) =>
      context.write((connection) => {
        if (changeId !== null) {
          unsent.touchChangeDraft(changeId)
          connection.run('DELETE FROM change_drafts WHERE change_id = ?', [changeId])
        } else {
          unsent.touchDraft(workspace)
          connection.run('DELETE FROM drafts WHERE workspace = ?', [ensureWorkspace(connection, workspace)])
        }
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
