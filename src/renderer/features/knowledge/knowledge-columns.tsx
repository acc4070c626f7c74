// The columns of the list. Only the id of an item is certain, so every other cell may be empty.
import type { KnowledgeRow } from '../../../contract/features/knowledge'
import { dateColumn, ownMarks, RecordTitle, wordColumn } from '../../records/cell-columns'
import cells from '../../records/cells.module.css'
import type { ColumnsOf } from '../../records/ListShell'
import { longestShown } from '../../records/MaskedText'
import { menuColumn } from '../../records/RowMenu'
import { shownTitle } from '../../records/record-words'
import type { Column } from '../../records/table/columns'
import { KnownValue, wordOf } from './KnownValue'
import type { FacetKind } from './use-knowledge-list'

interface FacetColumn {
  readonly id: FacetKind
  readonly heading: string
  readonly width: number
  readonly hideBelow: number
}

function facetColumn(column: FacetColumn): Column<KnowledgeRow> {
  return {
    ...column,
    defaultDirection: 'ascending',
    cell: (row) => {
      const value = row[column.id]
      return (
        <span className={cells.status} title={value === null ? undefined : wordOf(column.id, value)}>
          <KnownValue kind={column.id} value={value?.slice(0, longestShown) ?? null} className={cells.word} />
        </span>
      )
    },
  }
}

export const knowledgeColumns: ColumnsOf<KnowledgeRow> = ({ isRevealed, onReveal }) => [
  {
    id: 'title',
    heading: 'Title',
    defaultDirection: 'ascending',
    isPrimary: true,
    cell: (row) => (
      <RecordTitle
        row={{ ...row, title: row.title ?? '', hideContent: false }}
        mark={ownMarks(row)}
        isRevealed={isRevealed}
        onReveal={onReveal}
      />
    ),
  },
  facetColumn({ id: 'state', heading: 'State', width: 96, hideBelow: 180 }),
  facetColumn({ id: 'source', heading: 'Source', width: 120, hideBelow: 260 }),
  wordColumn({
    id: 'providedBy',
    heading: 'Provided by',
    width: 140,
    word: (row) => row.providedBy,
    hideBelow: 380,
  }),
  dateColumn({ id: 'createdAt', heading: 'Created', at: (row) => row.createdAt, hideBelow: 420 }),
  dateColumn({ id: 'updatedAt', heading: 'Updated', at: (row) => row.updatedAt, hideBelow: 220 }),
  menuColumn(26, shownTitle),
]
