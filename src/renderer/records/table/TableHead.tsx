import { VisuallyHidden } from '@mantine/core'
import { clamp } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import { columnWidth } from '../../../contract/limits'
import { followPointer } from '../../ui/follow-pointer'
import { useOneTabStop } from '../../ui/one-tab-stop'
import { type Column, isAfterFigures, nextSort, type Sort } from './columns'
import { announceOrder } from './SortMenu'
import classes from './VirtualTable.module.css'

interface TableHeadProps {
  readonly columns: readonly Column<never>[]
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  readonly edges: Edges
}

/** The values for dragging the edges of headings. */
interface Edges {
  /** Widths in CSS pixels; a column that is missing has no edge to drag. */
  readonly widths: ReadonlyMap<string, number>
  /** null: the drag was given up. */
  readonly onDrag: (column: string, width: number | null) => void
  /** Called when the pointer lets go; null: the default width. */
  readonly onDragged: (dragged: readonly [column: string, width: number | null]) => void
}

interface EdgeProps extends Edges {
  readonly id: string
  readonly width: number
  /** The title beside it takes what is left: its own edge is on that side. */
  readonly side: 'start' | 'end'
}

/** A handle for the pointer; with the keyboard, widths are chosen in the menu of columns. A double click resets the width. */
function Edge({ id, width, side, onDrag, onDragged }: EdgeProps) {
  return (
    <span
      aria-hidden
      className={classes.edge}
      data-side={side}
      data-edge={id}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        const { clientX: from } = event
        const widthAt = ({ clientX }: MouseEvent) => {
          const moved = clientX - from
          return Math.round(clamp(width + (side === 'end' ? moved : -moved), columnWidth.min, columnWidth.max))
        }
        followPointer(event, {
          onMove: (moved) => onDrag(id, widthAt(moved)),
          onEnd: (released) => {
            if (released.clientX === from) onDrag(id, null)
            else onDragged([id, widthAt(released)])
          },
          onCancel: () => onDrag(id, null),
        })
      }}
      onDoubleClick={() => onDragged([id, null])}
    />
  )
}

function HeadingText({ column }: { readonly column: Column<never> }) {
  if (column.hasHiddenHeading) return <VisuallyHidden>{column.heading}</VisuallyHidden>
  return <span className={classes.headingText}>{column.heading}</span>
}

function PlainTableHead({ columns, sort, onSort, edges }: TableHeadProps) {
  const titleIndex = columns.findIndex(({ isPrimary }) => isPrimary)
  const head = useRef<HTMLTableRowElement>(null)
  const oneTabStop = useOneTabStop(head)
  return (
    <thead className={classes.head}>
      <tr ref={head} className={classes.headRow} aria-rowindex={1} {...oneTabStop}>
        <th scope="col" className={classes.check}>
          <VisuallyHidden>Selected</VisuallyHidden>
        </th>
        {columns.map((column, index) => {
          const width = edges.widths.get(column.id)
          const isSorting = column.id === sort.column && !sort.bestFirst
          const Arrow = sort.direction === 'ascending' ? IconArrowUp : IconArrowDown
          return (
            <th
              key={column.id}
              scope="col"
              className={classes.heading}
              data-align={column.align}
              data-after-figures={isAfterFigures(columns, index) || undefined}
              title={column.explanation}
              aria-sort={column.isUnsortable ? undefined : isSorting ? sort.direction : 'none'}
            >
              {column.isUnsortable ? (
                <HeadingText column={column} />
              ) : (
                <button
                  type="button"
                  className={classes.sort}
                  data-hidden={column.hasHiddenHeading}
                  title={column.hasHiddenHeading ? column.heading : column.sortName}
                  onClick={() => {
                    const next = nextSort(column, sort)
                    onSort(next)
                    announceOrder(column, next)
                  }}
                >
                  <HeadingText column={column} />
                  {column.hasHiddenHeading && !isSorting && <span className={classes.hiddenHeading} aria-hidden />}
                  {isSorting && <Arrow size={12} stroke={2} aria-hidden className={classes.arrow} />}
                </button>
              )}
              {width !== undefined && (
                <Edge id={column.id} width={width} side={index < titleIndex ? 'end' : 'start'} {...edges} />
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Headings that sort: one button each, the state in `aria-sort`. */
export const TableHead = memo(PlainTableHead)
