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
    firstDirection: 'ascending',
    isMain: true,
    cell: (row) => <RecordTitle row={row} isRevealed={isRevealed} onReveal={onReveal} />,
  },
  {
    id: 'status',
    heading: 'Status',
    leavesBelow: 180,
    width: 108,
    firstDirection: 'ascending',
    cell: (row) => <StatusLabel status={row.status} />,
  },
  // Words beside words: after a count, which ends where its column ends, it would nearly touch it.
  {
    ...wordColumn<OpportunityRow>({
      id: 'solutionsGeneratingState',
      heading: 'Generated solutions',
      width: 124,
      word: (row) => generatingWord(row.solutionsGeneratingState),
      leavesBelow: 300,
    }),
    isUnsortable: true,
  },
  countColumn({ id: 'insights', heading: 'Insights', width: 74, value: (row) => row.insights, leavesBelow: 280 }),
  countColumn({ id: 'unseen', heading: 'Unseen', width: 72, value: (row) => row.unseen, leavesBelow: 170 }),
  countColumn({ id: 'feedback', heading: 'Feedback', width: 82, value: (row) => row.feedback, leavesBelow: 320 }),
  countColumn({ id: 'solutions', heading: 'Solutions', width: 82, value: (row) => row.solutions, leavesBelow: 340 }),
  dateColumn({ id: 'updatedAt', heading: 'Updated', at: (row) => row.updatedAt, leavesBelow: 250 }),
]
