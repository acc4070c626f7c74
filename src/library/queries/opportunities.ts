// Opportunities as a list, one by one, and what marking their insights as seen would do.
import { AppError } from '../../contract/errors'
import type {
  MarkedInsight,
  OpportunityColumn,
  OpportunityDetail,
  OpportunityRow,
} from '../../contract/features/opportunities'
import type { Connection, SqlRow } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { insightsOf, sharedOf, unseenOf } from './counts'
import { summarise, summarySource, textOrNull } from './insight-rows'
import { type RecordList, readList } from './record-list'
import { mentions, readMention, readMentionWithStatus } from './relations'
import type { KeptLists } from './row-lists'

const counts = {
  insights: insightsOf('opportunity'),
  unseen: unseenOf('opportunity'),
  feedback: sharedOf('opportunity', 'feedback'),
  solutions: sharedOf('opportunity', 'solution'),
}

const list: RecordList<(typeof OpportunityColumn.options)[number]> = {
  table: 'opportunities',
  record: 'opportunity',
  order: { ...counts, status: 'status COLLATE NOCASE', updatedAt: 'julianday(updated_at)' },
  columns: `row, id, title, ${summarySource}, status, solutions_generating_state, created_by, read, hide_content,
    created_at, updated_at, ${counts.insights} AS insights, ${counts.unseen} AS unseen, ${counts.feedback} AS feedback,
    ${counts.solutions} AS solutions`,
}

/** In a dialog that asks. */
const namedAtMost = 50

type Queries = Pick<StoreApi, 'queryOpportunities' | 'getOpportunity' | 'previewMarkAllSeen'>

export function createOpportunityQueries(context: StoreContext, kept: KeptLists): Queries {
  return {
    queryOpportunities: (input) =>
      context.read((connection) => {
        const page = readList(connection, kept, list, input, { status: input.statuses })
        return { ...page, rows: page.rows.map(readRow) }
      }),
    getOpportunity: ({ workspace, id }) =>
      context.read((connection) => readDetail(connection, findWorkspace(connection, workspace), id)),
    previewMarkAllSeen: ({ workspace, id }) =>
      context.read((connection) => {
        const stored = demandOpportunity(connection, findWorkspace(connection, workspace), id)
        return {
          title: String(stored.title),
          insights: Number(stored.insights),
          unseen: Number(stored.unseen),
          unseenShared: Number(
            connection.get(
              `SELECT count(*) AS shared FROM insight_opportunities AS own JOIN insights ON insights.row = own.insight
               WHERE own.opportunity = ?1 AND insights.seen = 0 AND EXISTS (
                 SELECT 1 FROM insight_opportunities WHERE insight = own.insight AND opportunity <> ?1)`,
              [Number(stored.row)],
            )?.shared,
          ),
          marked: namesOfUnseen(connection, Number(stored.row)),
        }
      }),
  }
}

/** The strongest insights of an opportunity that are not seen. */
function namesOfUnseen(connection: Connection, opportunity: number): MarkedInsight[] {
  return connection
    .all(
      `SELECT insights.id, insights.title, insights.hide_content, (
         SELECT count(*) FROM insight_opportunities WHERE insight = own.insight AND opportunity <> ?1) AS also_in
       FROM insight_opportunities AS own JOIN insights ON insights.row = own.insight
       WHERE own.opportunity = ?1 AND insights.seen = 0
       ORDER BY insights.combined_score DESC, insights.row LIMIT ?2`,
      [opportunity, namedAtMost],
    )
    .map((row) => ({
      id: String(row.id),
      title: String(row.title),
      hideContent: row.hide_content === 1,
      alsoIn: Number(row.also_in),
    }))
}

function demandOpportunity(connection: Connection, workspace: number | null, id: string): SqlRow {
  const stored = connection.get(
    `SELECT ${list.columns}, description, owner_id FROM opportunities AS record WHERE workspace = ? AND id = ?`,
    [workspace, id],
  )
  if (stored === undefined) throw new AppError('NOT_FOUND', 'This opportunity is not in the library.')
  return stored
}

function readDetail(connection: Connection, workspace: number | null, id: string): OpportunityDetail {
  const stored = demandOpportunity(connection, workspace, id)
  const own = { kind: 'opportunity', row: Number(stored.row) } as const
  return {
    ...readRow(stored),
    description: String(stored.description),
    ownerId: textOrNull(stored.owner_id),
    relatedSolutions: mentions(connection, own, 'solution').map(readMentionWithStatus),
    relatedOutcomes: mentions(connection, own, 'outcome').map(readMention),
    relatedOpportunities: mentions(connection, own, 'opportunity').map(readMentionWithStatus),
  }
}

function readRow(row: SqlRow): OpportunityRow {
  return {
    id: String(row.id),
    title: String(row.title),
    summary: summarise(String(row.summary)),
    status: String(row.status),
    solutionsGeneratingState: String(row.solutions_generating_state),
    createdBy: String(row.created_by),
    read: row.read === 1,
    hideContent: row.hide_content === 1,
    insights: Number(row.insights),
    unseen: Number(row.unseen),
    feedback: Number(row.feedback),
    solutions: Number(row.solutions),
    createdAt: String(row.created_at),
    updatedAt: String(row.updated_at),
  }
}
