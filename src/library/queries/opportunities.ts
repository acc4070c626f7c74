// Opportunities as a list, one by one, and the effect of marking their insights as seen.
import type { MarkedInsight, OpportunityColumn, OpportunityDetail } from '../../contract/features/opportunities'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import type { ListCache } from './list-cache'
import { amongNeedy, prepareNeeds } from './needs'
import { risingSinceReview } from './news'
import type { RecordFigures } from './record-figures'
import { type RecordList, readList, readRecord, summary } from './record-list'
import {
  insightsOf,
  mentionedOutcomes,
  mentionsWithStatus,
  sentimentOf,
  sharedOf,
  strongestOf,
  unseenOf,
} from './relations'
import type { WordSearch } from './word-search'

const counts = {
  insights: insightsOf('opportunity'),
  unseen: unseenOf('opportunity'),
  feedback: sharedOf('opportunity', 'feedback'),
  solutions: sharedOf('opportunity', 'solution'),
  strongest: strongestOf('opportunity'),
  sentiment: sentimentOf('opportunity'),
}

const opportunityRow = rowOf({
  id: column.text,
  title: column.text,
  summary,
  status: column.text,
  solutionsGeneratingState: column.text,
  createdBy: column.text,
  read: column.flag,
  hideContent: column.flag,
  insights: column.number,
  unseen: column.number,
  feedback: column.number,
  solutions: column.number,
  strongest: column.numberOrNull,
  sentiment: column.numberOrNull,
  createdAt: column.text,
  updatedAt: column.text,
})

type StoredOpportunity = ReturnType<typeof opportunityRow.read>

const opportunityDetail = rowOf({
  ...opportunityRow.fields,
  row: column.number,
  description: column.text,
  ownerId: column.textOrNull,
})

type Column = (typeof OpportunityColumn.options)[number]

const markedInsight = rowOf({
  id: column.text,
  title: column.text,
  hideContent: column.flag,
  alsoIn: column.number,
})

const list: RecordList<Column, StoredOpportunity> = {
  table: 'opportunities',
  kind: 'opportunity',
  record: 'opportunity',
  order: { status: 'status COLLATE NOCASE', updatedAt: 'julianday(updated_at)' },
  computed: counts,
  schema: opportunityRow,
  noun: 'opportunity',
}

const risingRow = rowOf({ row: column.number, id: column.text, rising: column.number })

/** Opportunities with insights that rose since the last review, which is computed and stored nowhere. */
function readRising(connection: Connection, cache: ListCache, workspace: WorkspaceRef) {
  const row = findWorkspace(connection, workspace)
  return cache.value(['rising', row], () => {
    const ids = risingSinceReview(connection, cache, workspace).map(({ id }) => id)
    const sql = `SELECT record.row, record.id, count(*) AS rising
      FROM insights JOIN insight_opportunities AS own ON own.insight = insights.row
      JOIN opportunities AS record ON record.row = own.opportunity
      WHERE insights.workspace = ? AND insights.id IN (SELECT value FROM json_each(?)) GROUP BY record.row`
    const counted = connection.all(sql, [row, JSON.stringify(ids)], risingRow)
    return {
      byRow: new Map(counted.map((each) => [each.row, each.rising])),
      byId: new Map(counted.map((each) => [each.id, each.rising])),
    }
  })
}

/** Limit in the dialog that asks. */
const namedAtMost = 50

/** Limit in the details of one opportunity. */
const risingAtMost = 20

type Queries = Pick<StoreApi, 'queryOpportunities' | 'getOpportunity' | 'previewMarkAllSeen'>

