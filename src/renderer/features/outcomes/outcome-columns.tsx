import type { OutcomeRow } from '../../../contract/features/outcomes'
import { countColumn, dateColumn, titleColumn, wordColumn } from '../../records/cell-columns'
import { Trend } from '../../records/Evidence'
import type { ColumnsOf } from '../../records/ListShell'
import { rowName } from '../../records/MaskedText'
import { menuColumn } from '../../records/RowMenu'
import { count } from '../../records/record-words'
import { ofFigures } from '../../records/table/columns'

export const outcomeColumns: ColumnsOf<OutcomeRow> = (revealed) => [
  titleColumn(revealed),
  {
    ...wordColumn<OutcomeRow>({
      id: 'priority',
      heading: 'Priority',
      width: 78,
      word: (row) => count(row.rank),
      hideBelow: 170,
    }),
    align: 'end',
    orderWords: { ascending: 'first to last', descending: 'last to first' },
  },
  {
    id: 'trend',
    heading: 'Trend',
    width: 116,
    defaultDirection: 'descending',
    orderWords: ofFigures,
    hideBelow: 210,
    cell: ({ trend }) => <Trend trend={trend} />,
  },
  countColumn({ id: 'insights', heading: 'Insights', width: 74, value: (row) => row.insights, hideBelow: 280 }),
  countColumn({ id: 'unseen', heading: 'Unseen', width: 72, value: (row) => row.unseen, hideBelow: 200 }),
  countColumn({ id: 'feedback', heading: 'Feedback', width: 82, value: (row) => row.feedback, hideBelow: 320 }),
  countColumn({
    id: 'opportunities',
    heading: 'Opportunities',
    width: 108,
    value: (row) => row.opportunities,
    hideBelow: 340,
  }),
  countColumn({ id: 'metrics', heading: 'Metrics', width: 70, value: (row) => row.metrics, hideBelow: 330 }),
  dateColumn({ id: 'updatedAt', heading: 'Updated', at: (row) => row.updatedAt, hideBelow: 250 }),
  menuColumn(28, (row) => rowName(row, revealed)),
]
