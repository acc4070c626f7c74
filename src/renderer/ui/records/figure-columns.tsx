// Columns that several lists have. Only plain elements: dozens of rows are drawn per frame.
import { RelativeTime } from '../RelativeTime'
import type { Column } from '../table/columns'
import { ofCounts, ofDates } from '../table/order-words'
import classes from './cells.module.css'
import { count } from './record-words'

interface CountColumnOptions<Row> {
  readonly id: string
  readonly heading: string
  readonly width: number
  readonly value: (row: Row) => number
  readonly leavesBelow?: number
}

/** How many of something; none is quieter, so that the rest stands out. */
export function countColumn<Row>({ value, ...column }: CountColumnOptions<Row>): Column<Row> {
  return {
    ...column,
    align: 'end',
    firstDirection: 'descending',
    orderWords: ofCounts,
    cell: (row) => (
      <span className={classes.small} data-some={value(row) > 0 || undefined}>
        {count(value(row))}
      </span>
    ),
  }
}

interface DateColumnOptions<Row> {
  readonly id: string
  readonly heading: string
  readonly at: (row: Row) => string
  readonly leavesBelow?: number
}

export function dateColumn<Row>({ at, ...column }: DateColumnOptions<Row>): Column<Row> {
  return {
    ...column,
    width: 92,
    align: 'end',
    firstDirection: 'descending',
    orderWords: ofDates,
    cell: (row) => (
      <span className={classes.small}>
        <RelativeTime at={at(row)} />
      </span>
    ),
  }
}

interface WordColumnOptions<Row> {
  readonly id: string
  readonly heading: string
  readonly width: number
  readonly word: (row: Row) => string
  readonly leavesBelow?: number
}

export function wordColumn<Row>({ word, ...column }: WordColumnOptions<Row>): Column<Row> {
  return {
    ...column,
    firstDirection: 'ascending',
    cell: (row) => (
      <span className={classes.word} title={word(row)} dir="auto">
        {word(row)}
      </span>
    ),
  }
}
