import type { OutcomeRow } from '../../../contract/features/outcomes'
import { countColumn, dateColumn, wordColumn } from '../../ui/records/figure-columns'
import type { ColumnsOf } from '../../ui/records/RecordTable'
import { RecordTitle } from '../../ui/records/RecordTitle'
import { RowMenu } from '../../ui/records/RowMenu'
import { figure, trendText } from '../../ui/records/record-words'
import { ofFigures } from '../../ui/table/order-words'

/** Makes the columns of the list; `onDelete` is asked for by the menu of a row. */
export function outcomeColumnsWith(onDelete: (row: OutcomeRow) => void): ColumnsOf<OutcomeRow> {
  return ({ isRevealed, onReveal }) => [
    {
      id: 'title',
      heading: 'Title',
      firstDirection: 'ascending',
      isMain: true,
      cell: (row) => <RecordTitle row={row} isRevealed={isRevealed} onReveal={onReveal} />,
    },
    {
      ...wordColumn<OutcomeRow>({
        id: 'priority',
        heading: 'Priority',
        width: 74,
        word: (row) => figure(row.priority),
        leavesBelow: 170,
      }),
      align: 'end',
      orderWords: ofFigures,
    },
    {
      ...wordColumn<OutcomeRow>({
        id: 'trend',
        heading: 'Trend',
        width: 96,
        word: (row) => trendText(row.trend),
        leavesBelow: 360,
      }),
      orderWords: ofFigures,
    },
    countColumn({ id: 'insights', heading: 'Insights', width: 74, value: (row) => row.insights, leavesBelow: 280 }),
    countColumn({ id: 'unseen', heading: 'Unseen', width: 72, value: (row) => row.unseen, leavesBelow: 200 }),
    countColumn({ id: 'feedback', heading: 'Feedback', width: 82, value: (row) => row.feedback, leavesBelow: 320 }),
    countColumn({
      id: 'opportunities',
      heading: 'Opportunities',
      width: 108,
      value: (row) => row.opportunities,
      leavesBelow: 340,
    }),
    countColumn({ id: 'metrics', heading: 'Metrics', width: 70, value: (row) => row.metrics, leavesBelow: 350 }),
    dateColumn({ id: 'updatedAt', heading: 'Updated', at: (row) => row.updatedAt, leavesBelow: 250 }),
    {
      id: 'actions',
      heading: 'Actions',
      hasHiddenHeading: true,
      isUnsortable: true,
      width: 28,
      firstDirection: 'ascending',
      cell: (row) => (
        <RowMenu
          name={row.hideContent && !isRevealed(row.id) ? 'hidden content' : row.title}
          onDelete={() => onDelete(row)}
        />
      ),
    },
  ]
}
