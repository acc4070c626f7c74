// Changes since the last review, and the mark up to which the person reviewed. Only the person moves the mark, no sync
// does. Without a mark, the first sync counts as seen. Where filters hid other changes, each insight reviewed has a later
// mark of its own.
//
// News are the difference since that mark: an insight that came and went in between is no news, and one that went
// and came back is news only if its score moved.
import { AppError } from '../../contract/errors'
import {
  type MadeReview,
  mostNewFeedback,
  mostReadings,
  moveOf,
  type NewsDetail,
  type NewsGroup,
  type NewsPage,
  type NewsRow,
  type NewsSince,
} from '../../contract/features/news'
import type { WorkspaceRef } from '../../contract/workspace'
import { firstSyncResource } from '../ingest/change-log'
import type { Connection, SqlValue } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { hasWords } from '../text/folded-text'
import { readFeedback } from './feedback'
import type { ListCache } from './list-cache'
import { strongestOf } from './relations'

type News = Pick<StoreApi, 'queryNews' | 'getNews' | 'markReviewed' | 'undoReview'>

/** With the sync of the last of these changes. */
type ToldRow = Omit<NewsRow, 'group' | 'scores'> & { readonly sync: number }

interface Told {
  readonly rows: readonly ToldRow[]
  readonly since: NewsSince | null
  readonly upTo: number
  readonly canUndo: boolean
}

interface Mark {
  readonly sync: number
  readonly since: NewsSince
  readonly canUndo: boolean
}

interface NewsFilter {
  readonly text: string
  readonly kinds: readonly string[]
}

const nothing: Told = { rows: [], since: null, upTo: 0, canUndo: false }

const reviewMark = rowOf({ sync: column.number, reviewedAt: column.text, canUndo: column.flag })
const syncRow = rowOf({ sync: column.number, startedAt: column.text })

