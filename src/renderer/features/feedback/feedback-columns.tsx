import type { FeedbackRow } from '../../../contract/features/feedback'
import { countColumn, dateColumn, ownMarks, RecordTitle, wordColumn } from '../../records/cell-columns'
import { Sentiment } from '../../records/Evidence'
import type { ColumnsOf } from '../../records/ListShell'
import { longestShown } from '../../records/MaskedText'
import { unknownMark } from '../../records/record-words'
import { ofFigures } from '../../records/table/columns'

/** Most feedback has no title: its text then takes both lines. */
export function titled({ id, title, content, excerpt }: FeedbackRow) {
  const text = excerpt ?? content.slice(0, longestShown)
  return { id, title: title ?? text, summary: title === null ? '' : text, hideContent: false }
}

export const feedbackColumns: ColumnsOf<FeedbackRow> = ({ isRevealed, onReveal }) => [
  {
    id: 'content',
    heading: 'Feedback',
    defaultDirection: 'ascending',
    isUnsortable: true,
    isPrimary: true,
    cell: (row) => <RecordTitle row={titled(row)} mark={ownMarks(row)} isRevealed={isRevealed} onReveal={onReveal} />,
  },
  wordColumn<FeedbackRow>({ id: 'source', heading: 'Source', width: 128, word: (row) => row.source, hideBelow: 180 }),
  {
    id: 'sentimentScore',
    heading: 'Sentiment',
    width: 136,
    defaultDirection: 'ascending',
    orderWords: ofFigures,
    hideBelow: 300,
    cell: (row) => {
      const { sentimentCategory, sentimentScore } = row
      if (sentimentCategory === null && sentimentScore === null) return unknownMark
      return <Sentiment {...row} sentimentConfidence={null} />
    },
  },
  countColumn({ id: 'insights', heading: 'Insights', width: 74, value: (row) => row.insights, hideBelow: 340 }),
  dateColumn({ id: 'createdAt', heading: 'Date', at: (row) => row.createdAt, hideBelow: 220 }),
]
