// What opportunities and goals want attention for: the figures of all of them in three statements, and the rows
// that the filter of their lists leaves. Groups of This week and lists go by the same rows, so their counts agree.
import { recentDays } from '../../contract/features/feedback'
import { isUnhappy, type Need, recentSince } from '../../contract/features/needs'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreContext } from '../store/context'
import { nextMacrotask } from '../store/next-macrotask'
import { column, rowOf } from '../store/row'
import { sentimentOfPiece, writtenAt } from './feedback'
import { type ListCache, rowsOf } from './list-cache'
import type { Among } from './record-list'
import { carriedKind, insightsOf } from './relations'

export type NeedyKind = 'opportunity' | 'outcome'

const figuresRow = rowOf({
  row: column.number,
  id: column.text,
  title: column.text,
  hideContent: column.flag,
  insights: column.number,
  unseen: column.number,
  hasFeedback: column.flag,
  /** Some of its feedback has a date that can be read. */
  isDated: column.flag,
  recent: column.number,
  rated: column.number,
  negative: column.number,
  hasOpportunity: column.flag,
})
export type NeedFigures = ReturnType<typeof figuresRow.read>

const kinds = ['opportunity', 'outcome'] as const

/** One kind's share of what was heard: pieces of one insight by their insight, pieces of several counted once. */
function heardBy(kind: NeedyKind): string {
  const { linkTable, linkColumn } = carriedKind(kind)
  return `
    SELECT '${kind}' AS kind, own.${linkColumn} AS record, sum(recent) AS recent, sum(rated) AS rated, sum(negative) AS negative
    FROM single JOIN ${linkTable} AS own ON own.insight = single.insight GROUP BY own.${linkColumn}
    UNION ALL
    SELECT '${kind}', record, count(*), count(sentiment), sum(sentiment IS 'Negative') FROM (
      SELECT DISTINCT own.${linkColumn} AS record, several.piece, several.sentiment
      FROM several JOIN ${linkTable} AS own ON own.insight = several.insight)
    GROUP BY record`
}

/**
 * Of feedback only the recent pieces are gone through, in the index of their dates; of the rest it is enough to know that
 * there is one. Most pieces belong to one insight, so they are summed up before they are joined to what the insight carries.
 */
const heardSql = `
  WITH shared AS MATERIALIZED (
    SELECT value AS feedback FROM json_each(?3)
  ), recent AS MATERIALIZED (
    SELECT row AS piece, ${sentimentOfPiece} AS sentiment FROM feedback INDEXED BY feedback_by_date
    WHERE workspace = ?1 AND ${writtenAt} >= julianday(?2)
  ), single AS MATERIALIZED (
    SELECT said.insight, count(*) AS recent, count(sentiment) AS rated, sum(sentiment IS 'Negative') AS negative
    FROM recent JOIN insight_feedback AS said ON said.feedback = recent.piece
    WHERE recent.piece NOT IN (SELECT feedback FROM shared) GROUP BY said.insight
  ), several AS MATERIALIZED (
    SELECT recent.piece, recent.sentiment, said.insight FROM shared JOIN recent ON recent.piece = shared.feedback
    JOIN insight_feedback AS said ON said.feedback = recent.piece
  )
  ${kinds.map(heardBy).join(' UNION ALL ')}`

const heardRow = rowOf({
  kind: column.textOf<NeedyKind>(),
  record: column.number,
  recent: column.number,
  rated: column.number,
  negative: column.number,
})

function statement(kind: NeedyKind): string {
  const { table, linkTable, linkColumn } = carriedKind(kind)
  const said = `FROM ${linkTable} AS own JOIN insight_feedback AS said ON said.insight = own.insight`
  return `
    WITH unseen AS (
      SELECT own.${linkColumn} AS record, count(*) AS unseen
      FROM insights INDEXED BY insights_by_seen JOIN ${linkTable} AS own ON own.insight = insights.row
      WHERE insights.workspace = ?1 AND insights.seen = 0 GROUP BY own.${linkColumn}
    )
    SELECT record.row, record.id, record.title, record.hide_content,
      ${insightsOf(kind)} AS insights, coalesce(unseen, 0) AS unseen,
      EXISTS (SELECT 1 ${said} WHERE own.${linkColumn} = record.row) AS has_feedback,
      EXISTS (SELECT 1 ${said} JOIN feedback ON feedback.row = said.feedback
        WHERE own.${linkColumn} = record.row AND ${writtenAt} IS NOT NULL) AS is_dated,
      0 AS recent, 0 AS rated, 0 AS negative,
      ${
        kind === 'opportunity'
          ? '1'
          : `EXISTS (SELECT 1 FROM ${linkTable} AS own
        JOIN insight_opportunities AS shared ON shared.insight = own.insight WHERE own.${linkColumn} = record.row)`
      }
        AS has_opportunity
    FROM ${table} AS record LEFT JOIN unseen ON unseen.record = record.row
    WHERE record.workspace = ?1 ORDER BY record.row`
}

