// Feedback as a list: there may be far more of it than of anything else.
import { AppError } from '../../contract/errors'
import type { FeedbackColumn, FeedbackRow } from '../../contract/features/feedback'
import { searchExpression } from '../folded-text'
import type { SqlRow } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { createFeedbackIndex } from '../text-index'
import { insightsOf } from './counts'
import { numberOrNull, textOrNull } from './insight-rows'
import { type RecordList, readList } from './record-list'
import type { KeptLists } from './row-lists'

const list: RecordList<(typeof FeedbackColumn.options)[number]> = {
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
}

export function createFeedbackQueries(
  context: StoreContext,
  kept: KeptLists,
): Pick<StoreApi, 'queryFeedback' | 'getFeedback'> {
  const completeIndex = createFeedbackIndex(context)
  return {
    async queryFeedback(input) {
      if (searchExpression(input.text) !== null) await completeIndex()
      return context.read((connection) => {
        const page = readList(connection, kept, list, input)
        return { ...page, rows: page.rows.map(readRow) }
      })
    },
    getFeedback: ({ workspace, id }) =>
      context.read((connection) => {
        const stored = connection.get(`SELECT ${list.columns} FROM feedback AS record WHERE workspace = ? AND id = ?`, [
          findWorkspace(connection, workspace),
          id,
        ])
        if (stored === undefined) throw new AppError('NOT_FOUND', 'This feedback is not in the library.')
        return readRow(stored)
      }),
  }
}

function readRow(row: SqlRow): FeedbackRow {
  return { ...readFeedback(row), insights: Number(row.insights) }
}

export function readFeedback(record: SqlRow): Omit<FeedbackRow, 'insights'> {
  return {
    id: String(record.id),
    title: textOrNull(record.title),
    content: String(record.content),
    source: String(record.source),
    sourceId: textOrNull(record.source_id),
    sourceUrl: textOrNull(record.source_url),
    submittedBy: textOrNull(record.submitted_by),
    processed: record.processed === 1,
    sentimentScore: numberOrNull(record.sentiment_score),
    sentimentCategory: textOrNull(record.sentiment_category),
    sentimentConfidence: numberOrNull(record.sentiment_confidence),
    createdAt: String(record.created_at),
  }
}
