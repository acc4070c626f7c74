import type { OpportunityRow } from '../../../contract/features/opportunities'
import { countColumn, dateColumn, statusColumn, titleColumn, wordColumn } from '../../records/cell-columns'
import type { ColumnsOf } from '../../records/ListShell'
import { generatingWord } from '../../records/record-words'

export const opportunityColumns: ColumnsOf<OpportunityRow> = (revealed) => [
  titleColumn(revealed),
  statusColumn(108),
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
