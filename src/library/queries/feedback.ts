// Feedback as a list and one by one. There may be far more of it than of any other kind.
import { AppError } from '../../contract/errors'
import type { FeedbackColumn, FeedbackRow } from '../../contract/features/feedback'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { searchExpression } from '../text/folded-text'
import { createFeedbackIndex } from '../text/text-index'
import type { ListCache } from './list-cache'
import { type RecordList, readList } from './record-list'
import { insightsOf } from './relations'

/** Without the number of insights that carry it. */
export const feedbackRecord = rowOf({
  id: column.text,
  title: column.textOrNull,
  content: column.text,
  source: column.text,
  sourceId: column.textOrNull,
  sourceUrl: column.textOrNull,
  submittedBy: column.textOrNull,
  processed: column.flag,
  sentimentScore: column.numberOrNull,
  sentimentCategory: column.textOrNull,
  sentimentConfidence: column.numberOrNull,
  createdAt: column.text,
})

const feedbackRow = rowOf({ ...feedbackRecord.fields, insights: column.number })

const list: RecordList<(typeof FeedbackColumn.options)[number], FeedbackRow> = {
  table: 'feedback',
  record: 'feedback',
  order: {
    createdAt: 'julianday(created_at)',
    source: 'source COLLATE NOCASE',
    sentimentScore: 'sentiment_score',
    insights: insightsOf('feedback'),
  },
  columns: `row, id, title, content, source, source_id, source_url, submitted_by, processed, sentiment_score,
    sentiment_category, sentiment_confidence, created_at, ${insightsOf('feedback')} AS insights`,
  schema: feedbackRow,
}

export function createFeedbackQueries(
  context: StoreContext,
  cache: ListCache,
): Pick<StoreApi, 'queryFeedback' | 'getFeedback'> {
  const completeIndex = createFeedbackIndex(context)
  return {
    async queryFeedback(input) {
      if (searchExpression(input.text) !== null) await completeIndex()
      return context.read((connection) => readList(connection, cache, list, input))
    },
    getFeedback: ({ workspace, id }) =>
      context.read((connection) => {
        const stored = connection.get(
          `SELECT ${list.columns} FROM feedback AS record WHERE workspace = ? AND id = ?`,
          [findWorkspace(connection, workspace), id],
          feedbackRow,
        )
        if (stored === undefined) throw new AppError('NOT_FOUND', 'This feedback is not in the library.')
        return stored
      }),
  }
}
