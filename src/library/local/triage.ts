// The person's own decisions and texts about records. The service never hears of them.
//
// A snooze ends by a write, so that lists, counts and caches need no clock: when its date has come (`endSnoozes`, also
// when the library is opened), or when a sync brings another score or other feedback (`endOutdatedSnoozes`).
import type { OwnFilter } from '../../contract/features/listing'
import {
  type Decisions,
  endsSnooze,
  type Labelling,
  type MadeBefore,
  type Triage,
  type TriageDecision,
  type TriagedKind,
  type TriageMarks,
  type TriageStatus,
} from '../../contract/features/triage'
import { mostLabels } from '../../contract/limits'
import { localDate } from '../../contract/weeks'
import type { Connection, SqlRow, SqlValue } from '../store/connection'
import { ensureWorkspace, findWorkspace, type StoreApi, type StoreContext, type WorkspaceIds } from '../store/context'
import { column, rowOf } from '../store/row'
import { repairText } from '../text/repair-text'
import { indexRecords } from '../text/text-index'
import { workspaceRow } from './workspace-row'
import { joinTexts, replaceTyped } from './written-text'

type TriageCalls = Pick<
  StoreApi,
  'getTriage' | 'existingRecords' | 'listLabels' | 'decideTriage' | 'decideAll' | 'labelAll' | 'setNote' | 'endSnoozes'
>

const triageRow = rowOf({
  status: column.textOf<TriageStatus>(),
  decidedAt: column.textOrNull,
  until: column.textOrNull,
  note: column.text,
  labels: column.json<string[]>(),
})

const triageOfRecord = rowOf({ id: column.text, ...triageRow.fields })

export const untouched: Triage = { status: 'open', decidedAt: null, until: null, note: '', labels: [] }

const idColumns: Readonly<Record<TriagedKind, string>> = {
  insight: 'insights.id',
  opportunity: 'opportunities.id',
  solution: 'solutions.id',
  outcome: 'outcomes.id',
  feedback: 'feedback.id',
  knowledge: 'knowledge.id',
  topic: 'topics.id',
  metric: 'metrics.metric_id',
}

/** SQL for records that exist: the text about a record outlives it. */
const isThere = `CASE kind ${Object.entries(idColumns)
  .map(([kind, column]) => {
    const [table] = column.split('.')
    return `WHEN '${kind}' THEN EXISTS (SELECT 1 FROM ${table}
      WHERE ${table}.workspace = triage.workspace AND ${column} = triage.id)`
  })
  .join(' ')} END`

interface Triaged {
  readonly workspace: WorkspaceIds
  readonly kind: TriagedKind
  readonly id: string
}

export function createTriage(context: StoreContext): TriageCalls {
  return {
    getTriage: ({ workspace, kind, id }) =>
      context.read((connection) => {
        const { id: _, ...triage } = readTriage(connection, workspace, kind, [id])[0] ?? { id, ...untouched }
        return triage
      }),
    existingRecords: ({ workspace, kind, ids }) =>
      context.read((connection) => {
        const [table, idColumn] = idColumns[kind].split('.')
        // At most as many as can be selected, and one text is read many times faster than as many rows.
        const found = connection.value(
          `SELECT json_group_array(${idColumn}) FROM ${table}
           WHERE workspace = ? AND ${idColumn} IN (SELECT value FROM json_each(?))`,
          [findWorkspace(connection, workspace), JSON.stringify(ids)],
          column.json<string[]>(),
        )
        return found ?? []
      }),
    listLabels: ({ workspace }) =>
      context.read((connection) =>
        connection.all(
          `SELECT value AS label, count(*) AS records FROM triage, json_each(labels)
           WHERE workspace = ? AND labels <> '[]' AND ${isThere}
           GROUP BY value ORDER BY value COLLATE NOCASE, value`,
          [findWorkspace(connection, workspace)],
          rowOf({ label: column.text, records: column.number }),
        ),
      ),
    decideTriage: ({ workspace, kind, id, decision, decidedAt, basis: given }) =>
      context.write((connection) => {
        const { status } = decision
        const isSnooze = status === 'snoozed'
        const basis =
          isSnooze && decision.until === null ? (given ?? readBasis(connection, workspace, id) ?? null) : null
        writeTriage(
          connection,
          { workspace, kind, id },
          {
            status,
            decided_at: status === 'open' ? null : decidedAt,
            until: isSnooze ? decision.until : null,
            snoozed_score: basis?.score ?? null,
            snoozed_feedback: basis && JSON.stringify(basis.feedbackIds),
          },
        )
        indexRecords(connection)
        return basis
      }),
    decideAll: ({ workspace, kind, decisions, decidedAt }) =>
      context.write((connection) => {
        const place = { workspace: ensureWorkspace(connection, workspace), kind }
        const done = decisions.map((each) => decideTogether(connection, place, each, decidedAt))
        indexRecords(connection)
        return { undo: done.flatMap(({ undo }) => undo), made: done.flatMap(({ made }) => made) }
      }),
    labelAll: ({ workspace, kind, changes }) =>
      context.write((connection) => {
        const place = { workspace: ensureWorkspace(connection, workspace), kind }
        const done = changes.map((each) => labelTogether(connection, place, each))
        indexRecords(connection)
        return { undo: done.flatMap(({ undo }) => undo), full: done.reduce((sum, { full }) => sum + full, 0) }
      }),
    setNote: ({ note: typed, began, sent, ...triaged }) =>
      context.write((connection) => {
        const stored = readTriage(connection, triaged.workspace, triaged.kind, [triaged.id])[0]?.note ?? ''
        const note = replaceTyped(stored, typed, { began, sent })
        writeTriage(connection, triaged, { note })
        indexRecords(connection)
        return note
      }),
    endSnoozes: async ({ workspace, today }) => {
      const hasEnded = await context.read((connection) => {
        const sql = `SELECT 1 FROM triage WHERE workspace = ? AND status = 'snoozed' AND until <= ? LIMIT 1`
        return connection.get(sql, [findWorkspace(connection, workspace), today]) !== undefined
      })
      // Writes only if needed, since a write empties caches.
      if (!hasEnded) return { ended: 0 }
      return context.write((connection) => ({
        ended: endWhere(connection, 'workspace = ? AND until <= ?', [findWorkspace(connection, workspace), today]),
      }))
    },
  }
}

