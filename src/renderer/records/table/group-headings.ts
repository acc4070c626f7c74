// Headings between the rows of a table whose rows are in groups.
import type { ReactNode } from 'react'

export interface GroupHeadings<Row> {
  /** Index of the first row of each group, ascending; the same array until it changes. */
  readonly starts: readonly number[]
  /** Heading above the first row of a group. */
  readonly of: (first: Row) => ReactNode
}

/** In CSS pixels. */
export const groupHeadingHeight = 34

/** Number of groups that begin before a row. */
function startsBefore(starts: readonly number[], index: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) < index) low = middle + 1
    else high = middle
  }
  return low
}

export const isGroupStart = (starts: readonly number[], index: number) => starts[startsBefore(starts, index)] === index

/** Distance of a row from the first, with the headings before it but without its own. */
export const rowTop = (index: number, rowHeight: number, starts: readonly number[]) =>
  index * rowHeight + startsBefore(starts, index) * groupHeadingHeight
