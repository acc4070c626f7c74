// How a table's columns are described. A table shows rows of one kind; what stands in a cell is the feature's business.
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useState } from 'react'

export interface Sort<Id extends string = string> {
  readonly column: Id
  readonly direction: 'ascending' | 'descending'
}

export interface Column<Row, Id extends string = string> {
  readonly id: Id
  readonly heading: string
  /** The heading is read out but takes no room. */
  readonly hasHiddenHeading?: boolean
  /** Width as a CSS grid track: "90px", "minmax(200px, 1fr)". */
  readonly track: string
  readonly align?: 'start' | 'end'
  /** Direction of the first click on the heading: names begin at A, numbers and dates at the top. */
  readonly firstDirection: Sort['direction']
  /** The column is left out while the table is narrower than this, in CSS pixels. */
  readonly minTableWidth?: number
  /** Its heading is only text: the column holds what nothing can be sorted by. */
  readonly isUnsortable?: boolean
  /** Stands in for the row's text while the row is being read. */
  readonly isMain?: boolean
  readonly cell: (row: Row) => ReactNode
}

/** The other direction for the column that sorts already, the column's own first direction otherwise. */
export function nextSort<Row, Id extends string>({ id, firstDirection }: Column<Row, Id>, sort: Sort<Id>): Sort<Id> {
  if (sort.column !== id) return { column: id, direction: firstDirection }
  return { column: id, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** Below this width, in CSS pixels, the table is marked `data-narrow`, so that cells can show less. */
const narrowWidth = 860

export interface Fit<Row, Id extends string> {
  readonly columns: readonly Column<Row, Id>[]
  readonly isNarrow: boolean
}

/**
 * The columns there is room for; all of them as long as the width is not known. Container queries would do the same in
 * the style sheet, but cost a third of the time that each new row takes to be styled.
 */
export function useFittingColumns<Row, Id extends string>(
  columns: readonly Column<Row, Id>[],
  element: RefObject<HTMLElement | null>,
): Fit<Row, Id> {
  // Both are values that compare equal, so that a change of width which changes neither draws nothing anew.
  const [hiddenIds, setHiddenIds] = useState('')
  const [isNarrow, setIsNarrow] = useState(false)

  useLayoutEffect(() => {
    const node = element.current
    if (node === null) return
    const measure = () => {
      const width = node.clientWidth
      if (width === 0) return
      const hidden = columns.filter(({ minTableWidth = 0 }) => width < minTableWidth)
      setHiddenIds(hidden.map(({ id }) => id).join(' '))
      setIsNarrow(width < narrowWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    return () => observer.disconnect()
  }, [columns, element])

  return useMemo(() => {
    const hidden = hiddenIds.split(' ')
    return { columns: columns.filter(({ id }) => !hidden.includes(id)), isNarrow }
  }, [columns, hiddenIds, isNarrow])
}
