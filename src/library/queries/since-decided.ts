// The evidence since each decision: feedback that was written or synced later, and the move of the top score. Some records are
// carried by thousands of insights, so these are gone through in steps that let other calls in between.
import type { PrioritisedKind, SinceDecided } from '../../contract/features/priorities'
import { endOfSync } from '../ingest/change-log'
import { readDecisions } from '../local/priorities'
import type { Connection } from '../store/connection'
import { column, rowOf } from '../store/row'
import type { TableUse } from '../store/table-use'
import { sentimentOfPiece, writtenAt } from './feedback'
import type { Steps } from './kept-in-steps'
import { insightsCarrying } from './relations'

/** All tables read here, beside the decisions. */
export const tablesOfEvidence: ReadonlySet<string> = new Set([
  ...['insights', 'feedback', 'score_history', 'change_log', 'syncs', 'opportunities', 'outcomes', 'solutions'],
  ...['insight_feedback', 'insight_opportunities', 'insight_outcomes', 'insight_solutions'],
])

/** By record and date. A new decision changes nothing about earlier ones. */
type KnownSince = Map<string, SinceDecided | null>

/** Keeps results until something is written to the evidence. */
export function createKnownSince({ revisionOf }: Pick<TableUse, 'revisionOf'>): () => KnownSince {
  let [revision, known]: [number, KnownSince] = [-1, new Map()]
  return () => {
    if (revision !== revisionOf(tablesOfEvidence)) [revision, known] = [revisionOf(tablesOfEvidence), new Map()]
    return known
  }
}

/** Insights with their feedback that one step goes through: some 10 ms. */
const insightsInStep = 500
/** Rows of the change log that one step goes through, to find insights that carried a record. */
const changesInStep = 2_000
const decisionsInStep = 50

const scoresRow = rowOf({ strongestThen: column.numberOrNull, strongestNow: column.numberOrNull })
const idRow = rowOf({ id: column.text })
const idsOf = column.orElse<readonly string[], readonly string[]>(column.json(), [])
const beforeRow = rowOf({ insight: column.text, ids: idsOf })
const droppedRow = rowOf({ row: column.number, sync: column.number, insight: column.text, ids: idsOf })
const pieceRow = rowOf({
  id: column.text,
  insight: column.text,
  isWrittenLater: column.flag,
  sentiment: column.textOrNull,
})

/** Lists of an insight's links in the change log, by the kind of the record that is decided about. */
type LinkList = 'opportunities' | 'outcomes' | 'solutions' | 'feedback'
const listOf = {
  ...{ opportunity: 'opportunities', outcome: 'outcomes', solution: 'solutions' },
} as const satisfies Record<Exclude<PrioritisedKind, 'insight'>, LinkList>

/** For insights that came, left or whose links of a list changed after a sync: the ids they were linked to by then. */
const beforeSql = `SELECT asked.value AS insight, change_log.before ->> ('$.' || ?4) AS ids
  FROM json_each(?2) AS asked JOIN change_log ON change_log.row = (
    SELECT min(first.row) FROM change_log AS first
    WHERE first.workspace = ?1 AND first.insight_id = asked.value AND first.sync > ?3
      AND (first.change IN ('added', 'removed') OR instr(first.fields, '"' || ?4 || '"') > 0))`

/** Every change of an insight after a sync, with the links of a list that it lost or may have lost. */
const droppedSql = `SELECT row, sync, insight_id AS insight,
    CASE WHEN change = 'removed' OR instr(fields, '"' || ?5 || '"') > 0 THEN before ->> ('$.' || ?5) END AS ids
  FROM change_log WHERE workspace = ?1 AND (sync, row) > (?2, ?3) ORDER BY sync, row LIMIT ?4`

const scoresSql = `SELECT max(insights.combined_score) FILTER (WHERE asked.value ->> 'isNow') AS strongest_now, max((
    SELECT earlier.combined_score FROM score_history AS earlier
    WHERE earlier.workspace = ?1 AND earlier.insight_id = asked.value ->> 'id' AND earlier.sync <= ?3
    ORDER BY earlier.sync DESC LIMIT 1)) FILTER (WHERE asked.value ->> 'isThen') AS strongest_then
  FROM json_each(?2) AS asked LEFT JOIN insights ON insights.workspace = ?1 AND insights.id = asked.value ->> 'id'`

const piecesSql = `SELECT feedback.id, asked.insight_id AS insight, coalesce(${writtenAt} > julianday(?3), 0) AS is_written_later,
    ${sentimentOfPiece} AS sentiment
  FROM (SELECT row AS insight_row, id AS insight_id FROM insights
        WHERE workspace = ?1 AND id IN (SELECT value FROM json_each(?2))) AS asked
    JOIN insight_feedback ON insight_feedback.insight = asked.insight_row
    JOIN feedback ON feedback.row = insight_feedback.feedback`

/** Searches from the newest to the first that fits. The first condition spares most rows the second, which reads JSON. */
const lastSyncSql = `SELECT row FROM syncs NOT INDEXED
  WHERE workspace = ?1 AND resource <> 'knowledge' AND started_at <= ?2 AND ${endOfSync} <= ?2 ORDER BY row DESC LIMIT 1`

interface Piece {
  readonly sentiment: string | null
  readonly isWrittenLater: boolean
}

const greatest = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