interface NeedSource {
  readonly connection: Connection
  readonly cache: ListCache
  readonly workspace: number
  readonly since: string
}

/** Feedback of more than one insight. */
const readShared = ({ connection, cache }: NeedSource) =>
  cache.list(['shared feedback'], () =>
    rowsOf(connection, 'SELECT feedback AS row FROM insight_feedback GROUP BY feedback HAVING count(*) > 1', []),
  )

function readHeard(source: NeedSource) {
  const { connection, cache, workspace, since } = source
  return cache.value(['heard', workspace, since], () => {
    const heard = new Map<string, { recent: number; rated: number; negative: number }>()
    const shared = JSON.stringify(readShared(source))
    for (const { kind, record, ...more } of connection.all(heardSql, [workspace, since, shared], heardRow)) {
      const known = heard.get(`${kind} ${record}`) ?? { recent: 0, rated: 0, negative: 0 }
      heard.set(`${kind} ${record}`, {
        recent: known.recent + more.recent,
        rated: known.rated + more.rated,
        negative: known.negative + more.negative,
      })
    }
    return heard
  })
}

const readRecords = ({ connection, cache, workspace }: NeedSource, kind: NeedyKind) =>
  cache.value(['records with needs', workspace, kind], () => connection.all(statement(kind), [workspace], figuresRow))

/** Reads what `readNeedFigures` needs a statement at a time, with other calls in between. */
export async function prepareNeedFigures(
  context: StoreContext,
  cache: ListCache,
  workspace: number,
  now: Date,
): Promise<void> {
  const since = recentSince(now)
  const parts: readonly ((source: NeedSource) => unknown)[] = [
    readShared,
    readHeard,
    ...kinds.map((kind) => (source: NeedSource) => readRecords(source, kind)),
  ]
  for (const part of parts) {
    await context.read((connection) => part({ connection, cache, workspace, since }))
    await nextMacrotask()
  }
}

const needRules: Readonly<Record<Need, (figures: NeedFigures) => boolean>> = {
  unseen: ({ unseen }) => unseen > 0,
  unhappy: isUnhappy,
  noFeedback: ({ hasFeedback }) => !hasFeedback,
  oldFeedback: ({ isDated, recent }) => isDated && recent === 0,
  noOpportunity: ({ hasOpportunity }) => !hasOpportunity,
}

export const hasNeed = (figures: NeedFigures, need: Need) => needRules[need](figures)

/** Of every record of the kind, in the order of their rows. */
export function readNeedFigures(
  connection: Connection,
  cache: ListCache,
  kind: NeedyKind,
  workspace: number,
  now: Date,
): readonly NeedFigures[] {
  const since = recentSince(now)
  return cache.value(['needs', workspace, since, kind], () => {
    const source = { connection, cache, workspace, since }
    const heard = readHeard(source)
    return readRecords(source, kind).map((figures) => ({ ...figures, ...heard.get(`${kind} ${figures.row}`) }))
  })
}

interface Filter {
  readonly workspace: WorkspaceRef
  readonly needs?: readonly Need[] | undefined
}

/** Records with any of these needs; null: no filter. */
export function amongNeedy(
  connection: Connection,
  cache: ListCache,
  kind: NeedyKind,
  { workspace, needs = [] }: Filter,
  now: Date,
): Among | null {
  if (needs.length === 0) return null
  return {
    key: [needs, recentDays, recentSince(now)],
    rows: () => {
      const row = findWorkspace(connection, workspace)
      const all = row === null ? [] : readNeedFigures(connection, cache, kind, row, now)
      return all.filter((figures) => needs.some((need) => hasNeed(figures, need))).map((each) => each.row)
    },
  }
}
