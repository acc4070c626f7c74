// What every insight, opportunity, goal or solution is scored by, and their titles. Insights are read in slices, between which
// other calls are answered; of the other kinds there are some thousands.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { recentSince } from '../../contract/features/needs'
import { type PrioritisedKind, type PriorityRows, type PriorityTitles, parts } from '../../contract/features/priorities'
import { readDecisions } from '../local/priorities'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import {
  type Evidence,
  type EvidenceSource,
  figuresOf,
  leastCarried,
  ofRecords,
  type PartName,
} from './evidence-arrays'
import type { ListCache } from './list-cache'
import { carriedKind } from './relations'

const recordRow = rowOf({ row: column.number, id: column.text, status: column.textOrNull })
const typeRow = rowOf({ type: column.text, rows: column.json<number[]>() })
const placeRow = rowOf({ row: column.number, place: column.number })
const titleSlice = rowOf({
  ids: column.json<string[]>(),
  titles: column.json<string[]>(),
  hidden: column.json<number[]>(),
  last: column.orElse(column.number, -1),
})

/** Which records, at the places that the answer has them, and where their figures are. */
interface Records {
  readonly ids: readonly string[]
  readonly status: readonly (string | null)[]
  /** In the arrays of figures. */
  readonly at: readonly number[]
}

function readRecords(connection: Connection, workspace: number, kind: PrioritisedKind, evidence: Evidence): Records {
  if (kind === 'insight') {
    const places = new Map(Array.from(evidence.insights.rows, (row, place) => [row, place]))
    const status: (string | null)[] = evidence.ids.map(() => null)
    const sql = 'SELECT type, json_group_array(row) AS rows FROM insights WHERE workspace = ? GROUP BY type'
    for (const { type, rows: ofType } of connection.all(sql, [workspace], typeRow)) {
      for (const row of ofType) status[places.get(row) ?? 0] = type
    }
    return { ids: evidence.ids, status, at: evidence.ids.map((_, place) => place) }
  }
  const sql = `SELECT row, id, ${kind === 'outcome' ? 'NULL' : 'status'} AS status FROM ${carriedKind(kind).table}
    WHERE workspace = ? ORDER BY row`
  const records = connection.all(sql, [workspace], recordRow)
  return {
    ids: records.map(({ id }) => id),
    status: records.map((record) => record.status),
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

function readRows(connection: Connection, evidence: Evidence, { workspace, kind }: Asked): PriorityRows {
  const goals = readGoals(connection, workspace)
  const found = figuresOf(evidence, kind, evidence.recent)
  const places = kind === 'outcome' ? null : leastCarried(evidence, kind, 'outcome', goals)
  const records = readRecords(connection, workspace, kind, evidence)
  const goalOf = (at: number) => (places === null ? goals.get(at) : places[at])
  const unseenOf = (at: number) => (found.unseen[at] ?? 0) / (found.insights[at] ?? 0)
  const columnOf = (value: (at: number) => number | undefined, otherwise = Number.NaN) => {
    const values = new Float64Array(records.at.length)
    for (let place = 0; place < values.length; place += 1) values[place] = value(records.at[place] ?? 0) ?? otherwise
    return values
  }
  const statuses = [...new Set(records.status.filter((status) => status !== null))].sort()
  const numberOf = new Map(statuses.map((status, index) => [status, index + 1]))
  return {
    ids: records.ids.join('\n'),
    statuses,
    status: Uint16Array.from(records.status, (status) => (status === null ? 0 : (numberOf.get(status) ?? 0))),
    parts: {
      strongest: columnOf((at) => found.strongest[at]),
      combined: columnOf((at) => found.combined[at]),
      strength: columnOf((at) => found.strength[at]),
      momentum: columnOf((at) => found.momentum[at]),
      insights: columnOf((at) => found.insights[at], 0),
      unseen: columnOf(unseenOf),
      feedback: columnOf((at) => found.feedback[at], 0),
      recent: columnOf((at) => found.recent[at], 0),
      sentiment: columnOf((at) => found.sentiment[at]),
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
const onOneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

export function createPriorityQueries(
  context: StoreContext,
  cache: ListCache,
  evidence: EvidenceSource,
): Pick<StoreApi, 'listPriorities' | 'listPriorityTitles' | 'listDecisions'> {
  return {
    async listPriorities({ workspace, kind, now }) {
      const since = recentSince(new Date(now))
      await evidence.prepare(workspace, ['recent', ...(kind === 'insight' ? ofInsights : ofRecords)], since)
      return context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        if (row === null) return noRows
        const asked = { workspace: row, kind }
        return cache.value(['priorities', asked, since], () =>
          readRows(connection, evidence.of(connection, row, since), asked),
        )
      })
    },
    async listPriorityTitles({ workspace, kind }): Promise<PriorityTitles> {
      const found = { ids: [] as string[], titles: [] as string[], hidden: [] as number[] }
      for (let last = -1; ; ) {
        const slice = await context.read((connection) =>
          connection.get(
            `SELECT json_group_array(id) AS ids, json_group_array(title) AS titles, json_group_array(hide_content) AS hidden,
               max(row) AS last FROM (SELECT row, id, title, hide_content FROM ${tableOf(kind)}
               WHERE workspace = ? AND row > ? ORDER BY row LIMIT ${sliceRows})`,
            [findWorkspace(connection, workspace), last],
            titleSlice,
          ),
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
  }
}
