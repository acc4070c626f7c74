// Descriptions of a table's columns. A table shows rows of one kind; the contents of a cell are the feature's business.
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { columnWidth } from '../../../contract/limits'

export interface Sort<Id extends string = string> {
  readonly column: Id
  readonly direction: 'ascending' | 'descending'
  /** The best matches of the search text come first, each in this order. */
  readonly bestFirst?: boolean
}

export interface Column<Row> {
  readonly id: string
  readonly heading: string
  /** Shown when the pointer rests on the heading; `sortName` explains one that sorts. */
  readonly explanation?: string
  /** The heading is read out but takes no room. */
  readonly hasHiddenHeading?: boolean
  /** In CSS pixels; the main column has none and takes what the others leave. */
  readonly width?: number
  /** The same, where the table is narrow. */
  readonly narrowWidth?: number
  readonly align?: 'start' | 'end'
  /** Direction of the first click on the heading: names begin at A, numbers and dates at the top. */
  readonly defaultDirection: Sort['direction']
  /** Name in the menu of orders, where the heading needs the cells to be understood. */
  readonly sortName?: string
  /** Names of its two directions; without it, those of words. */
  readonly orderWords?: OrderWords
  /**
   * The column gives way where the main one would be narrower than this, in CSS pixels; those with the largest number
   * go first. The one that the list is sorted by stays, as it explains the order.
   */
  readonly hideBelow?: number
  /** Its heading is only text: nothing can be sorted by the values of the column. */
  readonly isUnsortable?: boolean
  /** The column that the row is known by. Stands in for the row's text while the row is being read. */
  readonly isPrimary?: boolean
  /** Holds actions, not a value: it stays last, always shown and as wide as it is. */
  readonly isActions?: boolean
  readonly cell: (row: Row) => ReactNode
}

