// Text that the person typed and did not send, valid or not: drafts of new insights, and the edit of each failed change.
import { AppError } from '../../contract/errors'
import { mostDrafts, tooManyDrafts } from '../../contract/features/insights'
import type { Connection } from '../store/connection'
import { ensureWorkspace, findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'

const draftRow = rowOf({ values: column.mapped(column.text, readValues), savedAt: column.text })
const namedRow = rowOf({ draftId: column.text, ...draftRow.fields })

export function createDrafts(
  context: StoreContext,
): Pick<StoreApi, 'listDrafts' | 'readDraft' | 'saveDraft' | 'discardDraft'> {
  return {
    listDrafts: ({ workspace }) =>
      context.read((connection) =>
        connection
          .all(
            `SELECT draft_id, field_values AS "values", saved_at FROM drafts WHERE workspace = ?
             ORDER BY saved_at DESC, row DESC`,
            [findWorkspace(connection, workspace)],
            namedRow,
          )
          .flatMap(({ values, ...draft }) => (values === null ? [] : [{ ...draft, values }])),
      ),
    readDraft: ({ workspace, changeId = null, draftId = '' }) =>
      context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        const draft =
          changeId === null
            ? connection.get(
                'SELECT field_values AS "values", saved_at FROM drafts WHERE workspace = ? AND draft_id = ?',
                [row, draftId],
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
    saveDraft: ({ workspace, changeId = null, draftId = '', values, savedAt, isReplayed = false }) =>
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
        const row = ensureWorkspace(connection, workspace)
        // The stored drafts may exceed the limit: drafts also come back from creations and from memory.
        if (!isReplayed && !hasDraft(connection, row, draftId) && countDrafts(connection, row) >= mostDrafts) {
          throw new AppError('INVALID_INPUT', tooManyDrafts)
        }
        context.unsent.touchDraft(workspace, draftId)
        connection.run(
          `INSERT INTO drafts (workspace, draft_id, field_values, saved_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (workspace, draft_id) DO UPDATE SET field_values = excluded.field_values, saved_at = excluded.saved_at`,
          [row, draftId, JSON.stringify(values), savedAt],
        )
        return null
      }),
    discardDraft: ({ workspace, changeId = null, draftId = '' }) =>
      context.write((connection) => {
        if (changeId !== null) {
          context.unsent.touchChangeDraft(changeId)
          connection.run('DELETE FROM change_drafts WHERE change_id = ?', [changeId])
          return null
        }
        context.unsent.touchDraft(workspace, draftId)
        connection.run('DELETE FROM drafts WHERE workspace = ? AND draft_id = ?', [
          ensureWorkspace(connection, workspace),
          draftId,
        ])
        return null
      }),
  }
}

const hasDraft = (connection: Connection, workspace: number, draftId: string) =>
  connection.get('SELECT 1 FROM drafts WHERE workspace = ? AND draft_id = ?', [workspace, draftId]) !== undefined

const countDrafts = (connection: Connection, workspace: number) =>
  connection.value('SELECT count(*) FROM drafts WHERE workspace = ?', [workspace], column.number) ?? 0

/** null: damaged. The form opens empty then. */
function readValues(stored: string): Record<string, string> | null {
  try {
    return JSON.parse(stored)
  } catch {
    return null
  }
}