export function createOpportunityQueries(
  context: StoreContext,
  cache: ListCache,
  search: WordSearch,
  { recordFigures, now }: { readonly recordFigures: RecordFigures; readonly now: () => Date },
): Queries {
  return {
    queryOpportunities: async (input) => {
      await recordFigures.prepare(input.workspace)
      if (input.needs?.length) await prepareNeeds(recordFigures, input.workspace, now())
      return search.read({ ...input, tables: ['opportunities'] }, (connection, forgiveness) => {
        const rising = () => readRising(connection, cache, input.workspace).byRow
        const figures = () => {
          const found = recordFigures.of(connection, input.workspace, 'opportunity')
          const solutions = recordFigures.shared(connection, input.workspace, 'opportunity', 'solution')
          const byRow = input.sort.column === 'rising' ? rising() : null
          return {
            insights: (row: number) => found.insights[row] ?? 0,
            unseen: (row: number) => found.unseen[row] ?? 0,
            feedback: (row: number) => found.feedback[row] ?? 0,
            solutions: (row: number) => solutions[row] ?? 0,
            strongest: (row: number) => found.strongest[row],
            sentiment: (row: number) => found.sentiment[row],
            ...(byRow === null ? {} : { rising: (row: number) => byRow.get(row) ?? 0 }),
          }
        }
        const among = amongNeedy({ connection, cache, figures: recordFigures }, 'opportunity', input, now())
        const shown = { ...list, figures }
        const page = readList(connection, cache, shown, input, forgiveness, { status: input.statuses }, among)
        const { byId } = readRising(connection, cache, input.workspace)
        return { ...page, rows: page.rows.map((row) => ({ ...row, rising: byId.get(row.id) ?? 0 })) }
      })
    },
    getOpportunity: (input) =>
      context.read((connection): OpportunityDetail => {
        const { row, ...opportunity } = readRecord(connection, list, opportunityDetail, input)
        const own = { kind: 'opportunity', row } as const
        const carried = new Set(insightIds(connection, row))
        const rising = risingSinceReview(connection, cache, input.workspace).filter(({ id }) => carried.has(id))
        return {
          ...opportunity,
          rising: rising.length,
          risingInsights: rising
            .slice(0, risingAtMost)
            .map(({ id, title, hideContent, before, after }) => ({ id, title, hideContent, before, after })),
          relatedSolutions: mentionsWithStatus(connection, own, 'solution'),
          relatedOutcomes: mentionedOutcomes(connection, own),
          relatedOpportunities: mentionsWithStatus(connection, own, 'opportunity'),
        }
      }),
    previewMarkAllSeen: (input) =>
      context.read((connection) => {
        const { row, title, insights, unseen } = readRecord(connection, list, opportunityDetail, input)
        const unseenShared = connection.value(
          `SELECT count(*) FROM insight_opportunities AS own JOIN insights ON insights.row = own.insight
           WHERE own.opportunity = ?1 AND insights.seen = 0 AND EXISTS (
             SELECT 1 FROM insight_opportunities WHERE insight = own.insight AND opportunity <> ?1)`,
          [row],
          column.number,
        )
        return { title, insights, unseen, unseenShared: unseenShared ?? 0, marked: strongestUnseen(connection, row) }
      }),
  }
}

const identifiedRow = rowOf({ id: column.text })

function insightIds(connection: Connection, opportunity: number): readonly string[] {
  const sql = `SELECT insights.id FROM insight_opportunities AS own JOIN insights ON insights.row = own.insight
    WHERE own.opportunity = ?`
  return connection.all(sql, [opportunity], identifiedRow).map(({ id }) => id)
}

function strongestUnseen(connection: Connection, opportunity: number): MarkedInsight[] {
  return connection.all(
    `SELECT insights.id, insights.title, insights.hide_content, (
       SELECT count(*) FROM insight_opportunities WHERE insight = own.insight AND opportunity <> ?1) AS also_in
     FROM insight_opportunities AS own JOIN insights ON insights.row = own.insight
     WHERE own.opportunity = ?1 AND insights.seen = 0
     ORDER BY insights.combined_score DESC, insights.row LIMIT ?2`,
    [opportunity, namedAtMost],
    markedInsight,
  )
}