function readMark(connection: Connection, workspace: number): Mark | null {
  const mark = connection.get(
    'SELECT sync, reviewed_at, can_undo FROM review_marks WHERE workspace = ?',
    [workspace],
    reviewMark,
  )
  if (mark !== undefined) {
    const { sync, reviewedAt, canUndo } = mark
    return { sync, since: { kind: 'review', at: reviewedAt }, canUndo }
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
  const { since } = mark
  const canUndo =
    mark.canUndo ||
    connection.get('SELECT 1 AS found FROM reviewed_changes WHERE workspace = ? AND can_undo = 1 LIMIT 1', [row]) !==
      undefined
  return { rows: readNews(connection, row, mark.sync), since, canUndo, upTo: lastSyncOf(connection, row) }
}

function matching(rows: readonly ToldRow[], { text, kinds }: NewsFilter): readonly ToldRow[] {
  return rows.filter(
    ({ kind, title }) => (kinds.length === 0 || kinds.includes(kind)) && (text === '' || hasWords(title, text)),
  )
}

interface Group {
  /** Row number of the opportunity; null: none. */
  readonly opportunity: number | null
  readonly first: number
  readonly rows: readonly ToldRow[]
}

type StrongestOpportunities = ReadonlyMap<string, number>

/** By id of the insight, the row of its opportunity with the strongest insight; for a vanished insight, as it last was. */
function strongestOpportunities(
  connection: Connection,
  workspace: number,
  rows: readonly ToldRow[],
): StrongestOpportunities {
  const ids = (isGone: boolean) =>
    JSON.stringify(rows.filter(({ kind }) => (kind === 'vanished') === isGone).map(({ id }) => id))
  const found = connection.all(
    `WITH carried AS MATERIALIZED (
       SELECT insights.id AS insight_id, link.opportunity FROM insights
       JOIN insight_opportunities AS link ON link.insight = insights.row
       WHERE insights.workspace = ?1 AND insights.id IN (SELECT value FROM json_each(?2))
       UNION ALL
       SELECT gone.value, opportunities.row FROM json_each(?3) AS gone
       CROSS JOIN change_log ON change_log.row = (
         SELECT max(last.row) FROM change_log AS last WHERE last.workspace = ?1
           AND last.insight_id = gone.value AND last.change = 'removed')
       CROSS JOIN json_each(change_log.before, '$.opportunities') AS linked
       CROSS JOIN opportunities ON opportunities.workspace = ?1 AND opportunities.id = linked.value
     ),
     ranked AS MATERIALIZED (
       SELECT record.row, row_number() OVER (
           ORDER BY ${strongestOf('opportunity')} DESC, record.title COLLATE NOCASE, record.row) AS place
       FROM opportunities AS record WHERE record.row IN (SELECT opportunity FROM carried)
     )
     SELECT carried.insight_id AS id, ranked.row AS opportunity, min(ranked.place) AS place
     FROM carried JOIN ranked ON ranked.row = carried.opportunity GROUP BY carried.insight_id`,
    [workspace, ids(false), ids(true)],
    strongestRow,
  )
  return new Map(found.map(({ id, opportunity }) => [id, opportunity]))
}

const strongestRow = rowOf({ id: column.text, opportunity: column.number })

/** In the order of their first row; insights without an opportunity last. */
function groupsOf(rows: readonly ToldRow[], strongest: StrongestOpportunities): readonly Group[] {
  const found = new Map<number | null, ToldRow[]>()
  for (const row of rows) {
    const opportunity = strongest.get(row.id) ?? null
    const group = found.get(opportunity)
    if (group === undefined) found.set(opportunity, [row])
    else group.push(row)
  }
  const rest = found.get(null)
  found.delete(null)
  if (rest !== undefined) found.set(null, rest)
  let first = 0
  return [...found].map(([opportunity, members]) => {
    first += members.length
    return { opportunity, first: first - members.length, rows: members }
  })
}

function countKinds(rows: readonly ToldRow[]): NewsPage['counts'] {
  const counts = { new: 0, rising: 0, fading: 0, feedback: 0, vanished: 0 }
  for (const { kind } of rows) counts[kind] += 1
  return counts
}

const opportunityRow = rowOf({ row: column.number, id: column.text, title: column.text, hideContent: column.flag })

/** By place of its first row. */
function nameGroups(connection: Connection, groups: readonly Group[]): ReadonlyMap<number, NewsGroup> {
  if (groups.length === 0) return new Map()
  const stored = connection.all(
    `SELECT row, id, substr(title, 1, ${titleLength}) AS title, hide_content FROM opportunities
     WHERE row IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(groups.map(({ opportunity }) => opportunity))],
    opportunityRow,
  )
  const named = new Map(stored.map(({ row, ...opportunity }) => [row, opportunity]))
  return new Map(
    groups.map(({ opportunity, first, rows }) => [
      first,
      { opportunity: named.get(opportunity ?? -1) ?? null, total: rows.length, counts: countKinds(rows) },
    ]),
  )
}

/** Marks everything listed as reviewed, up to this sync. null: it already was. */
function moveMark(
  connection: Connection,
  workspace: number,
  mark: Mark,
  upTo: number,
  reviewedAt: string,
): MadeReview | null {
  if (upTo <= mark.sync) return null
  forgetUndo(connection, workspace)
  const before = mark.since.kind === 'review' ? { sync: mark.sync, at: mark.since.at } : null
  connection.run(
    `INSERT OR REPLACE INTO review_marks
       (workspace, sync, reviewed_at, can_undo, previous_sync, previous_reviewed_at) VALUES (?, ?, ?, 1, ?, ?)`,
    [workspace, upTo, reviewedAt, before?.sync ?? null, before?.at ?? null],
  )
  return { upTo, marks: [], all: { before } }
}

const markRow = rowOf({ id: column.text, before: column.numberOrNull })

function markEach(connection: Connection, workspace: number, ids: readonly string[], upTo: number): MadeReview | null {
  if (ids.length === 0) return null
  forgetUndo(connection, workspace)
  const marks = connection.all(
    `SELECT value AS id, sync AS before FROM json_each(?1)
     LEFT JOIN reviewed_changes ON workspace = ?2 AND insight_id = value`,
    [JSON.stringify(ids), workspace],
    markRow,
  )
  connection.run(
    `INSERT INTO reviewed_changes (workspace, insight_id, sync, can_undo) SELECT ?, value, ?, 1 FROM json_each(?) WHERE true
     ON CONFLICT DO UPDATE SET previous_sync = sync, sync = excluded.sync, can_undo = 1`,
    [workspace, upTo, JSON.stringify(ids)],
  )
  return { upTo, marks: [...marks], all: null }
}

/** Without its `MadeReview`, only the last review can be undone. */
function forgetUndo(connection: Connection, workspace: number): void {
  connection.run('UPDATE review_marks SET can_undo = 0 WHERE workspace = ?', [workspace])
  connection.run(
    'UPDATE reviewed_changes SET can_undo = 0, previous_sync = NULL WHERE workspace = ? AND can_undo = 1',
    [workspace],
  )
}

const isAny = (connection: Connection, sql: string, values: readonly SqlValue[]) =>
  connection.get(`SELECT 1 AS found FROM ${sql} LIMIT 1`, values) !== undefined

function undoLast(connection: Connection, workspace: number): boolean {
  const mark = 'review_marks WHERE workspace = ? AND can_undo = 1'
  const marks = 'reviewed_changes WHERE workspace = ? AND can_undo = 1'
  const isUndone = [mark, marks].some((sql) => isAny(connection, sql, [workspace]))
  connection.run(`DELETE FROM ${mark} AND previous_sync IS NULL`, [workspace])
  connection.run(
    `UPDATE review_marks SET sync = previous_sync, reviewed_at = previous_reviewed_at, can_undo = 0
     WHERE workspace = ? AND can_undo = 1`,
    [workspace],
  )
  connection.run(`DELETE FROM ${marks} AND previous_sync IS NULL`, [workspace])
  connection.run(
    `UPDATE reviewed_changes SET sync = previous_sync, previous_sync = NULL, can_undo = 0
     WHERE workspace = ? AND can_undo = 1`,
    [workspace],
  )
  return isUndone
}

/** Leaves newer reviews alone, and moves no review forward. */
function undoMade(connection: Connection, workspace: number, { upTo, marks, all }: MadeReview): boolean {
  if (all !== null) {
    const mark = 'review_marks WHERE workspace = ? AND sync = ?'
    const isUndone = isAny(connection, mark, [workspace, upTo])
    const { before } = all
    if (before === null) connection.run(`DELETE FROM ${mark}`, [workspace, upTo])
    else {
      connection.run(
        `UPDATE review_marks SET sync = ?3, reviewed_at = ?4, can_undo = 0, previous_sync = NULL, previous_reviewed_at = NULL
         WHERE workspace = ?1 AND sync = ?2 AND ?3 < sync`,
        [workspace, upTo, before.sync, before.at],
      )
    }
    return isUndone
  }
  const values = [workspace, upTo, JSON.stringify(marks)]
  const made = `SELECT value ->> '$.id' AS id, value ->> '$.before' AS before FROM json_each(?3)`
  const isUndone = isAny(
    connection,
    `reviewed_changes WHERE workspace = ?1 AND sync = ?2 AND insight_id IN (SELECT id FROM (${made}))`,
    values,
  )
  connection.run(
    `DELETE FROM reviewed_changes WHERE workspace = ?1 AND sync = ?2
       AND insight_id IN (SELECT id FROM (${made}) WHERE before IS NULL)`,
    values,
  )
  connection.run(
    `UPDATE reviewed_changes SET sync = made.before, previous_sync = NULL, can_undo = 0 FROM (${made}) AS made
     WHERE workspace = ?1 AND sync = ?2 AND insight_id = made.id AND made.before < ?2`,
    values,
  )
  return isUndone
}

/** Cached, as the pages of a list ask for the same news one after the other. */
function readTold(connection: Connection, cache: ListCache, workspace: WorkspaceRef): Told {
  const { organisationId, workspaceId } = workspace
  return cache.value(['news', organisationId, workspaceId], () => tell(connection, workspace))
}

function readStrongest(connection: Connection, cache: ListCache, workspace: WorkspaceRef): StrongestOpportunities {
  const { organisationId, workspaceId } = workspace
  return cache.value(['news-opportunities', organisationId, workspaceId], () =>
    strongestOpportunities(
      connection,
      findWorkspace(connection, workspace) ?? 0,
      readTold(connection, cache, workspace).rows,
    ),
  )
}

/** Insights whose score rose noticeably since the last review, the largest rise first. */
export function risingSinceReview(
  connection: Connection,
  cache: ListCache,
  workspace: WorkspaceRef,
): readonly Pick<NewsRow, 'id' | 'title' | 'hideContent' | 'before' | 'after'>[] {
  return readTold(connection, cache, workspace).rows.filter(({ kind }) => kind === 'rising')
}

const reviewedRow = rowOf({ id: column.text })

/**
 * By id, insights whose score rose or fell noticeably since the last review, or since the first sync without one. `since`:
 * the time of the first sync, or null for the review.
 */
export function movedSinceReview(
  connection: Connection,
  cache: ListCache,
  workspace: WorkspaceRef,
): ReadonlyMap<string, Pick<NewsRow, 'before'> & { readonly since: string | null }> {
  const { rows, since } = readTold(connection, cache, workspace)
  const firstSync = since?.kind === 'first-sync' ? since.at : null
  const sql = 'SELECT insight_id AS id FROM reviewed_changes WHERE workspace = ?'
  const reviewed = new Set(connection.all(sql, [findWorkspace(connection, workspace)], reviewedRow).map(({ id }) => id))
  const moved = rows.filter(({ kind }) => kind === 'rising' || kind === 'fading')
  return new Map(moved.map(({ id, before }) => [id, { before, since: reviewed.has(id) ? null : firstSync }]))
}

export function createNews(context: StoreContext, cache: ListCache): News {
  const told = (connection: Connection, workspace: WorkspaceRef) => readTold(connection, cache, workspace)

  return {
    queryNews: ({ workspace, offset, limit, sort, ...filter }) =>
      context.read((connection) => {
        const { rows: all, ...rest } = told(connection, workspace)
        const matches = matching(all, filter)
        const groups = sort === 'opportunity' ? groupsOf(matches, readStrongest(connection, cache, workspace)) : []
        const rows = sort === 'opportunity' ? groups.flatMap((group) => group.rows) : matches
        const begun = nameGroups(
          connection,
          groups.filter(({ first }) => first >= offset && first < offset + limit),
        )
        return {
          ...rest,
          rows: withScores(connection, workspace, rows.slice(offset, offset + limit)).map((row, place) => ({
            ...row,
            group: begun.get(offset + place) ?? null,
          })),
          total: rows.length,
          all: all.length,
          counts: countKinds(all),
          starts: groups.map(({ first }) => first),
        }
      }),

    getNews: ({ workspace, id }) =>
      context.read((connection) => {
        const row = told(connection, workspace).rows.find((other) => other.id === id)
        const [shown] = row === undefined ? [] : withScores(connection, workspace, [row])
        if (row === undefined || shown === undefined)
          throw new AppError('NOT_FOUND', 'This insight hasn’t changed since your last review.')
        const inWorkspace = findWorkspace(connection, workspace) ?? 0
        const newFeedback = readNewFeedback(connection, workspace, row)
        return { ...shown, ...readText(connection, inWorkspace, row), newFeedback }
      }),

    markReviewed: ({ workspace, ids, upTo, reviewedAt, ...filter }) =>
      context.write((connection) => {
        const row = findWorkspace(connection, workspace)
        const mark = row === null ? null : readMark(connection, row)
        if (row === null || mark === null) return { reviewed: 0, undo: null }
        const only = ids === undefined ? null : new Set(ids)
        const sync = Math.min(upTo, lastSyncOf(connection, row))
        const all = told(connection, workspace).rows
        // Insights that changed again after the list was drawn were not shown as they are now.
        const shown = matching(all, filter).filter(({ id, sync: at }) => at <= sync && (only === null || only.has(id)))
        const isUnfiltered = filter.text === '' && filter.kinds.length === 0 && only === null
        const isAll = isUnfiltered || (shown.length > 0 && shown.length === all.length)
        const marked = shown.map(({ id }) => id)
        const undo = isAll ? moveMark(connection, row, mark, sync, reviewedAt) : markEach(connection, row, marked, sync)
        return { reviewed: undo === null ? 0 : shown.length, undo }
      }),

    undoReview: ({ workspace, review }) =>
      context.write((connection) => {
        const row = findWorkspace(connection, workspace)
        if (row === null) return { isUndone: false }
        const isUndone = review === undefined ? undoLast(connection, row) : undoMade(connection, row, review)
        return { isUndone }
      }),
  }
}

const reading = rowOf({ id: column.text, at: column.textOrNull, combinedScore: column.numberOrNull })

function withScores(connection: Connection, workspace: WorkspaceRef, rows: readonly ToldRow[]): NewsRow[] {
  const readings = connection.all(
    `SELECT id, started_at AS at, combined_score FROM (
       SELECT insight_id AS id, sync, combined_score,
         row_number() OVER (PARTITION BY insight_id ORDER BY sync DESC) AS place
       FROM score_history WHERE workspace = ? AND insight_id IN (SELECT value FROM json_each(?))
     ) LEFT JOIN syncs ON syncs.row = sync WHERE place <= ${mostReadings} ORDER BY sync`,
    [findWorkspace(connection, workspace), JSON.stringify(rows.map(({ id }) => id))],
    reading,
  )
  const scores = new Map<string, NewsRow['scores']>(rows.map(({ id }) => [id, []]))
  for (const { id, ...score } of readings) scores.get(id)?.push(score)
  return rows.map(({ sync: _, ...row }) => ({ ...row, group: null, scores: scores.get(row.id) ?? [] }))
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
  { id, kind }: ToldRow,
): Pick<NewsDetail, 'title' | 'description' | 'ownerId' | 'createdAt' | 'updatedAt'> {
  const sql =
    kind === 'vanished'
      ? `SELECT before ->> '$.title' AS title, before ->> '$.description' AS description,
           before ->> '$.ownerId' AS owner_id, before ->> '$.createdAt' AS created_at,
           before ->> '$.updatedAt' AS updated_at
         FROM change_log
         WHERE workspace = ? AND insight_id = ? AND change = 'removed' ORDER BY row DESC LIMIT 1`
      : `SELECT title, description, owner_id, created_at, updated_at FROM insights WHERE workspace = ? AND id = ?`
  return connection.get(sql, [workspace, id], textRow) ?? absent
}

const feedbackId = rowOf({ id: column.text })

/** The newest first. */
function readNewFeedback(
  connection: Connection,
  workspace: WorkspaceRef,
  { id, addedFeedback }: ToldRow,
): NewsDetail['newFeedback'] {
  const row = findWorkspace(connection, workspace)
  const mark = row === null ? null : readMark(connection, row)
  if (row === null || mark === null || addedFeedback === 0) return []
  const ids = connection
    .all(
      `SELECT feedback.id FROM insights JOIN insight_feedback AS link ON link.insight = insights.row
       JOIN feedback ON feedback.row = link.feedback
       WHERE insights.workspace = ?1 AND insights.id = ?3 AND feedback.id NOT IN (
         SELECT value FROM json_each((SELECT before FROM change_log WHERE workspace = ?1
           AND insight_id = ?3 AND sync > ${reviewedUntil('?3')} AND change = 'changed' AND instr(fields, '"feedback"') > 0
           ORDER BY row LIMIT 1), '$.feedback'))
       ORDER BY julianday(feedback.created_at) DESC, feedback.id LIMIT ${mostNewFeedback}`,
      [row, mark.sync, id],
      feedbackId,
    )
    .map((each) => each.id)
  const found = new Map(readFeedback(connection, workspace, ids).map((piece) => [piece.id, piece]))
  return ids.flatMap((each) => found.get(each) ?? [])
}

const titleLength = 1_000

/** The sync up to which changes of this insight were reviewed. */
const reviewedUntil = (id: string) =>
  `max(?2, coalesce((SELECT sync FROM reviewed_changes WHERE workspace = ?1 AND insight_id = ${id}), 0))`

/**
 * The first entry about an insight since the review tells whether it existed then: if it was added, it did not. Insights
 * that the person created from here are no news to them. `linked`: the first and the last change since then of the
 * feedback that an insight is linked to, of which the first holds the ids from before. The cross join fixes the
 * order: without it the database reads every insight and looks for it among those that moved.
 */
const newsSql = `
WITH moves AS (
  SELECT insight_id AS id, min(row) AS first, max(row) AS last FROM change_log
  WHERE workspace = ?1 AND sync > ?2 AND sync > ${reviewedUntil('change_log.insight_id')}
    AND change <> 'changed'
  GROUP BY insight_id
),
came AS (
  SELECT moves.id, moves.last FROM moves JOIN change_log ON change_log.row = moves.first
  WHERE change_log.change = 'added'
),
linked AS (
  SELECT insight_id AS id, min(row) AS first, max(sync) AS sync FROM change_log
  WHERE workspace = ?1 AND sync > ?2 AND sync > ${reviewedUntil('change_log.insight_id')}
    AND change = 'changed' AND instr(fields, '"feedback"') > 0 AND insight_id NOT IN (SELECT id FROM came)
  GROUP BY insight_id
),
scored AS (
  SELECT insight_id AS id, max(sync) AS sync FROM score_history
  WHERE workspace = ?1 AND sync > ?2 AND sync > ${reviewedUntil('score_history.insight_id')}
    AND insight_id NOT IN (SELECT id FROM came)
  GROUP BY insight_id
),
moved AS (SELECT id FROM scored UNION SELECT id FROM linked)
SELECT 'new' AS kind, insights.id, substr(title, 1, ${titleLength}) AS title, type, hide_content,
       NULL AS before, combined_score AS after, 0 AS added_feedback,
       change_log.sync, NULL AS linked_sync
FROM came
JOIN insights ON insights.workspace = ?1 AND insights.id = came.id AND own_change IS NULL
JOIN change_log ON change_log.row = came.last
WHERE came.id NOT IN (SELECT target_id FROM activity WHERE workspace = ?1 AND kind = 'createInsight')
UNION ALL
SELECT 'moved', insights.id, substr(title, 1, ${titleLength}), type, hide_content,
       (SELECT earlier.combined_score FROM score_history AS earlier
        WHERE earlier.workspace = ?1 AND earlier.insight_id = moved.id AND earlier.sync <= ${reviewedUntil('moved.id')}
        ORDER BY earlier.sync DESC LIMIT 1),
       combined_score,
       (SELECT count(*) FROM change_log
        JOIN insight_feedback AS link ON link.insight = insights.row
        JOIN feedback ON feedback.row = link.feedback
        WHERE change_log.row = linked.first
          AND feedback.id NOT IN (SELECT value FROM json_each(change_log.before, '$.feedback'))),
       scored.sync, linked.sync
FROM moved CROSS JOIN insights ON insights.workspace = ?1 AND insights.id = moved.id AND own_change IS NULL
LEFT JOIN scored ON scored.id = moved.id
LEFT JOIN linked ON linked.id = moved.id
UNION ALL
SELECT 'vanished', moves.id, substr(change_log.before ->> '$.title', 1, ${titleLength}), change_log.before ->> '$.type',
       change_log.before ->> '$.hideContent',
       (SELECT earlier.combined_score FROM score_history AS earlier
        WHERE earlier.workspace = ?1 AND earlier.insight_id = moves.id AND earlier.sync <= ${reviewedUntil('moves.id')}
        ORDER BY earlier.sync DESC LIMIT 1),
       change_log.before ->> '$.combinedScore', 0, change_log.sync, NULL
FROM moves JOIN change_log ON change_log.row = moves.last AND change_log.change = 'removed'
WHERE moves.id NOT IN (SELECT id FROM came)
  AND NOT EXISTS (SELECT 1 FROM insights WHERE insights.workspace = ?1 AND insights.id = moves.id)`

const storedNews = rowOf({
  kind: column.textOf<'new' | 'moved' | 'vanished'>(),
  id: column.text,
  title: column.orElse(column.text, ''),
  type: column.orElse(column.text, ''),
  // For a vanished insight, the value as JSON has it.
  hideContent: (value) => Number(value) === 1,
  before: column.numberOrNull,
  after: column.numberOrNull,
  addedFeedback: column.number,
  /** null: its score didn't change. */
  sync: column.numberOrNull,
  linkedSync: column.numberOrNull,
})

const syncTime = rowOf({ row: column.number, startedAt: column.text })

const sizeOf = ({ kind, before, after }: Pick<NewsRow, 'kind' | 'before' | 'after'>) => {
  if (kind === 'new' || kind === 'vanished') return Math.abs(after ?? 0)
  return before === null || after === null ? 0 : Math.abs(after - before)
}

/** The largest change first. */
function readNews(connection: Connection, workspace: number, sinceSync: number): readonly ToldRow[] {
  const syncs = connection.all(
    'SELECT row, started_at FROM syncs WHERE workspace = ? AND row > ?',
    [workspace, sinceSync],
    syncTime,
  )
  const times = new Map(syncs.map(({ row, startedAt }) => [row, startedAt]))
  const rows = connection
    .all(newsSql, [workspace, sinceSync], storedNews)
    .flatMap(({ kind: stored, sync: scoreSync, linkedSync, ...news }) => {
      const more = news.addedFeedback > 0
      const kind: NewsRow['kind'] | null =
        stored === 'moved' ? (moveOf(news.before, news.after) ?? (more ? 'feedback' : null)) : stored
      const sync = Math.max(scoreSync ?? 0, more ? (linkedSync ?? 0) : 0)
      return kind === null ? [] : [{ ...news, kind, sync, size: sizeOf({ ...news, kind }), at: times.get(sync) ?? '' }]
    })
    .sort((a, b) => b.size - a.size || (a.id < b.id ? -1 : 1))
  const largest = rows[0]?.size ?? 0
  return rows.map((row) => ({ ...row, size: largest === 0 ? 0 : row.size / largest }))
}
