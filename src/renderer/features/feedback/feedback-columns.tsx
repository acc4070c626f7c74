import type { FeedbackRow } from '../../../contract/features/feedback'
import { countColumn, dateColumn, wordColumn } from '../../ui/records/figure-columns'
import type { ColumnsOf } from '../../ui/records/RecordTable'
import { RecordTitle } from '../../ui/records/RecordTitle'
import { sentimentText } from '../../ui/records/record-words'
import { ofFigures } from '../../ui/table/order-words'

const drawnLength = 300

/** Most feedback has no title: then what was said stands on both lines' place. */
export function titled({ id, title, content }: FeedbackRow) {
  const text = content.slice(0, drawnLength)
  return { id, title: title ?? text, summary: title === null ? '' : text, hideContent: false }
}

export const feedbackColumns: ColumnsOf<FeedbackRow> = ({ isRevealed, onReveal }) => [
  {
    id: 'content',
    heading: 'Feedback',
    firstDirection: 'ascending',
    isUnsortable: true,
    isMain: true,
    cell: (row) => <RecordTitle row={titled(row)} isRevealed={isRevealed} onReveal={onReveal} />,
  },
  wordColumn<FeedbackRow>({ id: 'source', heading: 'Source', width: 128, word: (row) => row.source, leavesBelow: 180 }),
  {
    ...wordColumn<FeedbackRow>({
      id: 'sentimentScore',
      heading: 'Sentiment',
      width: 128,
      word: (row) => sentimentText({ ...row, sentimentConfidence: null }) ?? 'unknown',
      leavesBelow: 300,
    }),
    orderWords: ofFigures,
  },
  countColumn({ id: 'insights', heading: 'Insights', width: 74, value: (row) => row.insights, leavesBelow: 340 }),
  dateColumn({ id: 'createdAt', heading: 'Date', at: (row) => row.createdAt, leavesBelow: 220 }),
]
