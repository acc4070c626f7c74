// Opportunities as a list, one by one, and what marking their insights as seen would do.
import type {
  MarkedInsight,
  OpportunityColumn,
  OpportunityDetail,
  OpportunityRow,
} from '../../contract/features/opportunities'
import type { Connection } from '../store/connection'
import type { StoreApi, StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import type { ListCache } from './list-cache'
import { type RecordList, readList, readRecord, summary } from './record-list'
import { insightsOf, mentionedOutcomes, mentionsWithStatus, sharedOf, unseenOf } from './relations'
import type { WordSearch } from './word-search'

const counts = {
  insights: insightsOf('opportunity'),
  unseen: unseenOf('opportunity'),
  feedback: sharedOf('opportunity', 'feedback'),
  solutions: sharedOf('opportunity', 'solution'),
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
  createdAt: column.text,
  updatedAt: column.text,
})

const opportunityDetail = rowOf({
  ...opportunityRow.fields,
  row: column.number,
  description: column.text,
  ownerId: column.textOrNull,
})

const markedInsight = rowOf({
  id: column.text,
  title: column.text,
  hideContent: column.flag,
  alsoIn: column.number,
})

const list: RecordList<(typeof OpportunityColumn.options)[number], OpportunityRow> = {
  table: 'opportunities',
  record: 'opportunity',
  order: { ...counts, status: 'status COLLATE NOCASE', updatedAt: 'julianday(updated_at)' },
  computed: counts,
  schema: opportunityRow,
  noun: 'opportunity',
}

/** In a dialog that asks. */
const namedAtMost = 50

type Queries = Pick<StoreApi, 'queryOpportunities' | 'getOpportunity' | 'previewMarkAllSeen'>

export function createOpportunityQueries(context: StoreContext, cache: ListCache, search: WordSearch): Queries {
  return {
    queryOpportunities: (input) =>
      search.read({ ...input, tables: ['opportunities'] }, (connection, forgiveness) =>
        readList(connection, cache, list, input, forgiveness, { status: input.statuses }),
      ),
    getOpportunity: (input) =>
      context.read((connection): OpportunityDetail => {
        const { row, ...opportunity } = readRecord(connection, list, opportunityDetail, input)
        const own = { kind: 'opportunity', row } as const
        return {
          ...opportunity,
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
