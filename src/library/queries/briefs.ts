// Evidence briefs: the insights that carry a record, their figures, and the feedback behind them.
import type {
  Brief,
  BriefFigures,
  BriefInsight,
  BriefOwn,
  BriefQuote,
  BriefSubject,
} from '../../contract/features/briefs'
import { recentSince } from '../../contract/features/needs'
import { sentimentSql } from '../../contract/features/sentiment'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { writtenAt } from './feedback'
import { type ListCache, rowsOf } from './list-cache'
import { movedSinceReview } from './news'
import { readRecord } from './record-list'
import { insightsCarrying, insightsCarryingAny } from './relations'

const mostInsights = 5

const insightFigures = rowOf({
  insights: column.number,
  unseen: column.orElse(column.number, 0),
  unscored: column.orElse(column.number, 0),
  hidden: column.orElse(column.number, 0),
  unproven: column.orElse(column.number, 0),
  strongest: column.numberOrNull,
})

const feedbackFigures = rowOf({
  feedback: column.number,
  sentiment: column.numberOrNull,
  positive: column.orElse(column.number, 0),
  neutral: column.orElse(column.number, 0),
  negative: column.orElse(column.number, 0),
  recent: column.orElse(column.number, 0),
})

const source = rowOf({ source: column.text, count: column.number })
const insight = rowOf({
  id: column.text,
  title: column.text,
  type: column.text,
  combinedScore: column.numberOrNull,
})

const category = `coalesce(sentiment_category, ${sentimentSql('sentiment_score')})`
const quote = rowOf({
  id: column.text,
  content: column.text,
  source: column.text,
  sourceId: column.textOrNull,
  submittedBy: column.textOrNull,
  sentimentScore: column.numberOrNull,
  createdAt: column.text,
  category: column.textOrNull,
})

const head = rowOf({ title: column.text, description: column.text, hideContent: column.flag })
const statusHead = rowOf({ ...head.fields, status: column.text })
const solutionHead = rowOf({ ...statusHead.fields, cons: column.json<string[]>() })

/** Of rows of insights, given as a JSON list. */
const given = 'IN (SELECT value FROM json_each(?))'
const feedbackOf = `row IN (SELECT feedback FROM insight_feedback WHERE insight ${given})`

export function createBriefQueries(context: StoreContext, cache: ListCache): Pick<StoreApi, 'getBrief'> {
  return {
    getBrief: ({ workspace, subject, includesHidden }) =>
      context.read((connection): Brief => {
        const record = readHead(connection, workspace, subject)
        const place = findWorkspace(connection, workspace)
        const all = insightRows(connection, place, subject)
        // What a hidden record says is hidden, and so is what it is made of.
        const isHidden = record?.hideContent === true && !includesHidden
        const shown = isHidden ? [] : includesHidden ? all : withoutHidden(connection, all)
        const moved = movedSinceReview(connection, cache, workspace)
        const insights = readInsights(connection, shown).map((insight) => ({
          ...insight,
          before: moved.get(insight.id)?.before ?? null,
        }))
        const fading = insights.filter(({ id }) => moved.get(id)?.kind === 'fading')
        const sql = `SELECT max(started_at) FROM syncs WHERE workspace = ? AND resource = 'insights'`
        return {
          record: isHidden ? { ...record, title: '', description: '', cons: [] } : record,
          figures: readFigures(connection, all),
          strongest: insights.slice(0, mostInsights),
          fading: fading.sort((one, other) => lossOf(other) - lossOf(one)).slice(0, mostInsights),
          quotes: readQuotes(connection, shown),
          own: isHidden ? [] : readOwn(connection, place, subject, shown, includesHidden),
          readAt: connection.value(sql, [place], column.textOrNull) ?? null,
        }
      }),
  }
}

const lossOf = ({ before, combinedScore }: BriefInsight) => (before ?? 0) - (combinedScore ?? 0)

/** Throws NOT_FOUND. */
function readHead(connection: Connection, workspace: WorkspaceRef, subject: BriefSubject): Brief['record'] {
  if (subject.kind === 'selection') return null
  const input = { workspace, id: subject.id }
  switch (subject.kind) {
    case 'solution':
      return readRecord(connection, { table: 'solutions', noun: 'solution' }, solutionHead, input)
    case 'opportunity': {
      const found = readRecord(connection, { table: 'opportunities', noun: 'opportunity' }, statusHead, input)
      return { ...found, cons: [] }
    }
    case 'outcome':
      return { ...readRecord(connection, { table: 'outcomes', noun: 'goal' }, head, input), status: null, cons: [] }
    case 'insight':
      return { ...readRecord(connection, { table: 'insights', noun: 'insight' }, head, input), status: null, cons: [] }
  }
}

function insightRows(connection: Connection, workspace: number | null, subject: BriefSubject): readonly number[] {
  if (workspace === null) return []
  if (subject.kind !== 'selection') return insightsCarrying(connection, workspace, subject)
  const { ids, of = 'insight' } = subject
  if (of !== 'insight') return insightsCarryingAny(connection, workspace, of, ids)
  const sql = 'SELECT row FROM insights WHERE workspace = ? AND id IN (SELECT value FROM json_each(?))'
  return rowsOf(connection, sql, [workspace, JSON.stringify(ids)])
}

