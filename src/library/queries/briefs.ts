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
import { moveOf } from '../../contract/features/news'
import { sentimentSql } from '../../contract/features/sentiment'
import type { WorkspaceRef } from '../../contract/workspace'
import { noSync } from '../ingest/change-log'
import { readKept } from '../local/briefs'
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
const otherSentiment = rowOf({ category: column.text, count: column.number })
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

/** SQL condition for rows given as a JSON list. */
const given = 'IN (SELECT value FROM json_each(?))'
const feedbackOf = `row IN (SELECT feedback FROM insight_feedback WHERE insight ${given})`

export function createBriefQueries(context: StoreContext, cache: ListCache): Pick<StoreApi, 'getBrief'> {
  return {
    getBrief: ({ workspace, subject, includesHidden }) =>
      context.read((connection): Brief => {
        const record = readHead(connection, workspace, subject)
        const place = findWorkspace(connection, workspace)
        const all = insightRows(connection, place, subject)
        // The text of a hidden record is hidden, and so are its insights.
        const isHidden = record?.hideContent === true && !includesHidden
        const shown = isHidden ? [] : includesHidden ? all : withoutHidden(connection, all)
        const moved = movedSinceReview(connection, cache, workspace)
        const earlier = earlierScores(connection, place, shown)
        const insights = readInsights(connection, shown).map((insight): BriefInsight => {
          const move = moved.get(insight.id)
          if (move !== undefined) return { ...insight, ...move }
          const { score = null, at = null } = earlier.get(insight.id) ?? {}
          const hasMoved = at !== null && moveOf(score, insight.combinedScore) !== null
          return { ...insight, ...(hasMoved ? { before: score, since: at } : { before: null, since: null }) }
        })
        const fading = insights.filter((insight) => moveOf(insight.before, insight.combinedScore) === 'fading')
        const sql = `SELECT started_at FROM syncs WHERE workspace = ? AND resource = 'insights' ORDER BY row DESC LIMIT 1`
        return {
          record: isHidden ? { ...record, title: '', description: '', cons: [] } : record,
          figures: readFigures(connection, all),
          strongest: insights.slice(0, mostInsights),
          fading: fading.sort((one, other) => lossOf(other) - lossOf(one)).slice(0, mostInsights),
          quotes: readQuotes(connection, shown, readKept(connection, workspace, subject)?.edit.quotes ?? []),
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

/** Those of the records themselves, then those of the insights that carry them. */
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

const boundaryRow = rowOf({ sync: column.number, at: column.text })
const earlierRow = rowOf({ id: column.text, score: column.numberOrNull, at: column.textOrNull })

/** By id, the score of insights at the last sync that is `recentDays` days old; for newer ones, the first known. */
function earlierScores(
  connection: Connection,
  workspace: number | null,
  rows: readonly number[],
): ReadonlyMap<string, { readonly score: number | null; readonly at: string | null }> {
  const boundary = connection.get(
    `SELECT row AS sync, started_at AS at FROM syncs
     WHERE workspace = ? AND resource = 'insights' AND started_at < ? ORDER BY row DESC LIMIT 1`,
    [workspace, recentSince(new Date())],
    boundaryRow,
  )
  // Scores of no sync are those of an answer, which the first list repeats.
  const ofInsight = `FROM score_history WHERE workspace = insights.workspace AND insight_id = insights.id AND sync > ${noSync}`
  const scores = connection.all(
    `SELECT id, score_then AS score, ?3 AS at FROM (
       SELECT id, (SELECT combined_score ${ofInsight} AND sync <= ?2 ORDER BY sync DESC LIMIT 1) AS score_then
       FROM insights WHERE row IN (SELECT value FROM json_each(?1))
     ) WHERE score_then IS NOT NULL
     UNION ALL
     SELECT id, first.combined_score, syncs.started_at FROM insights
     JOIN score_history AS first ON first.workspace = insights.workspace AND first.insight_id = insights.id
       AND first.sync = (SELECT sync ${ofInsight} AND combined_score IS NOT NULL AND sync > ?2 ORDER BY sync LIMIT 1)
     LEFT JOIN syncs ON syncs.row = first.sync
     WHERE insights.row IN (SELECT value FROM json_each(?1))
       AND (SELECT combined_score ${ofInsight} AND sync <= ?2 ORDER BY sync DESC LIMIT 1) IS NULL`,
    [JSON.stringify(rows), boundary?.sync ?? 0, boundary?.at ?? null],
    earlierRow,
  )
  return new Map(scores.map(({ id, ...score }) => [id, score]))
}

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
  const otherSentiments = connection.all(
    `SELECT ${category} AS category, count(*) AS count FROM feedback
     WHERE ${feedbackOf} AND ${category} NOT IN ('Positive', 'Neutral', 'Negative') GROUP BY 1 ORDER BY 2 DESC, 1`,
    [bound],
    otherSentiment,
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
    ...{ otherSentiments, sources, oldest: dateAt('ASC'), newest: dateAt('DESC') },
  }
}

/** `kept`: ids that the person chose, which stay candidates when newer feedback comes. */
function readQuotes(connection: Connection, rows: readonly number[], kept: readonly string[]): BriefQuote[] {
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
    ...rowsOf(connection, `SELECT row FROM feedback WHERE ${feedbackOf} AND id ${given}`, [
      bound,
      JSON.stringify(kept),
    ]),
  ]
  const quotes = connection.all(
    `SELECT id, content, source, source_id, submitted_by, sentiment_score, created_at, ${category} AS category
     FROM feedback WHERE row ${given} ORDER BY ${newest}`,
    [JSON.stringify(chosen)],
    quote,
  )
  const carriers = readCarriers(connection, chosen, rows)
  return quotes.map((each) => {
    const of = carriers.filter(({ feedbackId }) => feedbackId === each.id)
    return { ...each, insights: of.map(({ title }) => title), otherInsights: (of[0]?.count ?? 0) - of.length }
  })
}

/** Insights named with a quote; the rest is counted. */
const namedCarriers = 2

const carrier = rowOf({ feedbackId: column.text, title: column.text, count: column.number })

/** For each piece of feedback, the strongest of these insights that it is in, and their number. */
const readCarriers = (connection: Connection, feedback: readonly number[], insights: readonly number[]) =>
  connection.all(
    `SELECT feedback.id AS feedback_id, carriers.title AS title, count FROM (
       SELECT feedback, insights.title AS title, count(*) OVER (PARTITION BY feedback) AS count,
         row_number() OVER (PARTITION BY feedback ORDER BY combined_score DESC, insights.row) AS place
       FROM insight_feedback JOIN insights ON insights.row = insight
       WHERE feedback ${given} AND insight ${given}
     ) AS carriers JOIN feedback ON feedback.row = carriers.feedback
     WHERE place <= ${namedCarriers} ORDER BY carriers.feedback, place`,
    [JSON.stringify(feedback), JSON.stringify(insights)],
    carrier,
  )
