// The scored figures of every insight, opportunity, goal or solution, and their titles. Insights are read in slices, between
// which other calls are answered; the other kinds have some thousands of records.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { recentSince } from '../../contract/features/needs'
import { type PrioritisedKind, type PriorityRows, type PriorityTitles, parts } from '../../contract/features/priorities'
import { readDecisions } from '../local/priorities'
import { boundTexts, type Connection, type SqlValue } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import {
  type Evidence,
  type EvidenceSource,
  type Figures,
  figuresOf,
  leastCarried,
  ofRecords,
  type PartName,
  recentOf,
} from './evidence-arrays'
import { keepInSteps, type Steps } from './kept-in-steps'
import { integersIn } from './list-cache'
import { carriedKind } from './relations'
import { createKnownSince, readSinceDecided, tablesOfEvidence } from './since-decided'

const recordRow = rowOf({ row: column.number, id: column.text, status: column.textOrNull })
const typeRow = rowOf({ type: column.text, rows: column.text })
const placeRow = rowOf({ row: column.number, place: column.number })
const titleSlice = rowOf({
  ids: column.json<string[]>(),
  titles: column.json<string[]>(),
  hidden: column.json<number[]>(),
  last: column.orElse(column.number, -1),
})

/** Records at their places in the answer, and the places of their figures. */
interface Records extends Pick<PriorityRows, 'statuses' | 'status'> {
  readonly ids: readonly string[]
  /** Places in the arrays of figures. */
  readonly at: ArrayLike<number>
}

function readInsights(connection: Connection, workspace: number, { ids, insights: { rows } }: Evidence): Records {
  const first = rows[0] ?? 0
  const places = new Int32Array((rows.at(-1) ?? -1) - first + 1)
  for (let place = 0; place < rows.length; place += 1) places[(rows[place] ?? 0) - first] = place
  const sql = 'SELECT type, group_concat(row) AS rows FROM insights WHERE workspace = ? GROUP BY type ORDER BY type'
  const types = connection.all(sql, [workspace], typeRow)
  const status = new Uint16Array(rows.length)
  for (const [index, { rows: ofType }] of types.entries()) {
    for (const row of integersIn(ofType)) status[places[row - first] ?? 0] = index + 1
  }
  return { ids, statuses: types.map(({ type }) => type), status, at: rows.map((_, place) => place) }
}

function readRecords(connection: Connection, workspace: number, kind: PrioritisedKind, evidence: Evidence): Records {
  if (kind === 'insight') return readInsights(connection, workspace, evidence)
  const sql = `SELECT row, id, ${kind === 'outcome' ? 'NULL' : 'status'} AS status FROM ${carriedKind(kind).table}
    WHERE workspace = ? ORDER BY row`
  const records = connection.all(sql, [workspace], recordRow)
  const statuses = [...new Set(records.map(({ status }) => status).filter((status) => status !== null))].sort()
  return {
    ids: records.map(({ id }) => id),
    statuses,
    status: Uint16Array.from(records, ({ status }) => (status === null ? 0 : statuses.indexOf(status) + 1)),
    at: records.map(({ row }) => row),
  }
}

/** By row of the goal: 1 for the first by priority. */
function readGoals(connection: Connection, workspace: number): ReadonlyMap<number, number> {
  const sql = 'SELECT row, rank() OVER (ORDER BY priority) AS place FROM outcomes WHERE workspace = ?'
  return new Map(connection.all(sql, [workspace], placeRow).map(({ row, place }) => [row, place]))
}

interface Asked {
  readonly workspace: number
  readonly kind: PrioritisedKind
}

/** In steps of some 20 ms each for 100,000 insights. */
function* readPriorities(connection: Connection, evidence: Evidence, { workspace, kind }: Asked): Steps<PriorityRows> {
  const isRecent = recentOf(evidence)
  yield
  const figures = figuresOf(evidence, kind, isRecent)
  yield
  const goals = readGoals(connection, workspace)
  const places = kind === 'outcome' ? null : leastCarried(evidence, kind, 'outcome', goals)
  yield
  const records = readRecords(connection, workspace, kind, evidence)
  yield
  return rowsOf(figures, (at) => (places === null ? goals.get(at) : places[at]), records)
}

function rowsOf(figures: Figures, goalOf: (at: number) => number | undefined, records: Records): PriorityRows {
  const unseenOf = (at: number) => (figures.unseen[at] ?? 0) / (figures.insights[at] ?? 0)
  const columnOf = (value: (at: number) => number | undefined, otherwise = Number.NaN) => {
    const values = new Float64Array(records.at.length)
    for (let place = 0; place < values.length; place += 1) values[place] = value(records.at[place] ?? 0) ?? otherwise
    return values
  }
  return {
    ids: records.ids.join('\n'),
    statuses: [...records.statuses],
    status: records.status,
    parts: {
      strongest: columnOf((at) => figures.strongest[at]),
      combined: columnOf((at) => figures.combined[at]),
      strength: columnOf((at) => figures.strength[at]),
      momentum: columnOf((at) => figures.momentum[at]),
      insights: columnOf((at) => figures.insights[at], 0),
      unseen: columnOf(unseenOf),
      feedback: columnOf((at) => figures.feedback[at], 0),
      recent: columnOf((at) => figures.recent[at], 0),
      sentiment: columnOf((at) => figures.sentiment[at]),
      goal: columnOf(goalOf),
    },
  }
}

