// What the person did and what became of it.

import { AppError } from '../../contract/errors'
import type { ActivityEntry } from '../../contract/features/activity'
import { kindWords, otherKindWords, stateText } from '../../contract/features/activity-words'
import { type EnvironmentName, environmentLabels, workspaceKey } from '../../contract/workspace'
import { hasWords, searchExpression } from '../folded-text'
import { repairText } from '../repair-text'
import type { Connection, SqlRow } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { altered, readError } from './error-column'

type Activity = Pick<StoreApi, 'queryActivity' | 'getActivity' | 'findActivity' | 'countTampered'>

/** A kind that this app does not write was altered too; it is read as the one that can show any body. */
export const readableKind = `CASE WHEN kind IN ('createInsight', 'linkMetric', 'unlinkMetric', 'deleteKnowledge',
  'deleteOutcome', 'markAllSeen') THEN kind ELSE 'createInsight' END`

/**
 * Journal and activity as one: `is_open` are those that are not settled. What was altered behind our back is never sent
 * and stays to be read until the person discards it.
 */
const allChanges = `(
  SELECT change_id, workspace, kind, target_id, body, created_at, attempts, error, title, content, state,
         NULL AS settled_at, row, 1 AS is_open, needs_word FROM journal
  UNION ALL
  SELECT change_id, workspace, ${readableKind} AS kind, target_id, body, created_at, 0 AS attempts,
         '${JSON.stringify(altered)}' AS error, NULL AS title, NULL AS content, 'failed' AS state, NULL AS settled_at,
         row, 1 AS is_open, 0 AS needs_word FROM journal_rejected
  UNION ALL
  SELECT change_id, workspace, kind, target_id, body, created_at, attempts, error, title, content, outcome AS state,
         settled_at, row, 0 AS is_open, 0 AS needs_word FROM activity
) AS change JOIN workspaces ON workspaces.row = change.workspace`

const columns = `change.change_id, kind, target_id, body, created_at, attempts, error, title, state, settled_at,
  needs_word, organisation_id, workspace_id`

const newestFirst = 'created_at DESC, is_open DESC, change.row DESC'

export function createActivity(context: StoreContext, environment: EnvironmentName): Activity {
  const readEntry = (row: SqlRow) => asEntry(row, environment)
  const readWhole = (row: SqlRow) => ({
    ...readEntry(row),
    body: row.body === 'null' ? null : String(row.body),
    content: typeof row.content === 'string' ? row.content : null,
  })
  return {
    queryActivity: ({ workspace, text, workspaceNames = {}, offset, limit }) =>
      context.read((connection) => {
        const row = workspace === null ? null : findWorkspace(connection, workspace)
        if (workspace !== null && row === null) return { rows: [], total: 0, all: 0 }
        const order = `ORDER BY is_open DESC, ${newestFirst}`
        const select = (ending: string) =>
          `SELECT ${columns} FROM ${allChanges} WHERE ?1 IS NULL OR change.workspace = ?1 ${order} ${ending}`
        const all = Number(
          connection.get(`SELECT count(*) AS number FROM ${allChanges} WHERE ?1 IS NULL OR change.workspace = ?1`, [
            row,
          ])?.number,
        )
        if (searchExpression(text) === null) {
          const rows = connection.all(select('LIMIT ?2 OFFSET ?3'), [row, limit, offset]).map(readEntry)
          return { rows, total: all, all }
        }
        const found = connection
          .all(select(''), [row])
          .map(readEntry)
          .filter((entry) => hasWords(searchedText(entry, workspaceNames), text))
        return { rows: found.slice(offset, offset + limit), total: found.length, all }
      }),

    countTampered: ({ workspace }) =>
      context.read((connection) => {
        const ofWorkspace = [findWorkspace(connection, workspace)]
        const sql = 'SELECT count(*) AS number FROM journal_rejected WHERE workspace = ?'
        return Number(connection.get(sql, ofWorkspace)?.number)
      }),

    getActivity: ({ workspace, changeId }) =>
      context.read((connection) => readWhole(demandEntry(connection, changeId, findWorkspace(connection, workspace)))),

    findActivity: ({ changeId }) => context.read((connection) => readWhole(demandEntry(connection, changeId))),
  }
}

/** What the list shows of a change in words, and its id. */
function searchedText(entry: ActivityEntry, names: Readonly<Record<string, string>>): string {
  const { title, targetId, kind, workspace } = entry
  const place = `${environmentLabels[workspace.environment]} ${names[workspaceKey(workspace)] ?? workspace.workspaceId}`
  return `${title} ${targetId} ${kindWords[kind]} ${otherKindWords[kind] ?? ''} ${stateText(entry)} ${place}`
}

/** @param workspace row of the only one to look in, which may be none; looks in all of them without it. */
function demandEntry(connection: Connection, changeId: string, ...within: readonly (number | null)[]): SqlRow {
  const condition = within.length === 0 ? '' : 'AND change.workspace = ?'
  const row = connection.get(`SELECT ${columns}, content FROM ${allChanges} WHERE change.change_id = ? ${condition}`, [
    changeId,
    ...within,
  ])
  if (row === undefined) throw new AppError('NOT_FOUND', 'This change is not known.')
  return row
}

function asEntry(row: SqlRow, environment: EnvironmentName): ActivityEntry {
  return {
    changeId: String(row.change_id),
    workspace: {
      environment,
      organisationId: String(row.organisation_id),
      workspaceId: String(row.workspace_id),
    },
    kind: row.kind as ActivityEntry['kind'],
    targetId: String(row.target_id),
    title: typeof row.title === 'string' ? row.title : titleIn(String(row.body)),
    state: row.state as ActivityEntry['state'],
    error: readError(row.error),
    attempts: Number(row.attempts),
    ...(row.needs_word === 1 && { needsReview: true }),
    createdAt: String(row.created_at),
    settledAt: typeof row.settled_at === 'string' ? row.settled_at : null,
  }
}

function titleIn(text: string): string {
  try {
    const body: { readonly title?: unknown } | null = JSON.parse(text)
    return typeof body?.title === 'string' ? repairText(body.title) : ''
  } catch {
    return ''
  }
}
