import type { FeedbackRow } from '../../../contract/features/feedback'
import { countColumn, dateColumn, RecordTitle, wordColumn } from '../../records/cell-columns'
import type { ColumnsOf } from '../../records/ListShell'
import { longestShown } from '../../records/MaskedText'
import { sentimentText, unknownMark } from '../../records/record-words'
import { ofFigures } from '../../records/table/columns'

/** Most feedback has no title: then what was said stands on both lines' place. */
export function titled({ id, title, content }: FeedbackRow) {
  const text = content.slice(0, longestShown)
  return { id, title: title ?? text, summary: title === null ? '' : text, hideContent: false }
}

export const feedbackColumns: ColumnsOf<FeedbackRow> = ({ isRevealed, onReveal }) => [
  {
    id: 'content',
    heading: 'Feedback',
    defaultDirection: 'ascending',
    isUnsortable: true,
    isPrimary: true,
    cell: (row) => <RecordTitle row={titled(row)} isRevealed={isRevealed} onReveal={onReveal} />,
  },
  wordColumn<FeedbackRow>({ id: 'source', heading: 'Source', width: 128, word: (row) => row.source, hideBelow: 180 }),
  {
    ...wordColumn<FeedbackRow>({
      id: 'sentimentScore',
      heading: 'Sentiment',
      width: 128,
      word: (row) => sentimentText({ ...row, sentimentConfidence: null }) ?? unknownMark,
      hideBelow: 300,
    }),
    orderWords: ofFigures,
  },
  countColumn({ id: 'insights', heading: 'Insights', width: 74, value: (row) => row.insights, hideBelow: 340 }),
  dateColumn({ id: 'createdAt', heading: 'Date', at: (row) => row.createdAt, hideBelow: 220 }),
]
