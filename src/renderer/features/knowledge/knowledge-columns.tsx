// The columns of the list. Only the id of an item is sure, so every other cell may have nothing to show.
import type { KnowledgeRow } from '../../../contract/features/knowledge'
import { RelativeTime } from '../../ui/RelativeTime'
import cells from '../../ui/records/cells.module.css'
import type { ColumnsOf } from '../../ui/records/RecordTable'
import { RowMenu } from '../../ui/records/RowMenu'
import type { Column } from '../../ui/table/columns'
import { notGiven, titleOf } from './knowledge-words'

/** More than any screen shows; a title may be as long as the service allows, and it allows any length. */
const drawnLength = 300

interface TextColumn {
  readonly id: 'state' | 'source' | 'providedBy'
  readonly heading: string
  readonly width: number
  readonly minTableWidth?: number
}

function textColumn({ width, ...column }: TextColumn): Column<KnowledgeRow> {
  return {
    ...column,
    track: `${width}px`,
    firstDirection: 'ascending',
    cell: (row) => (
      <span className={cells.word} title={row[column.id] ?? undefined} dir="auto">
        {row[column.id]?.slice(0, drawnLength) ?? notGiven}
      </span>
    ),
  }
}

interface DateColumn {
  readonly id: 'createdAt' | 'updatedAt'
  readonly heading: string
  readonly minTableWidth?: number
}

function dateColumn(column: DateColumn): Column<KnowledgeRow> {
  return {
    ...column,
    track: '92px',
    align: 'end',
    firstDirection: 'descending',
    cell: (row) => {
      const at = row[column.id]
      return <span className={cells.small}>{at === null ? notGiven : <RelativeTime at={at} />}</span>
    },
  }
}

/** @param onDelete asks before the item is deleted. */
export function knowledgeColumns(onDelete: (row: KnowledgeRow) => void): ColumnsOf<KnowledgeRow> {
  return ({ isBesideDetails }) => [
    {
      id: 'title',
      heading: 'Title',
      track: 'minmax(140px, 1fr)',
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
    textColumn({ id: 'state', heading: 'State', width: 96 }),
    textColumn({ id: 'source', heading: 'Source', width: 120, minTableWidth: isBesideDetails ? 640 : 560 }),
    textColumn({ id: 'providedBy', heading: 'Provided by', width: 140, minTableWidth: isBesideDetails ? 900 : 760 }),
    dateColumn({ id: 'createdAt', heading: 'Created', minTableWidth: isBesideDetails ? 1000 : 860 }),
    dateColumn({ id: 'updatedAt', heading: 'Updated', minTableWidth: 480 }),
    {
      id: 'actions',
      heading: 'Actions',
      hasHiddenHeading: true,
      isUnsortable: true,
      track: '26px',
      firstDirection: 'ascending',
      cell: (row) => <RowMenu name={titleOf(row)} onDelete={() => onDelete(row)} />,
    },
  ]
}
