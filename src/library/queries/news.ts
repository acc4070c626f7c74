// What changed since the person looked, and the mark that says when that was. The mark is moved by the person alone:
// a sync, however many of them, never does. As long as there is no mark, the first sync is what was seen.
import { AppError } from '../../contract/errors'
import type { NewsDetail, NewsRow, NewsSince } from '../../contract/features/news'
import type { WorkspaceRef } from '../../contract/workspace'
import { firstSyncResource } from '../changes/keep-history'
import { hasWords } from '../folded-text'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { textOrNull } from './insight-rows'
import { readNews } from './news-rows'

type News = Pick<StoreApi, 'queryNews' | 'getNews' | 'look' | 'takeBackLook'>

interface Told {
  readonly rows: readonly NewsRow[]
  readonly since: NewsSince | null
  readonly upTo: number
  readonly canTakeBack: boolean
}

interface Mark {
  readonly sync: number
  readonly since: NewsSince
  readonly canTakeBack: boolean
}

const nothing: Told = { rows: [], since: null, upTo: 0, canTakeBack: false }

function readMark(connection: Connection, workspace: number): Mark | null {
  const look = connection.get('SELECT sync, looked_at, can_take_back FROM looks WHERE workspace = ?', [workspace])
  if (look !== undefined) {
    const since = { kind: 'look', at: String(look.looked_at) } as const
    return { sync: Number(look.sync), since, canTakeBack: Number(look.can_take_back) === 1 }
  }
  const first = connection.get(
    `SELECT row, started_at FROM syncs WHERE workspace = ? AND resource IN ('insights', ?) ORDER BY row LIMIT 1`,
    [workspace, firstSyncResource],
  )
  if (first === undefined) return null
  const since = { kind: 'first-sync', at: String(first.started_at) } as const
  return { sync: Number(first.row), since, canTakeBack: false }
}

function lastSyncOf(connection: Connection, workspace: number): number {
  return Number(connection.get('SELECT max(row) AS last FROM syncs WHERE workspace = ?', [workspace])?.last ?? 0)
}

function tell(connection: Connection, workspace: WorkspaceRef): Told {
  const row = findWorkspace(connection, workspace)
  const mark = row === null ? null : readMark(connection, row)
  if (row === null || mark === null) return nothing
  const { since, canTakeBack } = mark
  return { rows: readNews(connection, row, mark.sync), since, canTakeBack, upTo: lastSyncOf(connection, row) }
}

export function createNews(context: StoreContext): News {
  let kept: { readonly revision: number; readonly told: Map<string, Told> } = { revision: -1, told: new Map() }

  /** Made once for every state of the database: the pages of a list ask for the same news one after the other. */
  function told(connection: Connection, workspace: WorkspaceRef): Told {
    const revision = context.revision()
    if (kept.revision !== revision) kept = { revision, told: new Map() }
    const key = `${workspace.organisationId} ${workspace.workspaceId}`
    const known = kept.told.get(key) ?? tell(connection, workspace)
    kept.told.set(key, known)
    return known
  }

  return {
    queryNews: ({ workspace, text, kinds, offset, limit }) =>
      context.read((connection) => {
        const { rows: all, ...rest } = told(connection, workspace)
        const counts = { new: 0, rising: 0, fading: 0, vanished: 0 }
        for (const { kind } of all) counts[kind] += 1
        const rows = all.filter(
          ({ kind, title }) => (kinds.length === 0 || kinds.includes(kind)) && (text === '' || hasWords(title, text)),
        )
        return { ...rest, rows: rows.slice(offset, offset + limit), total: rows.length, all: all.length, counts }
      }),

    getNews: ({ workspace, id }) =>
      context.read((connection) => {
        const row = told(connection, workspace).rows.find((other) => other.id === id)
        if (row === undefined)
          throw new AppError('NOT_FOUND', 'Nothing changed about this insight since the last look.')
        return { ...row, ...readText(connection, findWorkspace(connection, workspace) ?? 0, row) }
      }),

    look: ({ workspace, upTo, lookedAt }) =>
      context.write((connection) => {
        const row = findWorkspace(connection, workspace)
        const mark = row === null ? null : readMark(connection, row)
        if (row === null || mark === null) return null
        const sync = Math.min(upTo, lastSyncOf(connection, row))
        if (sync <= mark.sync) return null
        const { sync: before, since } = mark
        const previous = since.kind === 'look' ? [before, since.at] : [null, null]
        connection.run(
          `INSERT OR REPLACE INTO looks
             (workspace, sync, looked_at, can_take_back, previous_sync, previous_looked_at) VALUES (?, ?, ?, 1, ?, ?)`,
          [row, sync, lookedAt, ...previous],
        )
        return null
      }),

    takeBackLook: ({ workspace }) =>
      context.write((connection) => {
        const row = findWorkspace(connection, workspace)
        const where = 'WHERE workspace = ? AND can_take_back = 1'
        connection.run(`DELETE FROM looks ${where} AND previous_sync IS NULL`, [row])
        connection.run(
          `UPDATE looks SET sync = previous_sync, looked_at = previous_looked_at, can_take_back = 0 ${where}`,
          [row],
        )
        return null
      }),
  }
}

function readText(
  connection: Connection,
  workspace: number,
  { id, kind }: NewsRow,
): Pick<NewsDetail, 'title' | 'description' | 'ownerId' | 'createdAt' | 'updatedAt'> {
  const fields = ['title', 'description', 'ownerId', 'createdAt', 'updatedAt']
  const stored =
    kind === 'vanished'
      ? connection.get(
          `SELECT ${fields.map((name) => `before ->> '$.${name}' AS ${name}`).join(', ')} FROM change_log
           WHERE workspace = ? AND record = 'insight' AND record_id = ? AND change = 'removed' ORDER BY row DESC LIMIT 1`,
          [workspace, id],
        )
      : connection.get(
          `SELECT title, description, owner_id AS ownerId, created_at AS createdAt, updated_at AS updatedAt
           FROM insights WHERE workspace = ? AND id = ?`,
          [workspace, id],
        )
  return {
    title: String(stored?.title ?? ''),
    description: String(stored?.description ?? ''),
    ownerId: textOrNull(stored?.ownerId),
    createdAt: String(stored?.createdAt ?? ''),
    updatedAt: String(stored?.updatedAt ?? ''),
  }
}