const noRows: PriorityRows = {
  ...{ ids: '', statuses: [], status: new Uint16Array(0) },
  parts: Object.fromEntries(parts.map((part) => [part, new Float64Array(0)])) as PriorityRows['parts'],
}

const ofInsights: readonly PartName[] = ['insights', 'ids', 'sentiment', 'outcome', 'feedback']

/** Rows of a table with texts that one statement reads. */
const sliceRows = 2_000

const tableOf = (kind: PrioritisedKind) => (kind === 'insight' ? 'insights' : carriedKind(kind).table)
/** All tables behind the figures of a kind. */
const tablesOf = (kind: PrioritisedKind): ReadonlySet<string> =>
  new Set([
    ...['insights', 'feedback', 'outcomes', 'insight_feedback', 'insight_outcomes', tableOf(kind)],
    ...(kind === 'insight' ? [] : [carriedKind(kind).linkTable]),
  ])
/** @param which rows of the workspace, which is the first of the values */
const readTitles = (connection: Connection, kind: PrioritisedKind, which: string, values: readonly SqlValue[]) =>
  connection.get(
    `SELECT json_group_array(id) AS ids, json_group_array(title) AS titles, json_group_array(hide_content) AS hidden,
       max(row) AS last FROM (SELECT row, id, title, hide_content FROM ${tableOf(kind)} WHERE workspace = ? AND ${which})`,
    values,
    titleSlice,
  )
const onOneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

export function createPriorityQueries(
  context: StoreContext,
  evidence: EvidenceSource,
): Pick<StoreApi, 'listPriorities' | 'listPriorityTitles' | 'listDecisions' | 'listSinceDecided'> {
  const kept = (kind: PrioritisedKind) => {
    const known = createKnownSince(context.tables)
    return {
      rows: keepInSteps(context, {
        tables: tablesOf(kind),
        make: (connection, [workspace, since]: [number, since: string]) =>
          readPriorities(connection, evidence.of(connection, workspace, since), { workspace, kind }),
      }),
      since: keepInSteps(context, {
        tables: new Set([...tablesOfEvidence, 'decisions']),
        make: (connection, [workspace]: [number]) => readSinceDecided(connection, known, { workspace, kind }),
      }),
    }
  }
  const keptOf = {
    opportunity: kept('opportunity'),
    outcome: kept('outcome'),
    solution: kept('solution'),
    insight: kept('insight'),
  }
  return {
    async listPriorities({ workspace, kind, now }) {
      const since = recentSince(new Date(now))
      await evidence.prepare(workspace, ['moods', ...(kind === 'insight' ? ofInsights : ofRecords)], since)
      const row = await context.read((connection) => findWorkspace(connection, workspace))
      return row === null ? noRows : keptOf[kind].rows(row, since)
    },
    async listPriorityTitles({ workspace, kind, ids }): Promise<PriorityTitles> {
      const found = { ids: [] as string[], titles: [] as string[], hidden: [] as number[] }
      for (let last = -1; ; ) {
        const slice = await context.read((connection) =>
          ids === undefined
            ? readTitles(connection, kind, `row > ? ORDER BY row LIMIT ${sliceRows}`, [
                findWorkspace(connection, workspace),
                last,
              ])
            : readTitles(connection, kind, 'id IN (SELECT value FROM json_each(?))', [
                findWorkspace(connection, workspace),
                boundTexts(ids),
              ]),
        )
        if (slice === undefined || slice.ids.length === 0) break
        for (const name of ['ids', 'hidden'] as const) (found[name] as unknown[]).push(...slice[name])
        found.titles.push(...slice.titles.map(onOneLine))
        if (slice.ids.length < sliceRows) break
        last = slice.last
        await nextTurn()
      }
      return { ids: found.ids.join('\n'), titles: found.titles.join('\n'), hidden: Uint8Array.from(found.hidden) }
    },
    listDecisions: ({ workspace, kind }) =>
      context.read((connection) =>
        [...readDecisions(connection, findWorkspace(connection, workspace), kind)].map(([id, each]) => ({
          id,
          ...each,
        })),
      ),
    async listSinceDecided({ workspace, kind }) {
      const row = await context.read((connection) => findWorkspace(connection, workspace))
      return row === null ? [] : keptOf[kind].since(row)
    },
  }
}
