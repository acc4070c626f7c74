// Feedback as a list and one by one. There may be far more of it than of any other kind.
import type { FeedbackColumn, FeedbackRow } from '../../contract/features/feedback'
import type { StoreApi, StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { searchOf } from '../text/folded-text'
import { createFeedbackIndex } from '../text/text-index'
import type { ListCache } from './list-cache'
import { type RecordList, readList, readRecord } from './record-list'
import { insightsOf } from './relations'
import type { WordSearch } from './word-search'

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

const counts = { insights: insightsOf('feedback') }

const list: RecordList<(typeof FeedbackColumn.options)[number], FeedbackRow> = {
  table: 'feedback',
  record: 'feedback',
  order: {
    ...counts,
    createdAt: 'julianday(created_at)',
    source: 'source COLLATE NOCASE',
    sentimentScore: 'sentiment_score',
  },
  computed: counts,
  schema: feedbackRow,
  noun: 'feedback',
}

export function createFeedbackQueries(
  context: StoreContext,
  cache: ListCache,
  search: WordSearch,
): Pick<StoreApi, 'queryFeedback' | 'getFeedback'> {
  const completeIndex = createFeedbackIndex(context)
  return {
    async queryFeedback(input) {
      if (searchOf(input.text) !== null) await completeIndex()
      return search.read({ ...input, tables: ['feedback'] }, (connection, forgiveness) =>
        readList(connection, cache, list, input, forgiveness),
      )
    },
    getFeedback: (input) => context.read((connection) => readRecord(connection, list, feedbackRow, input)),
  }
}
