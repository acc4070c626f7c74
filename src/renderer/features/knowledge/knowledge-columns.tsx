// The columns of the list. Only the id of an item is sure, so every other cell may have nothing to show.
import type { KnowledgeRow } from '../../../contract/features/knowledge'
import { RelativeTime } from '../../ui/RelativeTime'
import cells from '../../ui/records/cells.module.css'
import type { ColumnsOf } from '../../ui/records/RecordTable'
import { RowMenu } from '../../ui/records/RowMenu'
import type { Column } from '../../ui/table/columns'
import { ofDates } from '../../ui/table/order-words'
import type { FacetKind } from './facets'
import { KnownValue, wordOf } from './KnownValue'
import { notGiven, titleOf } from './knowledge-words'

/** More than any screen shows; a title may be as long as the service allows, and it allows any length. */
const drawnLength = 300

interface FacetColumn {
  readonly id: FacetKind
  readonly heading: string
  readonly width: number
  readonly leavesBelow: number
}

function facetColumn(column: FacetColumn): Column<KnowledgeRow> {
  return {
    ...column,
    firstDirection: 'ascending',
    cell: (row) => {
      const value = row[column.id]
      return (
        <span className={cells.status} title={value === null ? undefined : wordOf(column.id, value)}>
          <KnownValue kind={column.id} value={value?.slice(0, drawnLength) ?? null} className={cells.word} />
        </span>
      )
    },
  }
}

interface DateColumn {
  readonly id: 'createdAt' | 'updatedAt'
  readonly heading: string
  readonly leavesBelow?: number
}

function dateColumn(column: DateColumn): Column<KnowledgeRow> {
  return {
    ...column,
    width: 92,
    align: 'end',
    firstDirection: 'descending',
    orderWords: ofDates,
    cell: (row) => {
      const at = row[column.id]
      return <span className={cells.small}>{at === null ? notGiven : <RelativeTime at={at} />}</span>
    },
  }
}

/** @param onDelete asks before the item is deleted. */
export function knowledgeColumns(onDelete: (row: KnowledgeRow) => void): ColumnsOf<KnowledgeRow> {
  return () => [
    {
      id: 'title',
      heading: 'Title',
      firstDirection: 'ascending',
      isMain: true,
      cell: (row) => (
        <span className={cells.title}>
          <span className={cells.titleText} dir="auto" title={titleOf(row).slice(0, drawnLength)}>
            {titleOf(row).slice(0, drawnLength)}
          </span>
          <span className={cells.summary} dir="auto">
            {row.summary}
          </span>
        </span>
      ),
    },
    facetColumn({ id: 'state', heading: 'State', width: 96, leavesBelow: 180 }),
    facetColumn({ id: 'source', heading: 'Source', width: 120, leavesBelow: 260 }),
    {
      id: 'providedBy',
      heading: 'Provided by',
      width: 140,
      leavesBelow: 380,
      firstDirection: 'ascending',
      cell: (row) => (
        <span className={cells.word} title={row.providedBy ?? undefined} dir="auto">
          {row.providedBy?.slice(0, drawnLength) ?? notGiven}
        </span>
      ),
    },
    dateColumn({ id: 'createdAt', heading: 'Created', leavesBelow: 420 }),
    dateColumn({ id: 'updatedAt', heading: 'Updated', leavesBelow: 220 }),
    {
      id: 'actions',
      heading: 'Actions',
      hasHiddenHeading: true,
      isUnsortable: true,
      width: 26,
      firstDirection: 'ascending',
      cell: (row) => <RowMenu name={titleOf(row)} onDelete={() => onDelete(row)} />,
    },
  ]
}
