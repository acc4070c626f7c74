// What changed since the person looked, and the mark that says when that was. Only the person moves the mark, no sync
// does. Without a mark, the first sync counts as seen.
//
// News are the difference between then and now: an insight that came and went in between is no news, and one that went
// and came back is news only if its score moved.
import { AppError } from '../../contract/errors'
import { type NewsDetail, type NewsKind, type NewsRow, type NewsSince, noticeable } from '../../contract/features/news'
import type { WorkspaceRef } from '../../contract/workspace'
import { firstSyncResource } from '../ingest/change-log'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { hasWords } from '../text/folded-text'
import type { ListCache } from './list-cache'

type News = Pick<StoreApi, 'queryNews' | 'getNews' | 'markReviewed' | 'undoReview'>

interface Told {
  readonly rows: readonly NewsRow[]
  readonly since: NewsSince | null
  readonly upTo: number
  readonly canUndo: boolean
}

interface Mark {
  readonly sync: number
  readonly since: NewsSince
  readonly canUndo: boolean
}

const nothing: Told = { rows: [], since: null, upTo: 0, canUndo: false }

const lookRow = rowOf({ sync: column.number, lookedAt: column.text, canUndo: column.flag })
const syncRow = rowOf({ sync: column.number, startedAt: column.text })

function readMark(connection: Connection, workspace: number): Mark | null {
  const look = connection.get(
    'SELECT sync, looked_at, can_take_back AS can_undo FROM looks WHERE workspace = ?',
    [workspace],
    lookRow,
  )
  if (look !== undefined) {
    const { sync, lookedAt, canUndo } = look
    return { sync, since: { kind: 'review', at: lookedAt }, canUndo }
  }
  const first = connection.get(
    `SELECT row AS sync, started_at FROM syncs WHERE workspace = ? AND resource IN ('insights', ?) ORDER BY row LIMIT 1`,
    [workspace, firstSyncResource],
    syncRow,
  )
  if (first === undefined) return null
  return { sync: first.sync, since: { kind: 'first-sync', at: first.startedAt }, canUndo: false }
}

function lastSyncOf(connection: Connection, workspace: number): number {
  return connection.value('SELECT max(row) FROM syncs WHERE workspace = ?', [workspace], column.numberOrNull) ?? 0
}

function tell(connection: Connection, workspace: WorkspaceRef): Told {
  const row = findWorkspace(connection, workspace)
  const mark = row === null ? null : readMark(connection, row)
  if (row === null || mark === null) return nothing
  const { since, canUndo } = mark
  return { rows: readNews(connection, row, mark.sync), since, canUndo, upTo: lastSyncOf(connection, row) }
}

export function createNews(context: StoreContext, cache: ListCache): News {
  /** The pages of a list ask for the same news one after the other. */
  function told(connection: Connection, workspace: WorkspaceRef): Told {
    const { organisationId, workspaceId } = workspace
    return cache.value(['news', organisationId, workspaceId], () => tell(connection, workspace))
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
        if (row === undefined) throw new AppError('NOT_FOUND', 'This insight hasn’t changed since your last review.')
        return { ...row, ...readText(connection, findWorkspace(connection, workspace) ?? 0, row) }
      }),

    markReviewed: ({ workspace, upTo, lookedAt }) =>
      context.write((connection) => {
        const row = findWorkspace(connection, workspace)
        const mark = row === null ? null : readMark(connection, row)
        if (row === null || mark === null) return null
        const sync = Math.min(upTo, lastSyncOf(connection, row))
        if (sync <= mark.sync) return null
        const { sync: before, since } = mark
        const previous = since.kind === 'review' ? [before, since.at] : [null, null]
        connection.run(
          `INSERT OR REPLACE INTO looks
             (workspace, sync, looked_at, can_take_back, previous_sync, previous_looked_at) VALUES (?, ?, ?, 1, ?, ?)`,
          [row, sync, lookedAt, ...previous],
        )
        return null
      }),

    undoReview: ({ workspace }) =>
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

const absent = { title: '', description: '', ownerId: null, createdAt: '', updatedAt: '' }

const textRow = rowOf({
  title: column.orElse(column.text, ''),
  description: column.orElse(column.text, ''),
  ownerId: column.textOrNull,
  createdAt: column.orElse(column.text, ''),
  updatedAt: column.orElse(column.text, ''),
})

function readText(
  connection: Connection,
  workspace: number,
  { id, kind }: NewsRow,
): Pick<NewsDetail, 'title' | 'description' | 'ownerId' | 'createdAt' | 'updatedAt'> {
  const sql =
    kind === 'vanished'
      ? `SELECT before ->> '$.title' AS title, before ->> '$.description' AS description,
           before ->> '$.ownerId' AS owner_id, before ->> '$.createdAt' AS created_at,
           before ->> '$.updatedAt' AS updated_at
         FROM change_log
         WHERE workspace = ? AND record = 'insight' AND record_id = ? AND change = 'removed' ORDER BY row DESC LIMIT 1`
      : `SELECT title, description, owner_id, created_at, updated_at FROM insights WHERE workspace = ? AND id = ?`
  return connection.get(sql, [workspace, id], textRow) ?? absent
}

