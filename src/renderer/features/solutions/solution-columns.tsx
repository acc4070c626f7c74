import type { SolutionRow } from '../../../contract/features/solutions'
import { countColumn, dateColumn, RecordTitle, StatusLabel, wordColumn } from '../../records/cell-columns'
import type { ColumnsOf } from '../../records/ListShell'
import { horizonWord } from '../../records/record-words'

export const solutionColumns: ColumnsOf<SolutionRow> = ({ isRevealed, onReveal }) => [
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
    width: 124,
    defaultDirection: 'ascending',
    cell: (row) => <StatusLabel status={row.status} />,
  },
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
      width: 74,
      word: (row) => row.priority,
      hideBelow: 300,
    }),
    orderWords: { ascending: 'first to last', descending: 'last to first' },
  },
  countColumn({ id: 'insights', heading: 'Insights', width: 74, value: (row) => row.insights, hideBelow: 260 }),
  dateColumn({ id: 'updatedAt', heading: 'Updated', at: (row) => row.updatedAt, hideBelow: 240 }),
]
