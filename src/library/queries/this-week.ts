// The overview for Mondays: opportunities and goals that want attention, and the arrivals of each week.
import { type Need, needsOfGoal, needsOfOpportunity, recentSince } from '../../contract/features/needs'
import { type Needy, type NeedyRecord, type ThisWeek, type Trends, trendWeeks } from '../../contract/features/this-week'
import { mondays, startOfDay } from '../../contract/weeks'
import type { WorkspaceRef } from '../../contract/workspace'
import { noSync } from '../ingest/change-log'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { sentimentOfPiece, writtenAt } from './feedback'
import { keepInSteps, type Steps } from './kept-in-steps'
import { integersIn, rowsOf } from './list-cache'
import { hasNeed, type NeedFigures, type NeedyKind, prepareNeeds, readNeedFigures, tablesOfNeeds } from './needs'
import type { RecordFigures } from './record-figures'
import { carriedKind } from './relations'

/** Records of a group that are shown by name. */
const shownOfGroup = 3

/** The sort value of a group; the most insights come first where figures are equal. */
const weights: Readonly<Record<Need, (figures: NeedFigures) => number>> = {
  unseen: ({ unseen }) => unseen,
  unhappy: ({ negative }) => negative,
  noFeedback: ({ insights }) => insights,
  oldFeedback: ({ insights }) => insights,
  noOpportunity: ({ insights }) => insights,
}

const isoOfJulian = (value: number | null) =>
  value === null ? null : new Date(Math.round((value - julianOfEpoch) * dayMs)).toISOString()
const julianOfEpoch = 2_440_587.5
const dayMs = 86_400_000

function lastFeedback(connection: Connection, kind: NeedyKind, row: number): string | null {
  const { linkTable, linkColumn } = carriedKind(kind)
  const sql = `SELECT max(${writtenAt}) FROM feedback WHERE row IN (
    SELECT said.feedback FROM ${linkTable} AS own JOIN insight_feedback AS said ON said.insight = own.insight
    WHERE own.${linkColumn} = ?)`
  return isoOfJulian(connection.value(sql, [row], column.numberOrNull) ?? null)
}

function readNeedy(
  connection: Connection,
  kind: NeedyKind,
  all: readonly NeedFigures[],
  needs: readonly Need[],
): Needy {
  const groupOf = (need: Need) => {
    const weightOf = weights[need]
    const found = needs.includes(need) ? all.filter((figures) => hasNeed(figures, need)) : []
    const first = found
      .toSorted((one, other) => weightOf(other) - weightOf(one) || other.insights - one.insights || one.row - other.row)
      .slice(0, shownOfGroup)
    const top = first.map(({ row, id, title, hideContent, insights, unseen, rated, negative }): NeedyRecord => {
      const latest = need === 'oldFeedback' ? lastFeedback(connection, kind, row) : null
      return { id, title, hideContent, insights, unseen, rated, negative, latest }
    })
    return { total: found.length, top }
  }
  const groups = {
    unseen: groupOf('unseen'),
    unhappy: groupOf('unhappy'),
    noFeedback: groupOf('noFeedback'),
    oldFeedback: groupOf('oldFeedback'),
    noOpportunity: groupOf('noOpportunity'),
  }
  return { all: all.length, groups }
}

type WeekCounts = ReadonlyMap<string | null, number[]>

/** Counts a day at a time, from an instant up to another; null: the last day, which has no end. */
function* countByWeek(
  starts: readonly number[],
  valuesOfDay: (from: number, to: number | null) => Iterable<string | null>,
): Steps<WeekCounts> {
  const counts = new Map<string | null, number[]>()
  for (const [week, start] of starts.entries()) {
    for (let day = 0; day < 7; day += 1) {
      const from = start + day * dayMs
      // Where clocks change, the last day of a week is longer or shorter.
      const to = day < 6 ? from + dayMs : (starts[week + 1] ?? null)
      for (const value of valuesOfDay(from, to)) {
        const known = counts.get(value) ?? new Array<number>(trendWeeks).fill(0)
        known[week] = (known[week] ?? 0) + 1
        counts.set(value, known)
      }
      yield
    }
  }
  return counts
}

const typeRow = rowOf({ type: column.text, rows: column.text })