function heardIn(pieces: readonly Pick<Piece, 'sentiment'>[]): SinceDecided['later'] {
  const rated = pieces.filter(({ sentiment }) => sentiment !== null)
  const negative = rated.filter(({ sentiment }) => sentiment === 'Negative')
  return { feedback: pieces.length, rated: rated.length, negative: negative.length }
}

interface Decided {
  readonly id: string
  readonly decidedAt: string
  /** The last sync that was over by then; null: none, so all feedback not written later counts as known. */
  readonly lastSync: number | null
}

/** By record, the insights that lost it or left since a sync, and so may have carried it then. */
type Dropped = ReadonlyMap<string, ReadonlySet<string>>

function* readDropped(
  connection: Connection,
  { workspace, kind }: Asked,
  decided: readonly Decided[],
): Generator<void, Dropped> {
  const dropped = new Map(decided.map(({ id }) => [id, new Set<string>()]))
  const syncs = decided.flatMap(({ lastSync }) => lastSync ?? [])
  if (kind === 'insight' || syncs.length === 0) return dropped
  let last = { sync: Math.min(...syncs), row: Number.MAX_SAFE_INTEGER }
  for (;;) {
    const place = [workspace, last.sync, last.row, changesInStep, listOf[kind]]
    const changes = connection.all(droppedSql, place, droppedRow)
    for (const { insight, ids } of changes) for (const id of ids) dropped.get(id)?.add(insight)
    const end = changes.at(-1)
    if (end === undefined || changes.length < changesInStep) return dropped
    last = end
    yield
  }
}

function* readSince(
  connection: Connection,
  { workspace, kind }: Asked,
  { id, decidedAt, lastSync }: Decided,
  dropped: Dropped,
): Generator<void, SinceDecided | null> {
  const rows = insightsCarrying(connection, workspace, { kind, id })
  if (rows.length === 0) return null
  const sql = 'SELECT id FROM insights WHERE row IN (SELECT value FROM json_each(?))'
  const now = new Set(connection.all(sql, [JSON.stringify(rows)], idRow).map((insight) => insight.id))
  const insights = [...new Set([...now, ...(dropped.get(id) ?? [])])]
  const pieces = new Map<string, Piece>()
  const known = new Set<string>()
  let strongestThen: number | null = null
  let strongestNow: number | null = null
  for (let from = 0; from < insights.length; from += insightsInStep) {
    const some = insights.slice(from, from + insightsInStep)
    const linkedBefore = (list: LinkList) => {
      const place = [workspace, JSON.stringify(some), lastSync, list]
      return new Map(connection.all(beforeSql, place, beforeRow).map(({ insight, ids }) => [insight, ids]))
    }
    const carried = kind === 'insight' ? null : linkedBefore(listOf[kind])
    const then = new Set(some.filter((insight) => carried?.get(insight)?.includes(id) ?? now.has(insight)))
    const asked = some.map((insight) => ({ id: insight, isNow: now.has(insight), isThen: then.has(insight) }))
    const scores = connection.get(scoresSql, [workspace, JSON.stringify(asked), lastSync], scoresRow)
    strongestThen = greatest(strongestThen, scores?.strongestThen ?? null)
    strongestNow = greatest(strongestNow, scores?.strongestNow ?? null)
    const heard = linkedBefore('feedback')
    for (const insight of then) for (const piece of heard.get(insight) ?? []) known.add(piece)
    for (const { id: piece, insight, ...rest } of connection.all(
      piecesSql,
      [workspace, JSON.stringify(some), decidedAt],
      pieceRow,
    )) {
      if (then.has(insight) && !heard.has(insight)) known.add(piece)
      if (now.has(insight)) pieces.set(piece, rest)
    }
    yield
  }
  const all = [...pieces].map(([piece, { sentiment, isWrittenLater }]) => ({
    ...{ sentiment, isLater: isWrittenLater || !known.has(piece) },
  }))
  const later = heardIn(all.filter(({ isLater }) => isLater))
  const earlier = heardIn(all.filter(({ isLater }) => !isLater))
  return { id, decidedAt, later, earlier, strongestThen, strongestNow }
}

interface Asked {
  readonly workspace: number
  readonly kind: PrioritisedKind
}

/** For records of one kind that were decided about as *now* or *not now*; nothing contradicts other decisions. */
export function* readSinceDecided(
  connection: Connection,
  knownSince: () => KnownSince,
  asked: Asked,
): Steps<readonly SinceDecided[]> {
  const known = knownSince()
  const keyOf = ({ id, decidedAt }: Pick<Decided, 'id' | 'decidedAt'>) => JSON.stringify([asked, id, decidedAt])
  const all = [...readDecisions(connection, asked.workspace, asked.kind)].flatMap(([id, { decision, decidedAt }]) =>
    decidedAt !== null && (decision === 'now' || decision === 'notNow') ? [{ id, decidedAt }] : [],
  )
  const unknown: Decided[] = []
  for (const each of all.filter((one) => !known.has(keyOf(one)))) {
    const last = connection.value(lastSyncSql, [asked.workspace, each.decidedAt], column.number)
    unknown.push({ ...each, lastSync: last ?? null })
    if (unknown.length % decisionsInStep === 0) yield
  }
  const dropped = yield* readDropped(connection, asked, unknown)
  for (const each of unknown) known.set(keyOf(each), yield* readSince(connection, asked, each, dropped))
  return all.flatMap((each) => known.get(keyOf(each)) ?? [])
}