/** Reads the triage of those records that have any, in no order. */
export function readTriage(
  connection: Connection,
  workspace: WorkspaceIds,
  kind: TriagedKind,
  ids: readonly string[],
): ReturnType<typeof triageOfRecord.read>[] {
  return connection.all(
    `SELECT id, status, decided_at, until, note, labels FROM triage
     WHERE workspace = ? AND kind = ? AND id IN (SELECT value FROM json_each(?))`,
    [findWorkspace(connection, workspace), kind, JSON.stringify(ids.map(repairText))],
    triageOfRecord,
  )
}

/** Ends due snoozes of every workspace, in the caller's transaction. */
export function endSnoozesOfAll(connection: Connection, now: Date): void {
  // Earlier versions stored the midnight at which the day began, which is another day in another time zone. The nearest
  // midnight here says which day was meant. Not a migration: rows recovered from an older copy have instants, too.
  connection.run(
    `UPDATE triage SET until = coalesce(date(until, 'localtime', '+12 hours'), until)
     WHERE status = 'snoozed' AND until LIKE '%T%'`,
  )
  endWhere(connection, 'until <= ?', [localDate(now)])
}

function endWhere(connection: Connection, where: string, values: readonly SqlValue[]): number {
  const ended = connection.all(
    `SELECT row, workspace FROM triage WHERE status = 'snoozed' AND ${where}`,
    values,
    rowOf({ row: column.number, workspace: column.number }),
  )
  if (ended.length === 0) return 0
  endRows(
    connection,
    ended.map(({ row }) => row),
  )
  return ended.length
}

function endRows(connection: Connection, rows: readonly number[]): void {
  const list = JSON.stringify(rows)
  connection.run(
    `UPDATE insights SET triage = 0 WHERE row IN (
       SELECT insights.row FROM triage
       JOIN insights ON insights.workspace = triage.workspace AND insights.id = triage.id
       WHERE triage.kind = 'insight' AND triage.row IN (SELECT value FROM json_each(?)))`,
    [list],
  )
  connection.run(
    `UPDATE triage SET status = 'open', decided_at = NULL, until = NULL, snoozed_score = NULL, snoozed_feedback = NULL
     WHERE row IN (SELECT value FROM json_each(?))`,
    [list],
  )
  removeEmpty(connection, 'row IN (SELECT value FROM json_each(?))', [list])
}

function removeEmpty(connection: Connection, where: string, values: readonly SqlValue[]): void {
  connection.run(`DELETE FROM triage WHERE status = 'open' AND note = '' AND labels = '[]' AND ${where}`, values)
}

