// What the person has typed and not sent, one per workspace, valid or not.
import { ensureWorkspace, findWorkspace, type StoreApi, type StoreContext } from '../store/context'

export function createDrafts(context: StoreContext): Pick<StoreApi, 'readDraft' | 'saveDraft' | 'discardDraft'> {
  return {
    readDraft: ({ workspace }) =>
      context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        const draft =
          row === null
            ? undefined
            : connection.get('SELECT field_values, saved_at FROM drafts WHERE workspace = ?', [row])
        if (draft === undefined) return null
        return { values: JSON.parse(String(draft.field_values)), savedAt: String(draft.saved_at) }
      }),
    saveDraft: ({ workspace, values, savedAt }) =>
      context.write((connection) => {
        context.unsent.touchDraft(workspace)
        connection.run('INSERT OR REPLACE INTO drafts (workspace, field_values, saved_at) VALUES (?, ?, ?)', [
          ensureWorkspace(connection, workspace),
          JSON.stringify(values),
          savedAt,
        ])
        return null
      }),
    discardDraft: ({ workspace }) =>
      context.write((connection) => {
        context.unsent.touchDraft(workspace)
        connection.run('DELETE FROM drafts WHERE workspace = ?', [ensureWorkspace(connection, workspace)])
        return null
      }),
  }
}
