import type { FeedbackRow } from '../../../contract/features/feedback'
import { countColumn, dateColumn, wordColumn } from '../../ui/records/figure-columns'
import type { ColumnsOf } from '../../ui/records/RecordTable'
import { RecordTitle } from '../../ui/records/RecordTitle'
import { sentimentText } from '../../ui/records/record-words'

const drawnLength = 300

/** Most feedback has no title: then what was said stands on both lines' place. */
function titled({ id, title, content }: FeedbackRow) {
  const text = content.slice(0, drawnLength)
  return { id, title: title ?? text, summary: title === null ? '' : text, hideContent: false }
}

export const feedbackColumns: ColumnsOf<FeedbackRow> = ({ isBesideDetails, ...revealed }) => [
  {
    id: 'content',
    heading: 'What was said',
    track: 'minmax(160px, 1fr)',
    firstDirection: 'ascending',
    isUnsortable: true,
    isMain: true,
    cell: (row) => <RecordTitle row={titled(row)} {...revealed} />,
  },
  wordColumn<FeedbackRow>({ id: 'source', heading: 'Source', width: 120, word: (row) => row.source }),
  wordColumn<FeedbackRow>({
    id: 'sentimentScore',
    heading: 'Sentiment',
    width: 128,
    word: (row) => sentimentText({ ...row, sentimentConfidence: null }) ?? 'not known',
    minTableWidth: isBesideDetails ? 700 : 560,
  }),
  countColumn({ id: 'insights', heading: 'Insights', width: 66, value: (row) => row.insights, minTableWidth: 480 }),
  dateColumn({ id: 'createdAt', heading: 'Said', at: (row) => row.createdAt, minTableWidth: 420 }),
]