/** Counts by type. Two indexes have all that is needed; one statement would read every insight with its texts. */
function* countInsights(connection: Connection, workspace: number, starts: readonly number[]): Steps<WeekCounts> {
  const typeOf = new Map<number, string>()
  const types = `SELECT type, group_concat(row) AS rows FROM insights INDEXED BY insights_by_type
    WHERE workspace = ? GROUP BY type`
  for (const { type, rows } of connection.all(types, [workspace], typeRow)) {
    for (const row of integersIn(rows)) typeOf.set(row, type)
  }
  yield
  const ofDay = `SELECT row FROM insights INDEXED BY insights_by_created_key
    WHERE workspace = ? AND created_key >= ? AND created_key < ?`
  return yield* countByWeek(starts, (from, to) => {
    const rows = rowsOf(connection, ofDay, [workspace, from, to ?? Number.MAX_SAFE_INTEGER])
    return rows.map((row) => typeOf.get(row) ?? '')
  })
}

const sentiments = column.json<(string | null)[]>()

/** Counts by sentiment, which is in the index of dates. Grouping by it in SQL would read every piece with its texts. */
function countFeedback(connection: Connection, workspace: number, starts: readonly number[]): Steps<WeekCounts> {
  const ofDay = `SELECT json_group_array(${sentimentOfPiece}) FROM feedback INDEXED BY feedback_by_date
    WHERE workspace = ?1 AND ${writtenAt} >= julianday(?2) AND ${writtenAt} < coalesce(julianday(?3), 9e9)`
  const iso = (time: number) => new Date(time).toISOString()
  return countByWeek(
    starts,
    (from, to) => connection.value(ofDay, [workspace, iso(from), to === null ? null : iso(to)], sentiments) ?? [],
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const moveRow = rowOf({
  sync: column.number,
  startedAt: column.text,
  combined: column.number,
  combinedCount: column.number,
  strength: column.number,
  strengthCount: column.number,
  momentum: column.number,
  momentumCount: column.number,
})
type Move = ReturnType<typeof moveRow.read>
const measures = ['combined', 'strength', 'momentum'] as const

/** Scores in the history that are gone through at a time. */
const scoresInStep = 2_500

/**
 * By sync, the change of the sums of the scores and of the number of scored insights, for ids above one and up to another.
 * An insight that left the list takes its scores away. Scores of sync 0 are those of an answer, which its first list repeats.
 */
const movesSql = `
  WITH states AS (
    SELECT insight_id, sync, 0 AS place, combined_score, strength_score, momentum_score FROM score_history
    WHERE workspace = ?1 AND insight_id > ?2 AND insight_id <= ?3 AND sync > ${noSync}
    UNION ALL
    SELECT insight_id, sync, 1, NULL, NULL, NULL FROM change_log
    WHERE workspace = ?1 AND change = 'removed' AND insight_id > ?2 AND insight_id <= ?3
  ), moves AS (
    SELECT sync, ${measures
      .map(
        (name) => `
      coalesce(${name}_score, 0) - coalesce(lag(${name}_score) OVER story, 0) AS ${name},
      (${name}_score IS NOT NULL) - coalesce(lag(${name}_score IS NOT NULL) OVER story, 0) AS ${name}_count`,
      )
      .join()}
    FROM states WINDOW story AS (PARTITION BY insight_id ORDER BY sync, place)
  ), sums AS (
    SELECT sync, ${measures.map((name) => `sum(${name}) AS ${name}, sum(${name}_count) AS ${name}_count`).join()}
    FROM moves GROUP BY sync
  )
  SELECT sync, started_at, ${measures.map((name) => `${name}, ${name}_count`).join()}
  FROM sums JOIN syncs ON syncs.row = sums.sync ORDER BY sums.sync`

/** With an optional bound, each step would read all that follows. */
const afterAllIds = '\u{10ffff}'

function* readMoves(connection: Connection, workspace: number): Steps<readonly Move[]> {
  const moves = new Map<number, Move>()
  const boundary = `SELECT insight_id FROM score_history WHERE workspace = ? AND insight_id > ?
    ORDER BY insight_id LIMIT 1 OFFSET ${scoresInStep - 1}`
  let after = ''
  for (let last: string | null = after; last !== null; after = last ?? '') {
    last = connection.value(boundary, [workspace, after], column.text) ?? null
    for (const move of connection.all(movesSql, [workspace, after, last ?? afterAllIds], moveRow)) {
      const known = moves.get(move.sync)
      moves.set(move.sync, known === undefined ? move : together(known, move))
    }
    yield
  }
  return [...moves.values()].sort((one, other) => one.sync - other.sync)
}

const together = (one: Move, other: Move): Move => ({
  ...one,
  combined: one.combined + other.combined,
  combinedCount: one.combinedCount + other.combinedCount,
  strength: one.strength + other.strength,
  strengthCount: one.strengthCount + other.strengthCount,
  momentum: one.momentum + other.momentum,
  momentumCount: one.momentumCount + other.momentumCount,
})

/** Means at the end of each week, from the sums of all syncs until then. */
function* readScores(
  connection: Connection,
  workspace: number,
  ends: readonly number[],
): Steps<Pick<Trends, 'scores' | 'scored' | 'scoresSince'>> {
  const moves = yield* readMoves(connection, workspace)
  const steps = moves.map((move) => ({ ...move, at: Date.parse(move.startedAt) }))
  const untilEnd = (week: number) => {
    const end = ends[week] ?? Number.POSITIVE_INFINITY
    return steps.filter(({ at }) => at < end)
  }
  const weeks = Array.from({ length: trendWeeks }, (_, week) => untilEnd(week))
  const meanOf = (name: (typeof measures)[number]) =>
    weeks.map((until) => {
      const count = sum(until.map((step: Move) => step[`${name}Count`]))
      return count === 0 ? null : sum(until.map((step: Move) => step[name])) / count
    })
  return {
    scores: { combinedScore: meanOf('combined'), strengthScore: meanOf('strength'), momentumScore: meanOf('momentum') },
    scored: weeks.map((until) => sum(until.map((step) => step.combinedCount))),
    scoresSince: steps[0]?.startedAt ?? null,
  }
}

/** @param times when the weeks begin: part of what is kept, as another time zone has others */
function* readTrends(
  connection: Connection,
  workspace: number,
  weeks: readonly string[],
  times: readonly number[],
): Steps<Trends> {
  const insights = yield* countInsights(connection, workspace, times)
  const feedback = yield* countFeedback(connection, workspace, times)
  const [, ...later] = times
  const scores = yield* readScores(connection, workspace, later)
  const mostFirst = <T extends { readonly counts: readonly number[] }>(all: readonly T[]) =>
    all.toSorted((one, other) => sum(other.counts) - sum(one.counts))
  return {
    weeks: [...weeks],
    insights: mostFirst([...insights].map(([type, counts]) => ({ type: type ?? '', counts }))),
    feedback: mostFirst([...feedback].map(([sentiment, counts]) => ({ sentiment, counts }))),
    ...scores,
  }
}

function emptyTrends(weeks: readonly string[]): Trends {
  const unknown = () => weeks.map(() => null)
  const scores = { combinedScore: unknown(), strengthScore: unknown(), momentumScore: unknown() }
  return { weeks: [...weeks], insights: [], feedback: [], scores, scored: weeks.map(() => 0), scoresSince: null }
}

interface ThisWeekDeps {
  readonly context: StoreContext
  readonly figures: RecordFigures
  readonly now: () => Date
}

export function createThisWeek({ context, figures, now }: ThisWeekDeps): Pick<StoreApi, 'readThisWeek' | 'readTrends'> {
  const weekOf = keepInSteps(context, {
    tables: tablesOfNeeds,
    *make(connection, [workspace]: [WorkspaceRef, since: string]): Steps<ThisWeek> {
      const source = { connection, figures }
      const opportunities = yield* readNeedFigures(source, 'opportunity', workspace, now())
      const goals = yield* readNeedFigures(source, 'outcome', workspace, now())
      yield
      return {
        opportunities: readNeedy(connection, 'opportunity', opportunities, needsOfOpportunity),
        goals: readNeedy(connection, 'outcome', goals, needsOfGoal),
      }
    },
  })
  const trendsOf = keepInSteps(context, {
    tables: new Set(['insights', 'feedback', 'score_history', 'change_log', 'syncs']),
    make: (connection, [workspace, weeks, times]: [number, readonly string[], readonly number[]]) =>
      readTrends(connection, workspace, weeks, times),
  })
  return {
    async readThisWeek({ workspace }) {
      await prepareNeeds(figures, workspace, now())
      return weekOf(workspace, recentSince(now()))
    },
    async readTrends({ workspace }) {
      const row = await context.read((connection) => findWorkspace(connection, workspace))
      const weeks = mondays(now(), trendWeeks)
      const times = weeks.map((monday) => startOfDay(monday).getTime())
      return row === null ? emptyTrends(weeks) : trendsOf(row, weeks, times)
    },
  }
}
