import type { SolutionRow } from '../../../contract/features/solutions'
import { countColumn, dateColumn, wordColumn } from '../../ui/records/figure-columns'
import type { ColumnsOf } from '../../ui/records/RecordTable'
import { RecordTitle } from '../../ui/records/RecordTitle'
import { horizonWord } from '../../ui/records/record-words'
import { StatusLabel } from '../../ui/records/StatusLabel'

export const solutionColumns: ColumnsOf<SolutionRow> = ({ isRevealed, onReveal }) => [
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
    width: 124,
    firstDirection: 'ascending',
    cell: (row) => <StatusLabel status={row.status} />,
  },
  wordColumn<SolutionRow>({
    id: 'horizon',
    heading: 'Horizon',
    width: 74,
    word: (row) => (row.horizon === null ? '–' : horizonWord(row.horizon)),
    leavesBelow: 320,
  }),
  {
    ...wordColumn<SolutionRow>({
      id: 'priority',
      heading: 'Priority',
      width: 74,
      word: (row) => row.priority,
      leavesBelow: 300,
    }),
    orderWords: { ascending: 'first to last', descending: 'last to first' },
  },
  countColumn({ id: 'insights', heading: 'Insights', width: 74, value: (row) => row.insights, leavesBelow: 260 }),
  dateColumn({ id: 'updatedAt', heading: 'Updated', at: (row) => row.updatedAt, leavesBelow: 240 }),
]
