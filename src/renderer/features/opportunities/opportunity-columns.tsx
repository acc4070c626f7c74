import type { OpportunityRow } from '../../../contract/features/opportunities'
import { countColumn, dateColumn, RecordTitle, StatusLabel, wordColumn } from '../../records/cell-columns'
import type { ColumnsOf } from '../../records/ListShell'
import { generatingWord } from '../../records/record-words'

export const opportunityColumns: ColumnsOf<OpportunityRow> = ({ isRevealed, onReveal }) => [
  {
    id: 'title',
    heading: 'Title',
    defaultDirection: 'ascending',
    isPrimary: true,
    cell: (row) => <RecordTitle row={row} isRevealed={isRevealed} onReveal={onReveal} />,
  },
  {
    id: 'status',
    heading: 'Status',
    hideBelow: 180,
    width: 108,
    defaultDirection: 'ascending',
    cell: (row) => <StatusLabel status={row.status} />,
  },
  // Words beside words: after a count, which ends where its column ends, it would nearly touch it.
  {
    ...wordColumn<OpportunityRow>({
      id: 'solutionsGeneratingState',
      heading: 'Generated solutions',
      width: 124,
      word: (row) => generatingWord(row.solutionsGeneratingState),
      hideBelow: 300,
    }),
    isUnsortable: true,
  },
  countColumn({ id: 'insights', heading: 'Insights', width: 74, value: (row) => row.insights, hideBelow: 280 }),
  countColumn({ id: 'unseen', heading: 'Unseen', width: 72, value: (row) => row.unseen, hideBelow: 170 }),
  countColumn({ id: 'feedback', heading: 'Feedback', width: 82, value: (row) => row.feedback, hideBelow: 320 }),
  countColumn({ id: 'solutions', heading: 'Solutions', width: 82, value: (row) => row.solutions, hideBelow: 340 }),
  dateColumn({ id: 'updatedAt', heading: 'Updated', at: (row) => row.updatedAt, hideBelow: 250 }),
]
