import type { OutcomeRow } from '../../../contract/features/outcomes'
import { countColumn, dateColumn, wordColumn } from '../../ui/records/figure-columns'
import type { ColumnsOf } from '../../ui/records/RecordTable'
import { RecordTitle } from '../../ui/records/RecordTitle'
import { figure, trendText } from '../../ui/records/record-words'
import { OutcomeMenu } from './OutcomeMenu'

/** Makes the columns of the list; `onDelete` is asked for by the menu of a row. */
export function outcomeColumnsWith(onDelete: (row: OutcomeRow) => void): ColumnsOf<OutcomeRow> {
  return ({ isBesideDetails, ...revealed }) => {
    const figuresWidth = isBesideDetails ? 860 : 680
    return [
      {
        id: 'title',
        heading: 'Title',
        track: 'minmax(140px, 1fr)',
        firstDirection: 'ascending',
        isMain: true,
        cell: (row) => <RecordTitle row={row} isStrong={row.unseen > 0} {...revealed} />,
      },
      {
        ...wordColumn<OutcomeRow>({
          id: 'priority',
          heading: 'Priority',
          width: 66,
          word: (row) => figure(row.priority),
        }),
        align: 'end',
      },
      wordColumn<OutcomeRow>({
        id: 'trend',
        heading: 'Trend',
        width: 92,
        word: (row) => trendText(row.trend),
        minTableWidth: figuresWidth + 60,
      }),
      countColumn({ id: 'insights', heading: 'Insights', width: 66, value: (row) => row.insights, minTableWidth: 420 }),
      countColumn({ id: 'unseen', heading: 'Unseen', width: 64, value: (row) => row.unseen, minTableWidth: 480 }),
      countColumn({
        id: 'feedback',
        heading: 'Feedback',
        width: 74,
        value: (row) => row.feedback,
        minTableWidth: figuresWidth,
      }),
      countColumn({
        id: 'opportunities',
        heading: 'Opportunities',
        width: 98,
        value: (row) => row.opportunities,
        minTableWidth: figuresWidth,
      }),
      countColumn({
        id: 'metrics',
        heading: 'Metrics',
        width: 64,
        value: (row) => row.metrics,
        minTableWidth: figuresWidth,
      }),
      dateColumn({
        id: 'updatedAt',
        heading: 'Updated',
        at: (row) => row.updatedAt,
        minTableWidth: figuresWidth + 100,
      }),
      {
        id: 'actions',
        heading: 'Actions',
        hasHiddenHeading: true,
        isUnsortable: true,
        track: '28px',
        firstDirection: 'ascending',
        cell: (row) => (
          <OutcomeMenu
            name={row.hideContent && !revealed.isRevealed(row.id) ? 'hidden content' : row.title}
            onDelete={() => onDelete(row)}
          />
        ),
      },
    ]
  }
}
