// Selections of insights that a person made outside of the list, as on the topic map; the list is narrowed to one by its id.
import { randomUUID } from 'node:crypto'
import { ensureWorkspace, lastInsertedRow, type StoreApi, type StoreContext } from '../store/context'

/** Older ones are dropped: each is a filter of the list, made in a moment. */
const keptSelections = 20

/** Rows of the insights of a selection, by workspace and its id; none where it is no longer kept. */
export const insightsPicked = `SELECT insight AS row FROM selected_insights
  JOIN insight_selections ON insight_selections.row = selection WHERE workspace = ? AND id = ?`

export function createSelections({ write }: StoreContext): Pick<StoreApi, 'selectInsights'> {
  return {
    selectInsights: ({ workspace, insights }) =>
      write((connection) => {
        const row = ensureWorkspace(connection, workspace)
        const id = randomUUID()
        connection.run('INSERT INTO insight_selections (workspace, id) VALUES (?, ?)', [row, id])
        connection.run(
          `INSERT INTO selected_insights (selection, insight)
           SELECT ?, row FROM insights WHERE workspace = ? AND row IN (SELECT value FROM json_each(?))`,
          [lastInsertedRow(connection), row, JSON.stringify([...insights])],
        )
        connection.run(
          `DELETE FROM insight_selections WHERE workspace = ?1 AND row NOT IN
             (SELECT row FROM insight_selections WHERE workspace = ?1 ORDER BY row DESC LIMIT ${keptSelections})`,
          [row],
        )
        return { id }
      }),
  }
}