const withoutHidden = (connection: Connection, rows: readonly number[]) =>
  rowsOf(connection, `SELECT row FROM insights WHERE row ${given} AND hide_content = 0`, [JSON.stringify(rows)])

const own = rowOf({ id: column.text, title: column.text, note: column.text, labels: column.json<string[]>() })

const ownTables = {
  insight: 'insights',
  opportunity: 'opportunities',
  solution: 'solutions',
  outcome: 'outcomes',
} as const

const mostOwn = 40

/** Of the records themselves, then of the insights that carry them. */
function readOwn(
  connection: Connection,
  workspace: number | null,
  subject: BriefSubject,
  insights: readonly number[],
  includesHidden: boolean,
): BriefOwn[] {
  const [kind, ids] =
    subject.kind === 'selection' ? [subject.of ?? 'insight', subject.ids] : [subject.kind, [subject.id]]
  const written = (of: keyof typeof ownTables, condition: string, list: readonly unknown[], order: string) =>
    connection.all(
      `SELECT record.id AS id, record.title AS title, note, labels FROM triage
       JOIN ${ownTables[of]} AS record ON record.workspace = triage.workspace AND record.id = triage.id
       WHERE triage.workspace = ? AND kind = '${of}' AND (note <> '' OR labels <> '[]') AND ${condition}
       ORDER BY ${order} LIMIT ${mostOwn}`,
      [workspace, JSON.stringify(list)],
      own,
    )
  const strongest = () => written('insight', `record.row ${given}`, insights, 'record.combined_score DESC, record.row')
  if (kind === 'insight') return strongest()
  const visible = includesHidden ? '' : 'AND record.hide_content = 0'
  const records = written(kind, `record.id ${given} ${visible}`, ids, 'record.row')
  return [...records, ...strongest()].slice(0, mostOwn)
}

/** The strongest first. */
const readInsights = (connection: Connection, rows: readonly number[]) =>
  connection.all(
    `SELECT id, title, type, combined_score FROM insights WHERE row ${given} ORDER BY combined_score DESC, row`,
    [JSON.stringify(rows)],
    insight,
  )

function readFigures(connection: Connection, rows: readonly number[]): BriefFigures {
  const bound = JSON.stringify(rows)
  const insights = connection.get(
    `SELECT count(*) AS insights, sum(seen = 0) AS unseen, sum(combined_score IS NULL) AS unscored,
       sum(hide_content) AS hidden, max(combined_score) AS strongest,
       sum(NOT EXISTS (SELECT 1 FROM insight_feedback WHERE insight = insights.row)) AS unproven
     FROM insights WHERE row ${given}`,
    [bound],
    insightFigures,
  )
  const feedback = connection.get(
    `SELECT count(*) AS feedback, avg(sentiment_score) AS sentiment, sum(${category} = 'Positive') AS positive,
       sum(${category} = 'Neutral') AS neutral, sum(${category} = 'Negative') AS negative,
       sum(${writtenAt} >= julianday(?)) AS recent
     FROM feedback WHERE ${feedbackOf}`,
    [recentSince(new Date()), bound],
    feedbackFigures,
  )
  const dateAt = (order: string) =>
    connection.value(
      `SELECT created_at FROM feedback WHERE ${feedbackOf} AND ${writtenAt} IS NOT NULL
       ORDER BY ${writtenAt} ${order} LIMIT 1`,
      [bound],
      column.text,
    ) ?? null
  const sources = connection.all(
    `SELECT source, count(*) AS count FROM feedback WHERE ${feedbackOf} GROUP BY source ORDER BY 2 DESC, 1`,
    [bound],
    source,
  )
  return {
    ...(insights ?? { insights: 0, unseen: 0, unscored: 0, hidden: 0, unproven: 0, strongest: null }),
    ...(feedback ?? { feedback: 0, sentiment: null, positive: 0, neutral: 0, negative: 0, recent: 0 }),
    ...{ sources, oldest: dateAt('ASC'), newest: dateAt('DESC') },
  }
}

function readQuotes(connection: Connection, rows: readonly number[]): BriefQuote[] {
  const bound = JSON.stringify(rows)
  const first = (count: number, order: string, condition = 'true') =>
    rowsOf(
      connection,
      `SELECT row FROM feedback WHERE ${feedbackOf} AND ${condition} ORDER BY ${order} LIMIT ${count}`,
      [bound],
    )
  const newest = `${writtenAt} DESC, row`
  const chosen = [
    ...first(20, newest),
    ...first(10, `sentiment_score, ${newest}`, `${category} = 'Negative'`),
    ...first(10, `sentiment_score DESC, ${newest}`, `${category} = 'Positive'`),
  ]
  return connection.all(
    `SELECT id, content, source, source_id, submitted_by, sentiment_score, created_at, ${category} AS category
     FROM feedback WHERE row ${given} ORDER BY ${newest}`,
    [JSON.stringify(chosen)],
    quote,
  )
}