function writeTriage(
  connection: Connection,
  { workspace, kind, id: given }: Triaged,
  values: Readonly<Record<string, SqlValue>>,
): void {
  const row = ensureWorkspace(connection, workspace)
  const id = repairText(given)
  const names = Object.keys(values)
  connection.run(
    `INSERT INTO triage (workspace, kind, id, ${names.join(', ')}) VALUES (?, ?, ?, ${names.map(() => '?').join(', ')})
     ON CONFLICT (workspace, kind, id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [row, kind, id, ...Object.values(values)],
  )
  removeEmpty(connection, 'workspace = ? AND kind = ? AND id = ?', [row, kind, id])
  if (kind === 'insight') markInsights(connection, 'workspace = ? AND id = ?', [row, id])
}

interface Place {
  /** Row of the workspace. */
  readonly workspace: number
  readonly kind: TriagedKind
}

const keptBasis = {
  snoozedScore: column.numberOrNull,
  snoozedFeedback: column.orElse(column.json<string[]>(), null),
}

const knownRow = rowOf({ id: column.text, ...triageRow.fields, ...keptBasis })

const neverDecided = { ...untouched, snoozedScore: null, snoozedFeedback: null }

/** Reads the triage of each of these ids, each once. */
function readEach(connection: Connection, { workspace, kind }: Place, given: readonly string[]) {
  const ids = [...new Set(given.map(repairText))]
  const rows = connection.all(
    `SELECT id, status, decided_at, until, note, labels, snoozed_score, snoozed_feedback FROM triage
     WHERE workspace = ? AND kind = ? AND id IN (SELECT value FROM json_each(?))`,
    [workspace, kind, JSON.stringify(ids)],
    knownRow,
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => ({ id, triage: known.get(id) ?? neverDecided }))
}

function grouped<Value>(values: Iterable<readonly [id: string, value: Value]>): { ids: string[]; value: Value }[] {
  const groups = new Map<string, { ids: string[]; value: Value }>()
  for (const [id, value] of values) {
    const key = JSON.stringify(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { ids: [id], value })
    else group.ids.push(id)
  }
  return [...groups.values()]
}

const decisionOf = ({ status, until }: Triage): TriageDecision =>
  status === 'snoozed' ? { status, until } : { status }

const madeBefore = ({ decidedAt, snoozedScore, snoozedFeedback }: ReturnType<typeof knownRow.read>): MadeBefore => ({
  decidedAt,
  basis: snoozedFeedback && { score: snoozedScore, feedbackIds: snoozedFeedback },
})

const isSame = (one: TriageDecision, other: TriageDecision) =>
  one.status === other.status && (one.status !== 'snoozed' || other.status !== 'snoozed' || one.until === other.until)

/** Writes the decision where it differs. Returns what undoes it, and what makes it again without the insights. */
function decideTogether(
  connection: Connection,
  place: Place,
  { ids, decision, from, before }: Decisions[number],
  decidedAt: string,
): { readonly undo: Decisions; readonly made: Decisions } {
  const changed = readEach(connection, place, ids)
    .map(({ id, triage }) => [id, { decision: decisionOf(triage), before: madeBefore({ id, ...triage }) }] as const)
    .filter(([, { decision: last }]) => !isSame(last, decision) && (from === null || isSame(last, from)))
  if (changed.length === 0) return { undo: [], made: [] }
  const { workspace, kind } = place
  const list = JSON.stringify(changed.map(([id]) => id))
  const { status } = decision
  const until = status === 'snoozed' ? decision.until : null
  connection.run(
    `INSERT INTO triage (workspace, kind, id, status, decided_at, until) SELECT ?, ?, value, ?, ?, ? FROM json_each(?)
     WHERE true ON CONFLICT (workspace, kind, id) DO UPDATE SET status = excluded.status,
       decided_at = excluded.decided_at, until = excluded.until, snoozed_score = NULL, snoozed_feedback = NULL`,
    [workspace, kind, status, status === 'open' ? null : (before?.decidedAt ?? decidedAt), until, list],
  )
  const these = 'workspace = ? AND kind = ? AND id IN (SELECT value FROM json_each(?))'
  const basis = before?.basis ?? null
  const isUntilChange = status === 'snoozed' && until === null
  if (isUntilChange && basis !== null)
    connection.run(`UPDATE triage SET snoozed_score = ?, snoozed_feedback = ? WHERE ${these}`, [
      ...[basis.score, JSON.stringify(basis.feedbackIds), workspace, kind, list],
    ])
  else if (isUntilChange)
    connection.run(
      `UPDATE triage SET (snoozed_score, snoozed_feedback) = (
         SELECT ${basisSql} FROM insights WHERE insights.workspace = triage.workspace AND insights.id = triage.id)
       WHERE ${these}`,
      [workspace, kind, list],
    )
  removeEmpty(connection, these, [workspace, kind, list])
  if (kind === 'insight')
    markInsights(connection, 'workspace = ? AND id IN (SELECT value FROM json_each(?))', [workspace, list])
  const now = readEach(
    connection,
    place,
    changed.map(([id]) => id),
  ).map(({ id, triage }) => [id, madeBefore({ id, ...triage })] as const)
  return {
    undo: grouped(changed).map(({ ids: of, value }) => ({ ids: of, ...value, from: decision })),
    made: grouped(now).map(({ ids: of, value }) => ({ ids: of, decision, from: null, before: value })),
  }
}

function labelTogether(
  connection: Connection,
  place: Place,
  { ids, add, remove }: Labelling[number],
): { readonly undo: Labelling; readonly full: number } {
  const [wanted, unwanted] = [add.map(repairText), new Set(remove.map(repairText))]
  let full = 0
  const changed = readEach(connection, place, ids).flatMap(({ id, triage: { labels } }) => {
    const kept = labels.filter((label) => !unwanted.has(label))
    const missing = [...new Set(wanted)].filter((label) => !kept.includes(label))
    const added = missing.slice(0, Math.max(0, mostLabels - kept.length))
    if (added.length < missing.length) full += 1
    const removed = labels.filter((label) => unwanted.has(label) && !added.includes(label))
    if (added.length + removed.length === 0) return []
    return [{ id, next: [...kept, ...added], undo: { add: removed, remove: added } }]
  })
  for (const { ids: of, value } of grouped(changed.map(({ id, next }) => [id, next] as const))) {
    connection.run(
      `INSERT INTO triage (workspace, kind, id, labels) SELECT ?, ?, value, ? FROM json_each(?)
       WHERE true ON CONFLICT (workspace, kind, id) DO UPDATE SET labels = excluded.labels`,
      [place.workspace, place.kind, JSON.stringify(value), JSON.stringify(of)],
    )
  }
  removeEmpty(connection, 'workspace = ? AND kind = ? AND id IN (SELECT value FROM json_each(?))', [
    ...[place.workspace, place.kind, JSON.stringify(changed.map(({ id }) => id))],
  ])
  const undo = grouped(changed.map((each) => [each.id, each.undo] as const))
  return { undo: undo.map(({ ids: of, value }) => ({ ids: of, ...value })), full }
}

const carriedRow = rowOf({
  kind: column.textOf<TriagedKind>(),
  id: column.text,
  ...triageRow.fields,
  snoozedScore: column.numberOrNull,
  snoozedFeedback: column.textOrNull,
})

/** Writes a row of a library in memory over that in the file: the newer decision, and all texts. */
export function mergeTriage(connection: Connection, stored: SqlRow): void {
  const carried = carriedRow.read(stored)
  const { kind, id } = carried
  const workspace = workspaceRow.read(stored)
  const known = connection.get(
    'SELECT * FROM triage WHERE workspace = ? AND kind = ? AND id = ?',
    [findWorkspace(connection, workspace), kind, id],
    triageRow,
  )
  const isDated = carried.status !== 'snoozed' || carried.until !== null
  // It was snoozed without the insight, which the file may have.
  const basis = isDated || carried.snoozedFeedback !== null ? undefined : readBasis(connection, workspace, id)
  writeTriage(
    connection,
    { workspace, kind, id },
    {
      note: joinTexts(known?.note ?? '', carried.note),
      labels: JSON.stringify([...new Set([...(known?.labels ?? []), ...carried.labels])]),
      ...(carried.status !== 'open' && {
        status: carried.status,
        decided_at: carried.decidedAt,
        until: carried.until,
        snoozed_score: basis === undefined ? carried.snoozedScore : basis.score,
        snoozed_feedback: basis === undefined ? carried.snoozedFeedback : JSON.stringify(basis.feedbackIds),
      }),
    },
  )
}

/** Copies the decisions about these insights to their rows. */
export function markInsights(connection: Connection, where: string, values: readonly SqlValue[]): void {
  connection.run(
    `UPDATE insights SET triage = coalesce((
       SELECT CASE status WHEN 'reviewed' THEN 1 WHEN 'snoozed' THEN 2 ELSE 0 END FROM triage
       WHERE triage.workspace = insights.workspace AND triage.kind = 'insight' AND triage.id = insights.id), 0)
     WHERE ${where}`,
    values,
  )
}

const basisRow = rowOf({ score: column.numberOrNull, feedbackIds: column.json<string[]>() })

const basisSql = `combined_score AS score, (
  SELECT json_group_array(feedback.id) FROM insight_feedback AS link
  JOIN feedback ON feedback.row = link.feedback WHERE link.insight = insights.row) AS feedback_ids`

/** undefined: the library does not have the insight. */
function readBasis(connection: Connection, workspace: WorkspaceIds, id: string) {
  return connection.get(
    `SELECT ${basisSql} FROM insights WHERE workspace = ? AND id = ?`,
    [findWorkspace(connection, workspace), repairText(id)],
    basisRow,
  )
}

const waitingRow = rowOf({ row: column.number, ...keptBasis, ...basisRow.fields })

/** Runs within the transaction of a sync, after the last of its insights. */
export function endOutdatedSnoozes(connection: Connection, workspace: number): void {
  const waiting = connection.all(
    `SELECT triage.row AS row, snoozed_score, snoozed_feedback, ${basisSql} FROM triage
     JOIN insights ON insights.workspace = triage.workspace AND insights.id = triage.id
     WHERE triage.workspace = ? AND triage.status = 'snoozed' AND until IS NULL AND kind = 'insight'`,
    [workspace],
    waitingRow,
  )
  for (const { row, score, feedbackIds, snoozedFeedback } of waiting) {
    if (snoozedFeedback !== null) continue
    // It was snoozed while the library did not have it.
    const sql = 'UPDATE triage SET snoozed_score = ?, snoozed_feedback = ? WHERE row = ?'
    connection.run(sql, [score, JSON.stringify(feedbackIds), row])
  }
  const ended = waiting.filter(
    ({ score, feedbackIds, snoozedScore, snoozedFeedback }) =>
      snoozedFeedback !== null &&
      endsSnooze({ score: snoozedScore, feedbackIds: snoozedFeedback }, { score, feedbackIds }),
  )
  if (ended.length > 0)
    endRows(
      connection,
      ended.map(({ row }) => row),
    )
}

const marksRow = rowOf({
  id: column.text,
  status: column.textOf<TriageStatus>(),
  hasNote: column.flag,
  labels: column.json<string[]>(),
})

/** Reads triage marks by id, of records that have any triage. */
export function readTriageMarks(
  connection: Connection,
  { workspace, kind }: Place,
  ids: readonly string[],
): ReadonlyMap<string, TriageMarks> {
  const rows = connection.all(
    `SELECT id, status, note <> '' AS has_note, labels FROM triage
     WHERE workspace = ? AND kind = ? AND id IN (SELECT value FROM json_each(?))`,
    [workspace, kind, JSON.stringify(ids)],
    marksRow,
  )
  return new Map(rows.map(({ id, ...marks }) => [id, marks]))
}

/** SQL of the rows of insights that a person wrote on this computer, confirmed or not, in the workspace `?`, twice. */
export const writtenHere = `SELECT row FROM insights INDEXED BY insights_by_change
  WHERE workspace = ? AND own_change IS NOT NULL
  UNION ALL SELECT insights.row FROM activity
  JOIN insights ON insights.workspace = activity.workspace AND insights.id = activity.target_id
  WHERE activity.workspace = ? AND activity.kind = 'createInsight'`

const hasLabel = `triage.labels <> '[]' AND EXISTS (
  SELECT 1 FROM json_each(triage.labels) AS given JOIN json_each(?) AS wanted ON wanted.value = given.value)`

/** SQL of the rows that the filter leaves, with its values; null: it leaves all. */
export function rowsOfOwn(
  { workspace, kind }: Place,
  { status, hasNote = false, labels = [] }: OwnFilter,
): { readonly sql: string; readonly values: readonly SqlValue[] } | null {
  const [table] = idColumns[kind].split('.')
  const conditions = [
    ...(status === undefined ? [] : [`coalesce(triage.status, 'open') = '${status}'`]),
    ...(hasNote ? [`triage.note <> ''`] : []),
    ...(labels.length > 0 ? [hasLabel] : []),
  ]
  if (conditions.length === 0) return null
  // Records without triage are open too; every other filter begins with the few rows of the table.
  const join = status === 'open' ? `${table} AS record LEFT JOIN triage` : `triage CROSS JOIN ${table} AS record`
  const on = `triage.workspace = record.workspace AND triage.kind = '${kind}' AND triage.id = ${idColumns[kind].replace(/^\w+/, 'record')}`
  const of = status === 'open' ? 'record' : 'triage'
  return {
    sql: `SELECT record.row AS row FROM ${join} ON ${on} WHERE ${of}.workspace = ? AND ${conditions.join(' AND ')}`,
    values: [workspace, ...(labels.length > 0 ? [JSON.stringify(labels)] : [])],
  }
}
