import type { OpportunityRow } from '../../../contract/features/opportunities'
import { countColumn, dateColumn, titleColumn, wordColumn } from '../../records/cell-columns'
import { risingColumn, sentimentColumn, strongestColumn } from '../../records/Evidence'
import type { ColumnsOf } from '../../records/ListShell'
import { generatingWord } from '../../records/record-words'
import { statusColumn } from '../../records/StatusLabel'

export const opportunityColumns: ColumnsOf<OpportunityRow> = (revealed) => [
  titleColumn(revealed),
  statusColumn(108),
  // Next to a column of words: it would nearly touch a right-aligned count.
  {
    ...wordColumn<OpportunityRow>({
      id: 'solutionsGeneratingState',
      heading: 'Generated solutions',
      width: 124,
      word: (row) => generatingWord(row.solutionsGeneratingState),
      hideBelow: 420,
    }),
    isUnsortable: true,
  },
  strongestColumn(),
  risingColumn({ hideBelow: 200 }),
  countColumn({ id: 'feedback', heading: 'Feedback', width: 82, value: (row) => row.feedback, hideBelow: 210 }),
  sentimentColumn({ hideBelow: 220 }),
  countColumn({ id: 'insights', heading: 'Insights', width: 74, value: (row) => row.insights, hideBelow: 260 }),
  countColumn({ id: 'unseen', heading: 'Unseen', width: 72, value: (row) => row.unseen, hideBelow: 240 }),
  countColumn({ id: 'solutions', heading: 'Solutions', width: 82, value: (row) => row.solutions, hideBelow: 360 }),
  dateColumn({ id: 'updatedAt', heading: 'Updated', at: (row) => row.updatedAt, hideBelow: 320 }),
]
