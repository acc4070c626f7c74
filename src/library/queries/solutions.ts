// Solutions as a list and one by one.
import type { SolutionColumn, SolutionDetail, SolutionRow } from '../../contract/features/solutions'
import type { StoreApi, StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import type { ListCache } from './list-cache'
import type { RecordFigures } from './record-figures'
import { type RecordList, readList, readRecord, summary } from './record-list'
import {
  insightsOf,
  mentionedOutcomes,
  mentionsWithStatus,
  rankOf,
  sentimentOf,
  sharedOf,
  strongestOf,
} from './relations'
import type { WordSearch } from './word-search'

// An unknown horizon comes after the known ones, before none.
const horizonOrder = `CASE horizon WHEN 'now' THEN ' 1' WHEN 'next' THEN ' 2' WHEN 'later' THEN ' 3' ELSE horizon END`

const solutionRow = rowOf({
  id: column.text,
  title: column.text,
  summary,
  status: column.text,
  horizon: column.textOrNull,
  priority: column.text,
  rank: column.number,
  aiProcessingState: column.text,
  createdBy: column.text,
  hideContent: column.flag,
  insights: column.number,
  feedback: column.number,
  strongest: column.numberOrNull,
  sentiment: column.numberOrNull,
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

const counts = {
  insights: insightsOf('solution'),
  feedback: sharedOf('solution', 'feedback'),
  strongest: strongestOf('solution'),
  sentiment: sentimentOf('solution'),
}

const list: RecordList<(typeof SolutionColumn.options)[number], SolutionRow> = {
  table: 'solutions',
  kind: 'solution',
  record: 'solution',
  order: {
    status: 'status COLLATE NOCASE',
    horizon: horizonOrder,
    // A fractional index: ordered by its characters alone.
    priority: 'priority',
    updatedAt: 'julianday(updated_at)',
  },
  computed: { ...counts, rank: rankOf('solutions') },
  schema: solutionRow,
  noun: 'solution',
}

export function createSolutionQueries(
  context: StoreContext,
  cache: ListCache,
  search: WordSearch,
  recordFigures: RecordFigures,
): Pick<StoreApi, 'querySolutions' | 'getSolution'> {
  return {
    querySolutions: async (input) => {
      await recordFigures.prepare(input.workspace)
      return search.read({ ...input, tables: ['solutions'] }, (connection, forgiveness) => {
        const figures = () => {
          const found = recordFigures.of(connection, input.workspace, 'solution')
          return {
            insights: (row: number) => found.insights[row] ?? 0,
            feedback: (row: number) => found.feedback[row] ?? 0,
            strongest: (row: number) => found.strongest[row],
            sentiment: (row: number) => found.sentiment[row],
          }
        }
        const choices = { status: input.statuses, horizon: input.horizons }
        return readList(connection, cache, { ...list, figures }, input, forgiveness, choices)
      })
    },
    getSolution: (input) =>
      context.read((connection): SolutionDetail => {
        const { row, ...solution } = readRecord(connection, list, solutionDetail, input)
        const own = { kind: 'solution', row } as const
        return {
          ...solution,
          relatedOpportunities: mentionsWithStatus(connection, own, 'opportunity'),
          relatedOutcomes: mentionedOutcomes(connection, own),
        }
      }),
  }
}
