// Solutions as a list and one by one.
import { AppError } from '../../contract/errors'
import type { SolutionColumn, SolutionDetail, SolutionRow } from '../../contract/features/solutions'
import type { Connection, SqlRow } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { insightsOf } from './counts'
import { summarise, summarySource, textOrNull } from './insight-rows'
import { type RecordList, readList } from './record-list'
import { mentions, readMention, readMentionWithStatus } from './relations'
import type { KeptLists } from './row-lists'

// A horizon nobody knows comes after those that are known, before none.
const horizonOrder = `CASE horizon WHEN 'now' THEN ' 1' WHEN 'next' THEN ' 2' WHEN 'later' THEN ' 3' ELSE horizon END`

const list: RecordList<(typeof SolutionColumn.options)[number]> = {
  table: 'solutions',
  record: 'solution',
  order: {
    status: 'status COLLATE NOCASE',
    horizon: horizonOrder,
    // A fractional-indexing string: by its characters alone.
    priority: 'priority',
    insights: insightsOf('solution'),
    updatedAt: 'julianday(updated_at)',
  },
  columns: `row, id, title, ${summarySource}, status, horizon, priority, ai_processing_state, created_by, hide_content,
    created_at, updated_at, ${insightsOf('solution')} AS insights`,
}

export function createSolutionQueries(
  context: StoreContext,
  kept: KeptLists,
): Pick<StoreApi, 'querySolutions' | 'getSolution'> {
  return {
    querySolutions: (input) =>
      context.read((connection) => {
        const page = readList(connection, kept, list, input, { status: input.statuses })
        return { ...page, rows: page.rows.map(readRow) }
      }),
    getSolution: ({ workspace, id }) =>
      context.read((connection) => readDetail(connection, findWorkspace(connection, workspace), id)),
  }
}

function readDetail(connection: Connection, workspace: number | null, id: string): SolutionDetail {
  const stored = connection.get(
    `SELECT ${list.columns}, description, owner_id, pros, cons, prd, system_prompt, refinement_log
     FROM solutions AS record WHERE workspace = ? AND id = ?`,
    [workspace, id],
  )
  if (stored === undefined) throw new AppError('NOT_FOUND', 'This solution is not in the library.')
  const own = { kind: 'solution', row: Number(stored.row) } as const
  return {
    ...readRow(stored),
    description: String(stored.description),
    ownerId: textOrNull(stored.owner_id),
    pros: JSON.parse(String(stored.pros)),
    cons: JSON.parse(String(stored.cons)),
    prd: String(stored.prd),
    systemPrompt: textOrNull(stored.system_prompt),
    refinementLog: JSON.parse(String(stored.refinement_log)),
    relatedOpportunities: mentions(connection, own, 'opportunity').map(readMentionWithStatus),
    relatedOutcomes: mentions(connection, own, 'outcome').map(readMention),
  }
}

function readRow(row: SqlRow): SolutionRow {
  return {
    id: String(row.id),
    title: String(row.title),
    summary: summarise(String(row.summary)),
    status: String(row.status),
    horizon: textOrNull(row.horizon),
    priority: String(row.priority),
    aiProcessingState: String(row.ai_processing_state),
    createdBy: String(row.created_by),
    hideContent: row.hide_content === 1,
    insights: Number(row.insights),
    createdAt: String(row.created_at),
    updatedAt: String(row.updated_at),
  }
}
