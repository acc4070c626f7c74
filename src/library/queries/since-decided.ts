// What became known since each decision: feedback that was written or synced later, and how the strongest score moved. Some records are
// carried by thousands of insights, so these are gone through in steps that let other calls in between.
import type { PrioritisedKind, SinceDecided } from '../../contract/features/priorities'
import { readDecisions } from '../local/priorities'
import type { Connection } from '../store/connection'
import { column, rowOf } from '../store/row'
import type { TableUse } from '../store/table-use'
import { sentimentOfPiece, writtenAt } from './feedback'
import type { Steps } from './kept-in-steps'
import { insightsCarrying } from './relations'

/** Of all that is read here beside the decisions. */
export const tablesOfEvidence: ReadonlySet<string> = new Set([
  ...['insights', 'feedback', 'score_history', 'change_log', 'syncs', 'opportunities', 'outcomes', 'solutions'],
  ...['insight_feedback', 'insight_opportunities', 'insight_outcomes', 'insight_solutions'],
])

/** By record and date. Another decision changes nothing about those before. */
type KnownSince = Map<string, SinceDecided | null>

/** What is known until something is written to the evidence. */
export function createKnownSince({ revisionOf }: Pick<TableUse, 'revisionOf'>): () => KnownSince {
  let [revision, known]: [number, KnownSince] = [-1, new Map()]
  return () => {
    if (revision !== revisionOf(tablesOfEvidence)) [revision, known] = [revisionOf(tablesOfEvidence), new Map()]
    return known
  }
}

/** Insights with their feedback that one step goes through: some 10 ms. */
const insightsInStep = 500

const scoresRow = rowOf({ strongestThen: column.numberOrNull, strongestNow: column.numberOrNull })
const knownRow = rowOf({ insight: column.number, feedback: column.orElse(column.json<string[]>(), []) })
const pieceRow = rowOf({
  row: column.number,
  id: column.text,
  insight: column.number,
  isWrittenLater: column.flag,
  sentiment: column.textOrNull,
})

const given = 'IN (SELECT value FROM json_each(?1))'

const scoresSql = `SELECT max(combined_score) AS strongest_now, max((
    SELECT earlier.combined_score FROM score_history AS earlier
    WHERE earlier.workspace = insights.workspace AND earlier.insight_id = insights.id AND earlier.sync <= ?2
    ORDER BY earlier.sync DESC LIMIT 1)) AS strongest_then
  FROM insights WHERE row ${given}`

/** Of insights that came or whose feedback changed after a sync, the feedback that they had by then. */
const knownSql = `SELECT insights.row AS insight, change_log.before ->> '$.feedback' AS feedback
  FROM insights JOIN change_log ON change_log.row = (
    SELECT min(first.row) FROM change_log AS first
    WHERE first.workspace = insights.workspace AND first.record = 'insight' AND first.record_id = insights.id
      AND first.sync > ?2 AND (first.change = 'added' OR instr(first.fields, '"feedback"') > 0))
  WHERE insights.row ${given}`

const piecesSql = `SELECT feedback.row, feedback.id, insight, coalesce(${writtenAt} > julianday(?2), 0) AS is_written_later,
    ${sentimentOfPiece} AS sentiment
  FROM insight_feedback JOIN feedback ON feedback.row = insight_feedback.feedback WHERE insight ${given}`

interface Piece {
  readonly sentiment: string | null
  /** Written later, or no insight of the record had it when the person decided: feedback may come long after it was written. */
  readonly isLater: boolean
}

const greatest = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

function heardIn(pieces: readonly Piece[]): SinceDecided['later'] {
  const rated = pieces.filter(({ sentiment }) => sentiment !== null)
  const negative = rated.filter(({ sentiment }) => sentiment === 'Negative')
  return { feedback: pieces.length, rated: rated.length, negative: negative.length }
}

function* readSince(connection: Connection, insights: readonly number[], lastSync: number, decidedAt: string) {
  const pieces = new Map<number, Piece>()
  let strongestThen: number | null = null
  let strongestNow: number | null = null
  for (let from = 0; from < insights.length; from += insightsInStep) {
    const some = JSON.stringify(insights.slice(from, from + insightsInStep))
    const scores = connection.get(scoresSql, [some, lastSync], scoresRow)
    strongestThen = greatest(strongestThen, scores?.strongestThen ?? null)
    strongestNow = greatest(strongestNow, scores?.strongestNow ?? null)
    const changed = connection.all(knownSql, [some, lastSync], knownRow)
    const known = new Map(changed.map(({ insight, feedback }) => [insight, new Set(feedback)]))
    for (const { row, id, insight, isWrittenLater, sentiment } of connection.all(
      piecesSql,
      [some, decidedAt],
      pieceRow,
    )) {
      const isKnown = known.get(insight)?.has(id) ?? true
      const wasLater = pieces.get(row)?.isLater ?? true
      pieces.set(row, { sentiment, isLater: isWrittenLater || (wasLater && !isKnown) })
    }
    yield
  }
  const all = [...pieces.values()]
  const found = {
    later: heardIn(all.filter(({ isLater }) => isLater)),
    earlier: heardIn(all.filter(({ isLater }) => !isLater)),
  }
  return { ...found, strongestThen, strongestNow } satisfies Omit<SinceDecided, 'id'>
}

interface Asked {
  readonly workspace: number
  readonly kind: PrioritisedKind
}

/** Of records of one kind that were decided about as *now* or *not now*; nothing contradicts other decisions. */
export function* readSinceDecided(
  connection: Connection,
  knownSince: () => KnownSince,
  { workspace, kind }: Asked,
): Steps<readonly SinceDecided[]> {
  const lastSyncBy = 'SELECT max(row) FROM syncs WHERE workspace = ? AND started_at <= ?'
  const all: SinceDecided[] = []
  const known = knownSince()
  for (const [id, { decision, decidedAt }] of readDecisions(connection, workspace, kind)) {
    if (decidedAt === null || (decision !== 'now' && decision !== 'notNow')) continue
    const key = JSON.stringify([workspace, id, decidedAt])
    if (!known.has(key)) {
      const insights = insightsCarrying(connection, workspace, { kind, id })
      const lastSync = connection.value(lastSyncBy, [workspace, decidedAt], column.numberOrNull) ?? -1
      const since = insights.length === 0 ? null : yield* readSince(connection, insights, lastSync, decidedAt)
      known.set(key, since && { id, ...since })
    }
    const since = known.get(key)
    if (since) all.push(since)
  }
  return all
}
