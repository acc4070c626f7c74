import type { OpportunityRow } from '../../../contract/features/opportunities'
import { countColumn, dateColumn, wordColumn } from '../../ui/records/figure-columns'
import type { ColumnsOf } from '../../ui/records/RecordTable'
import { RecordTitle } from '../../ui/records/RecordTitle'
import { generatingWord } from '../../ui/records/record-words'
import { StatusLabel } from '../../ui/records/StatusLabel'

export const opportunityColumns: ColumnsOf<OpportunityRow> = ({ isBesideDetails, ...revealed }) => {
  const figuresWidth = isBesideDetails ? 820 : 640
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
      id: 'status',
      heading: 'Status',
      track: '104px',
      firstDirection: 'ascending',
      cell: (row) => <StatusLabel status={row.status} />,
    },
    countColumn({ id: 'insights', heading: 'Insights', width: 66, value: (row) => row.insights, minTableWidth: 420 }),
    countColumn({ id: 'unseen', heading: 'Unseen', width: 64, value: (row) => row.unseen }),
    countColumn({
      id: 'feedback',
      heading: 'Feedback',
      width: 74,
      value: (row) => row.feedback,
      minTableWidth: figuresWidth,
    }),
    countColumn({
      id: 'solutions',
      heading: 'Solutions',
      width: 74,
      value: (row) => row.solutions,
      minTableWidth: figuresWidth,
    }),
    {
      ...wordColumn<OpportunityRow>({
        id: 'solutionsGeneratingState',
        heading: 'Generated solutions',
        width: 124,
        word: (row) => generatingWord(row.solutionsGeneratingState),
        minTableWidth: figuresWidth + 200,
      }),
      isUnsortable: true,
    },
    dateColumn({ id: 'updatedAt', heading: 'Updated', at: (row) => row.updatedAt, minTableWidth: figuresWidth + 60 }),
  ]
}
