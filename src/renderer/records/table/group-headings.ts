// Headings between the rows of a table whose rows are in groups.
import type { ReactNode } from 'react'
import { firstAtLeast } from '../../../contract/first-at-least'

export interface GroupHeadings<Row> {
  /** Index of the first row of each group, ascending; the same array until it changes. */
  readonly starts: readonly number[]
  /** Heading above the first row of a group. */
  readonly of: (first: Row) => ReactNode
}

/** In CSS pixels. */
export const groupHeadingHeight = 34

export const isGroupStart = (starts: readonly number[], index: number) => starts[firstAtLeast(starts, index)] === index

/** Headings above this row, with its own. */
export const headingsUntil = (starts: readonly number[], index: number) => firstAtLeast(starts, index + 1)

/** Distance of a row from the first, with the headings before it but without its own. */
export const rowTop = (index: number, rowHeight: number, starts: readonly number[]) =>
  index * rowHeight + firstAtLeast(starts, index) * groupHeadingHeight