/** The other direction for the column that sorts already, the column's own first direction otherwise. */
export function nextSort({ id, defaultDirection }: Column<never>, sort: Sort): Sort {
  if (sort.column !== id || sort.bestFirst) return { column: id, direction: defaultDirection }
  return { column: id, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** Below this width, in CSS pixels, the table is marked `data-narrow`, so that cells can show less. */
const narrowTable = 860
/** Below this width of the main column the table is marked `data-tight`: titles take two lines, and nothing else does. */
const tightTitle = 300

/**
 * Gap as in the style sheet, in CSS pixels. The margin of the checkbox is wider: the rest is taken from the title, and costs
 * no column.
 */
const gap = 12
const padding = 16

/** A column of words to the right of figures begins a gap later, or the two would read as one. */
export function isAfterFigures<Row>(columns: readonly Column<Row>[], place: number): boolean {
  const column = columns[place]
  const isWords = column?.align !== 'end' && !column?.isPrimary && !column?.isActions
  return isWords && columns[place - 1]?.align === 'end'
}

export interface Fit<Row> {
  readonly columns: readonly Column<Row>[]
  /** The columns as CSS grid tracks. */
  readonly tracks: string
  /** Widths in CSS pixels, of the columns whose width can be chosen here. */
  readonly widths: ReadonlyMap<string, number>
  readonly isNarrow: boolean
  readonly isTight: boolean
}

/** Not the main column, which takes the room that is left, and no column that holds an icon. */
export const isResizable = ({ width = 0, isActions }: Pick<Column<never>, 'width' | 'isActions'>) =>
  width >= columnWidth.min && isActions !== true

/** Widths chosen by the person, in CSS pixels, by id of the column. */
export type ColumnWidths = Readonly<Record<string, number>>

interface Room {
  /** Width of the table, in CSS pixels; 0 = not known, and then there is room for everything. */
  readonly width: number
  readonly sorting: string
  readonly chosenWidths?: ColumnWidths
}

/** Fits columns into the room. A widened column goes back to its default width before it has to go. */
export function fitColumns<Row>(
  columns: readonly Column<Row>[],
  { width, sorting, chosenWidths = {} }: Room,
): Fit<Row> {
  const isKnown = width > 0
  const isNarrow = isKnown && width < narrowTable
  const defaultWidth = (column: Column<Row>) => (isNarrow ? column.narrowWidth : undefined) ?? column.width ?? 0
  const canChoose = (column: Column<Row>) => isResizable(column) && !(isNarrow && column.narrowWidth !== undefined)
  const reduced = new Set<string>()
  const widthOf = (column: Column<Row>) => {
    const chosen = canChoose(column) && !reduced.has(column.id) ? chosenWidths[column.id] : undefined
    return chosen ?? defaultWidth(column)
  }
  const others = columns.filter(({ isPrimary }) => !isPrimary)
  let mainWidth = width - 2 * padding - others.reduce((sum, column) => sum + widthOf(column) + gap, 0)
  const gone = new Set<string>()
  const firstToGo = [...others].sort((a, b) => (b.hideBelow ?? 0) - (a.hideBelow ?? 0))
  for (const column of firstToGo) {
    if (!isKnown || mainWidth >= (column.hideBelow ?? 0)) continue
    const excess = widthOf(column) - defaultWidth(column)
    if (excess > 0) {
      reduced.add(column.id)
      mainWidth += excess
    }
    if (mainWidth >= (column.hideBelow ?? 0) || column.id === sorting) continue
    gone.add(column.id)
    mainWidth += widthOf(column) + gap
  }
  const shown = columns.filter(({ id }) => !gone.has(id))
  const leadOf = (place: number) => (isAfterFigures(shown, place) ? gap : 0)
  mainWidth -= shown.reduce((sum, _, place) => sum + leadOf(place), 0)
  const tracks = shown
    .map((column, place) => (column.isPrimary ? 'minmax(120px, 1fr)' : `${widthOf(column) + leadOf(place)}px`))
    .join(' ')
  const widths = new Map(shown.filter(canChoose).map((column) => [column.id, widthOf(column)]))
  return { columns: shown, tracks, widths, isNarrow, isTight: isKnown && mainWidth < tightTitle }
}

/**
 * The columns that fit. Container queries would do much of it in the style sheet, but cost a third of the time that each new
 * row takes to be styled.
 */
export function useFittingColumns<Row>(
  columns: readonly Column<Row>[],
  element: RefObject<HTMLElement | null>,
  { sorting, chosenWidths }: Required<Omit<Room, 'width'>>,
): Fit<Row> {
  const [width, setWidth] = useState(0)

  useLayoutEffect(() => {
    const node = element.current
    if (node === null) return
    const measure = () => setWidth((old) => node.clientWidth || old)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    return () => observer.disconnect()
  }, [element])

  const fit = useMemo(
    () => fitColumns(columns, { width, sorting, chosenWidths }),
    [columns, width, sorting, chosenWidths],
  )
  // Same columns stay the same value, so that a change of width which changes none renders no row again.
  const [kept, setKept] = useState(fit)
  if (kept === fit) return fit
  const areSameColumns =
    kept.columns.length === fit.columns.length && kept.columns.every((column, place) => column === fit.columns[place])
  const isSame =
    areSameColumns && kept.tracks === fit.tracks && kept.isTight === fit.isTight && kept.isNarrow === fit.isNarrow
  if (isSame) return kept
  // While one column is made wider, the rows keep theirs.
  const next = areSameColumns ? { ...fit, columns: kept.columns } : fit
  setKept(next)
  return next
}

type OrderWords = Readonly<Record<Sort['direction'], string>>

const ofWords: OrderWords = { ascending: 'A to Z', descending: 'Z to A' }
export const ofFigures: OrderWords = { ascending: 'lowest first', descending: 'highest first' }
export const ofDates: OrderWords = { ascending: 'oldest first', descending: 'newest first' }
export const ofCounts: OrderWords = { ascending: 'fewest first', descending: 'most first' }

type Sorted = Pick<Column<never>, 'heading' | 'sortName' | 'orderWords'>

export const orderWords = ({ orderWords: words = ofWords }: Sorted): OrderWords => words

export const sortName = ({ heading, sortName: name = heading }: Sorted): string => name

/** "Top score of its insights, highest first". */
export const orderText = (column: Sorted, { direction }: Pick<Sort, 'direction'>): string =>
  `${sortName(column)}, ${orderWords(column)[direction]}`
