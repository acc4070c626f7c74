import type { OpportunityRow } from '../../../contract/features/opportunities'
import { countColumn, dateColumn, wordColumn } from '../../ui/records/figure-columns'
import type { ColumnsOf } from '../../ui/records/RecordTable'
import { RecordTitle } from '../../ui/records/RecordTitle'
import { generatingWord } from '../../ui/records/record-words'
import { StatusLabel } from '../../ui/records/StatusLabel'

export const opportunityColumns: ColumnsOf<OpportunityRow> = ({ isRevealed, onReveal }) => [
  {
    id: 'title',
    heading: 'Title',
    track: 'minmax(140px, 1fr)',
    firstDirection: 'ascending',
    isMain: true,
    cell: (row) => <RecordTitle row={row} isStrong={row.unseen > 0} isRevealed={isRevealed} onReveal={onReveal} />,
  },
  {
    id: 'status',
    heading: 'Status',
    track: '108px',
    firstDirection: 'ascending',
    cell: (row) => <StatusLabel status={row.status} />,
  },
  countColumn({ id: 'insights', heading: 'Insights', width: 74, value: (row) => row.insights, minTableWidth: 520 }),
  countColumn({ id: 'unseen', heading: 'Unseen', width: 72, value: (row) => row.unseen }),
  countColumn({ id: 'feedback', heading: 'Feedback', width: 82, value: (row) => row.feedback, minTableWidth: 760 }),
  countColumn({ id: 'solutions', heading: 'Solutions', width: 82, value: (row) => row.solutions, minTableWidth: 850 }),
  {
    ...wordColumn<OpportunityRow>({
      id: 'solutionsGeneratingState',
      heading: 'Generated solutions',
      width: 124,
      word: (row) => generatingWord(row.solutionsGeneratingState),
      minTableWidth: 1020,
    }),
    isUnsortable: true,
  },
  dateColumn({ id: 'updatedAt', heading: 'Updated', at: (row) => row.updatedAt, minTableWidth: 660 }),
]
