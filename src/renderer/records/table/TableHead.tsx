import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo } from 'react'
import { type Column, nextSort, type Sort } from './columns'
import classes from './VirtualTable.module.css'

interface TableHeadProps<Row, Id extends string> {
  readonly columns: readonly Column<Row, Id>[]
  readonly sort: Sort<Id>
  readonly onSort: (sort: Sort<Id>) => void
}

function HeadingText<Row, Id extends string>({ column }: { readonly column: Column<Row, Id> }) {
  if (column.hasHiddenHeading) return <VisuallyHidden>{column.heading}</VisuallyHidden>
  return <span className={classes.headingText}>{column.heading}</span>
}

function PlainTableHead<Row, Id extends string>({ columns, sort, onSort }: TableHeadProps<Row, Id>) {
  return (
    <thead className={classes.head}>
      <tr className={classes.headRow} aria-rowindex={1}>
        <th scope="col" className={classes.check}>
          <VisuallyHidden>Selected</VisuallyHidden>
        </th>
        {columns.map((column) => {
          const isSorting = column.id === sort.column && !sort.bestFirst
          const Arrow = sort.direction === 'ascending' ? IconArrowUp : IconArrowDown
          return (
            <th
              key={column.id}
              scope="col"
              className={classes.heading}
              data-align={column.align}
              aria-sort={column.isUnsortable ? undefined : isSorting ? sort.direction : 'none'}
            >
              {column.isUnsortable ? (
                <HeadingText column={column} />
              ) : (
                <button
                  type="button"
                  className={classes.sort}
                  data-hidden={column.hasHiddenHeading}
                  title={column.hasHiddenHeading ? column.heading : undefined}
                  onClick={() => onSort(nextSort(column, sort))}
                >
                  <HeadingText column={column} />
                  {column.hasHiddenHeading && !isSorting && <span className={classes.hiddenHeading} aria-hidden />}
                  {isSorting && <Arrow size={12} stroke={2} aria-hidden className={classes.arrow} />}
                </button>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Headings that sort: one button each, the state in `aria-sort`. */
export const TableHead = memo(PlainTableHead) as typeof PlainTableHead
