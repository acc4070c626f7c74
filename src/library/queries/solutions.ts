// Solutions as a list and one by one.
import { AppError } from '../../contract/errors'
import type { SolutionColumn, SolutionDetail, SolutionRow } from '../../contract/features/solutions'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import type { ListCache } from './list-cache'
import { type RecordList, readList } from './record-list'
import { insightsOf, mentionedOutcomes, mentionsWithStatus } from './relations'
import { summary, summarySource } from './summary'

// A horizon nobody knows comes after those that are known, before none.
const horizonOrder = `CASE horizon WHEN 'now' THEN ' 1' WHEN 'next' THEN ' 2' WHEN 'later' THEN ' 3' ELSE horizon END`

const solutionRow = rowOf({
  id: column.text,
  title: column.text,
  summary,
  status: column.text,
  horizon: column.textOrNull,
  priority: column.text,
  aiProcessingState: column.text,
  createdBy: column.text,
  hideContent: column.flag,
  insights: column.number,
  createdAt: column.text,
  updatedAt: column.text,
})

const solutionDetail = rowOf({
  ...solutionRow.fields,
  row: column.number,
  description: column.text,
  ownerId: column.textOrNull,
  pros: column.json<SolutionDetail['pros']>(),
  cons: column.json<SolutionDetail['cons']>(),
  prd: column.text,
  systemPrompt: column.textOrNull,
  refinementLog: column.json<SolutionDetail['refinementLog']>(),
})

const list: RecordList<(typeof SolutionColumn.options)[number], SolutionRow> = {
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
  schema: solutionRow,
}

export function createSolutionQueries(
  context: StoreContext,
  cache: ListCache,
): Pick<StoreApi, 'querySolutions' | 'getSolution'> {
  return {
    querySolutions: (input) =>
      context.read((connection) => readList(connection, cache, list, input, { status: input.statuses })),
    getSolution: ({ workspace, id }) =>
      context.read((connection): SolutionDetail => {
        const stored = connection.get(
          `SELECT ${list.columns}, description, owner_id, pros, cons, prd, system_prompt, refinement_log
           FROM solutions AS record WHERE workspace = ? AND id = ?`,
          [findWorkspace(connection, workspace), id],
          solutionDetail,
        )
        if (stored === undefined) throw new AppError('NOT_FOUND', 'This solution is not in the library.')
        const { row, ...solution } = stored
        const own = { kind: 'solution', row } as const
        return {
          ...solution,
          relatedOpportunities: mentionsWithStatus(connection, own, 'opportunity'),
          relatedOutcomes: mentionedOutcomes(connection, own),
        }
      }),
  }
}