const titleLength = 1_000

/**
 * The first entry about an insight since then tells whether it was there then: if it was added, it was not. Insights
 * that the person created from here are no news to them.
 */
const newsSql = `
WITH moves AS (
  SELECT record_id AS id, min(row) AS first, max(row) AS last FROM change_log
  WHERE workspace = ?1 AND record = 'insight' AND sync > ?2 AND change <> 'changed'
  GROUP BY record_id
),
came AS (
  SELECT moves.id, moves.last FROM moves JOIN change_log ON change_log.row = moves.first
  WHERE change_log.change = 'added'
),
scored AS (
  SELECT insight_id AS id, max(sync) AS sync FROM score_history
  WHERE workspace = ?1 AND sync > ?2 AND insight_id NOT IN (SELECT id FROM came)
  GROUP BY insight_id
)
SELECT 'new' AS kind, insights.id, substr(title, 1, ${titleLength}) AS title, type, hide_content,
       NULL AS before, combined_score AS after, change_log.sync
FROM came
JOIN insights ON insights.workspace = ?1 AND insights.id = came.id AND own_change IS NULL
JOIN change_log ON change_log.row = came.last
WHERE came.id NOT IN (SELECT target_id FROM activity WHERE workspace = ?1 AND kind = 'createInsight')
UNION ALL
SELECT 'moved', insights.id, substr(title, 1, ${titleLength}), type, hide_content,
       (SELECT earlier.combined_score FROM score_history AS earlier
        WHERE earlier.workspace = ?1 AND earlier.insight_id = scored.id AND earlier.sync <= ?2
        ORDER BY earlier.sync DESC LIMIT 1),
       combined_score, scored.sync
FROM scored JOIN insights ON insights.workspace = ?1 AND insights.id = scored.id AND own_change IS NULL
UNION ALL
SELECT 'vanished', moves.id, substr(change_log.before ->> '$.title', 1, ${titleLength}), change_log.before ->> '$.type',
       change_log.before ->> '$.hideContent',
       (SELECT earlier.combined_score FROM score_history AS earlier
        WHERE earlier.workspace = ?1 AND earlier.insight_id = moves.id AND earlier.sync <= ?2
        ORDER BY earlier.sync DESC LIMIT 1),
       change_log.before ->> '$.combinedScore', change_log.sync
FROM moves JOIN change_log ON change_log.row = moves.last AND change_log.change = 'removed'
WHERE moves.id NOT IN (SELECT id FROM came)
  AND NOT EXISTS (SELECT 1 FROM insights WHERE insights.workspace = ?1 AND insights.id = moves.id)`

/** null: it moved too little, or there is nothing to compare. Floating point must not decide about a round number. */
function moveOf(before: number | null, after: number | null): 'rising' | 'fading' | null {
  if (before === null || after === null) return null
  const moved = Math.abs(after - before) + 1e-9
  if (moved < noticeable.points || moved < noticeable.share * Math.abs(before)) return null
  return after > before ? 'rising' : 'fading'
}

const storedNews = rowOf({
  kind: column.textOf<'new' | 'moved' | 'vanished'>(),
  id: column.text,
  title: column.orElse(column.text, ''),
  type: column.orElse(column.text, ''),
  // Of an insight that vanished as JSON has it.
  hideContent: (value) => Number(value) === 1,
  before: column.numberOrNull,
  after: column.numberOrNull,
  sync: column.number,
})

const syncTime = rowOf({ row: column.number, startedAt: column.text })

const order: readonly NewsKind[] = ['new', 'rising', 'fading', 'vanished']

/** What was scored before what was not, large before small. */
const sizeOf = ({ kind, before, after }: NewsRow) =>
  kind === 'rising' || kind === 'fading' ? Math.abs((after ?? 0) - (before ?? 0)) : (after ?? -1)

function inOrder(a: NewsRow, b: NewsRow): number {
  return order.indexOf(a.kind) - order.indexOf(b.kind) || sizeOf(b) - sizeOf(a) || (a.id < b.id ? -1 : 1)
}

function readNews(connection: Connection, workspace: number, sinceSync: number): readonly NewsRow[] {
  const syncs = connection.all(
    'SELECT row, started_at FROM syncs WHERE workspace = ? AND row > ?',
    [workspace, sinceSync],
    syncTime,
  )
  const times = new Map(syncs.map(({ row, startedAt }) => [row, startedAt]))
  return connection
    .all(newsSql, [workspace, sinceSync], storedNews)
    .flatMap(({ sync, kind: stored, ...news }): NewsRow[] => {
      const kind = stored === 'moved' ? moveOf(news.before, news.after) : stored
      return kind === null ? [] : [{ ...news, kind, at: times.get(sync) ?? '' }]
    })
    .sort(inOrder)
}
