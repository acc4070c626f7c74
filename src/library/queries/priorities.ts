// What every opportunity, goal or solution is scored by, in one statement for each kind: insights and feedback are read
// once and grouped, however many records there are.
import { recentSince } from '../../contract/features/needs'
import { type Part, type PrioritisedKind, type PriorityRow, parts } from '../../contract/features/priorities'
import { readDecisions } from '../local/priorities'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { writtenAt } from './feedback'
import type { ListCache } from './list-cache'
import { carriedKind } from './relations'

const partColumns = Object.fromEntries(parts.map((part) => [part, column.numberOrNull])) as Record<
  Part,
  typeof column.numberOrNull
>

const priorityRow = rowOf({
  id: column.text,
  title: column.text,
  hideContent: column.flag,
  status: column.textOrNull,
  ...partColumns,
})

/** Of a goal its own place, of another record the best among the goals that share an insight with it. */
function placesOf(kind: PrioritisedKind): string {
  if (kind === 'outcome') return 'SELECT row AS record, place FROM goals'
  return `SELECT own.record, min(goals.place) AS place FROM own JOIN insight_outcomes AS aim ON aim.insight = own.insight
    JOIN goals ON goals.row = aim.outcome GROUP BY own.record`
}

function statement(kind: PrioritisedKind): string {
  const { table, linkTable, linkColumn } = carriedKind(kind)
  return `
    WITH own AS (
      SELECT link.${linkColumn} AS record, insights.row AS insight, combined_score, strength_score, momentum_score, seen
      FROM insights JOIN ${linkTable} AS link ON link.insight = insights.row WHERE insights.workspace = ?1
    ), scores AS (
      SELECT record, count(*) AS insights, max(combined_score) AS strongest, avg(combined_score) AS combined,
        avg(strength_score) AS strength, avg(momentum_score) AS momentum, avg(1 - seen) AS unseen
      FROM own GROUP BY record
    ), pieces AS (
      SELECT DISTINCT own.record, said.feedback FROM own JOIN insight_feedback AS said ON said.insight = own.insight
    ), heard AS (
      SELECT record, count(*) AS feedback, count(CASE WHEN ${writtenAt} >= julianday(?2) THEN 1 END) AS recent,
        avg(sentiment_score) AS sentiment
      FROM pieces JOIN feedback ON feedback.row = pieces.feedback GROUP BY record
    ), goals AS (
      SELECT row, rank() OVER (ORDER BY priority) AS place FROM outcomes WHERE workspace = ?1
    ), places AS (${placesOf(kind)})
    SELECT record.id, record.title, record.hide_content, ${kind === 'outcome' ? 'NULL' : 'record.status'} AS status,
      strongest, combined, strength, momentum, coalesce(scores.insights, 0) AS insights, unseen,
      coalesce(heard.feedback, 0) AS feedback, coalesce(recent, 0) AS recent, sentiment, place AS goal
    FROM ${table} AS record LEFT JOIN scores ON scores.record = record.row LEFT JOIN heard ON heard.record = record.row
    LEFT JOIN places ON places.record = record.row WHERE record.workspace = ?1 ORDER BY record.row`
}

type Undecided = Omit<PriorityRow, 'decision' | 'decidedAt' | 'note'>

function readRows(connection: Connection, workspace: number, kind: PrioritisedKind, since: string): Undecided[] {
  return connection
    .all(statement(kind), [workspace, since], priorityRow)
    .map(({ id, title, hideContent, status, ...values }) => ({ id, title, hideContent, status, parts: values }))
}

export function createPriorityQueries(context: StoreContext, cache: ListCache): Pick<StoreApi, 'listPriorities'> {
  return {
    listPriorities: ({ workspace, kind, now }) =>
      context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        if (row === null) return []
        const since = recentSince(new Date(now))
        const rows = cache.value(['priorities', kind, row, since], () => readRows(connection, row, kind, since))
        const decisions = readDecisions(connection, row, kind)
        return rows.map((record) => ({
          ...record,
          ...(decisions.get(record.id) ?? { decision: null, note: '', decidedAt: null }),
        }))
      }),
  }
}
