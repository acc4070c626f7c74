import type { SolutionRow } from '../../../contract/features/solutions'
import { countColumn, dateColumn, titleColumn, wordColumn } from '../../records/cell-columns'
import { strongestColumn } from '../../records/Evidence'
import type { ColumnsOf } from '../../records/ListShell'
import { count, horizonWord } from '../../records/record-words'
import { statusColumn } from '../../records/StatusLabel'

export const solutionColumns: ColumnsOf<SolutionRow> = (revealed) => [
  titleColumn(revealed),
  statusColumn(124),
  wordColumn<SolutionRow>({
    id: 'horizon',
    heading: 'Horizon',
    width: 74,
    word: (row) => (row.horizon === null ? '–' : horizonWord(row.horizon)),
    hideBelow: 320,
  }),
  {
    ...wordColumn<SolutionRow>({
      id: 'priority',
      heading: 'Priority',
      width: 78,
      word: (row) => count(row.rank),
      hideBelow: 300,
    }),
    align: 'end',
    orderWords: { ascending: 'first to last', descending: 'last to first' },
  },
  strongestColumn({ hideBelow: 250 }),
  countColumn({ id: 'insights', heading: 'Insights', width: 74, value: (row) => row.insights, hideBelow: 260 }),
  dateColumn({ id: 'updatedAt', heading: 'Updated', at: (row) => row.updatedAt, hideBelow: 240 }),
]
