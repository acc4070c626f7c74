// A table of any length of which only the rows on screen exist. It knows rows by index; the caller fetches those
// around the screen (`onRange`) and hands over what it has. One row at a time can be reached with Tab (roving
// tabindex); that row is rendered even when it is scrolled away, or the focus would be lost with it.
import { clamp } from '@mantine/hooks'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { usePreference } from '../../client/preferences'
import { noticesRoom } from '../../ui/notices-room'
import { clickedBy } from '../use-details-region'
import type { Selection } from '../use-selection'
import { type Column, type ColumnWidths, type Sort, useFittingColumns } from './columns'
import { type GroupHeadings, groupHeadingHeight, headingsUntil, isGroupStart, rowTop } from './group-headings'
import { isMenuKey, openRowMenuByKey } from './row-menu-keys'
import { TableHead } from './TableHead'
import { TableRow } from './TableRow'
import { isSelectAll, isStep } from './table-keys'
import { rowIndexOf, useRovingRows } from './use-roving-rows'
import { type TableRows, useScrollAnchor } from './use-scroll-anchor'
import classes from './VirtualTable.module.css'

export interface VirtualTableHandle {
  /** Makes another row the active one and gives it the focus; `isExtending` also selects the rows on the way. */
  moveBy(rows: number, isExtending?: boolean): void
  focusFirstRow(): void
  /** Works even if the row has to be rendered first. */
  focusRow(index: number): void
  focusActiveRow(): void
  /** Call before these rows may change places: the screen does not follow them. */
  leave(ids: readonly string[]): void
  scrollToTop(): void
  scrollToRow(index: number): void
  /** Uncovers the row with the focus, for when something takes room from below. */
  uncoverFocus(): void
}

/** The parts of a selection that concern the table. */
type TableSelection = Pick<Selection<unknown>, 'size' | 'isSelected' | 'toggle' | 'extend' | 'selectTo' | 'selectAll'>

export interface VirtualTableProps<Row> {
  readonly ref?: Ref<VirtualTableHandle>
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  readonly rows: TableRows<Row>
  /** Name of a row beside its checkbox. */
  readonly nameOf: (row: Row) => string
  readonly selection: TableSelection
  /** Widths chosen by the person; the same object while none changes. */
  readonly widths: ColumnWidths
  /** null: the default width. */
  readonly onWidth: (column: string, width: number | null) => void
  /** In CSS pixels, the same for all rows. */
  readonly rowHeight: number
  /** Headings above the first rows of groups. */
  readonly headings?: GroupHeadings<Row> | undefined
  readonly activeIndex: number
  readonly onActivate: (index: number) => void
  readonly onOpen: (index: number, by: 'pointer' | 'keyboard') => void
  readonly openId: string | null
  /** Rows of an undone decision are coming back: the screen stays where it is, not with the active row. */
  readonly isReturning: boolean
  /** A row that just arrived and is pointed out. */
  readonly markedId: string | null
  /** First and last row on screen, whenever they change. */
  readonly onRange: (first: number, last: number) => void
}

const headHeight = 32
const overscan = 5

const headVariables = { '--table-head-height': `${headHeight}px` } as CSSProperties

const isCheck = (target: EventTarget) => target instanceof Element && target.closest('[data-check]') !== null

/** Distance of a menu that keys open below a row from the row's left edge, in CSS pixels. */
const menuIndent = 32

const isSelecting = ({ shiftKey, ctrlKey, metaKey }: MouseEvent) => shiftKey || ctrlKey || metaKey

interface RowsOnScreenOptions extends Pick<VirtualTableProps<unknown>, 'rowHeight' | 'activeIndex' | 'onRange'> {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rowCount: number
  readonly starts: readonly number[]
}

const noStarts: readonly number[] = []

/** The rows on screen, and the active one wherever it is. */
function useRowsOnScreen({ scroller, rowCount, rowHeight, starts, activeIndex, onRange }: RowsOnScreenOptions) {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      if (activeIndex >= range.count || indexes.includes(activeIndex)) return indexes
      return activeIndex < (indexes[0] ?? 0) ? [activeIndex, ...indexes] : [...indexes, activeIndex]
    },
    [activeIndex],
  )
  const room = noticesRoom.use()
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight + (isGroupStart(starts, index) ? groupHeadingHeight : 0),
    overscan,
    rangeExtractor,
    onChange: ({ range }) => range && onRange(range.startIndex, range.endIndex),
    // The heading covers the top of the scrolled area, so the last row needs that much more room; notices cover the end.
    scrollPaddingEnd: headHeight + room,
  })

  // Sizes are cached until told otherwise; another density and other groups change them.
  const sized = useRef({ rowHeight, starts })
  useLayoutEffect(() => {
    // Not at first, when the sizes of all rows were just taken.
    if (sized.current.rowHeight === rowHeight && sized.current.starts === starts) return
    sized.current = { rowHeight, starts }
    virtualizer.measure()
  }, [rowHeight, starts, virtualizer])
  return virtualizer
}

/** Scrolls by the hidden height of the row with the focus. */
function uncoverFocus(scroller: HTMLElement | null): void {
  const row = document.activeElement?.closest('tr')
  if (!row || !scroller?.contains(row)) return
  const hidden = row.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom
  if (hidden > 0) scroller.scrollBy({ top: hidden })
}

/** Returns the same function at every rendering; it calls the latest one. */
function useLatest<Value>(call: (value: Value) => void): (value: Value) => void {
  const latest = useRef(call)
  useLayoutEffect(() => {
    latest.current = call
  })
  return useCallback((value) => latest.current(value), [])
}

/** A width follows the pointer here, and is kept by the caller when the pointer lets go. */
function useDraggedWidth({ widths, onWidth }: Pick<VirtualTableProps<never>, 'widths' | 'onWidth'>) {
  const [drag, setDrag] = useState<{ id: string; width: number | null; isOver: boolean } | null>(null)
  // Kept until the saved width has arrived, or the column would jump back for a moment.
  if (drag?.isOver && (widths[drag.id] ?? null) === drag.width) setDrag(null)
  const chosenWidths = useMemo(
    () => (drag === null || drag.width === null ? widths : { ...widths, [drag.id]: drag.width }),
    [widths, drag],
  )
  const onDrag = useCallback((id: string, width: number | null) => setDrag({ id, width, isOver: false }), [])
  const onDragged = useLatest<readonly [string, number | null]>(([id, width]) => {
    setDrag({ id, width, isOver: true })
    onWidth(id, width)
  })
  return { chosenWidths, onDrag, onDragged }
}

export function VirtualTable<Row extends { readonly id: string }>(props: VirtualTableProps<Row>) {
  const { ref, label, columns, sort, onSort, rows, nameOf, selection, rowHeight, headings } = props
  const starts = headings?.starts ?? noStarts
  const { activeIndex, onActivate, onOpen, openId, isReturning, markedId, onRange } = props
  const hasSingleKeys = usePreference('hasSingleKeys')
  const rowCount = rows.counts.total
  const scroller = useRef<HTMLDivElement>(null)
  const { chosenWidths, onDrag, onDragged } = useDraggedWidth(props)
  const fit = useFittingColumns(columns, scroller, { sorting: sort.column, chosenWidths })
  const { columns: fitting, tracks, widths, isNarrow, isTight } = fit
  const virtualizer = useRowsOnScreen({ scroller, rowCount, rowHeight, starts, activeIndex, onRange })
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' })
  const rowsPerPage = () => Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight)
  const roving = useRovingRows({ container: scroller, rowCount, activeIndex, onActivate, scrollTo, rowsPerPage })
  const { moveTo, wasFocused } = roving
  const isActiveMeant = () => wasFocused.current || openId !== null
  const topOf = (index: number) => rowTop(index, rowHeight, starts)
  const leaving = useRef<ReadonlySet<string>>(new Set())
  useScrollAnchor({
    ...{ rows, virtualizer, topOf, activeIndex, leaving },
    isActiveMeant: () => !isReturning && isActiveMeant(),
  })
  const selectTo = (index: number) => selection.selectTo(index, isActiveMeant() ? activeIndex : index)
  const onCheck = useLatest<readonly [number, boolean]>(([index, isRange]) =>
    (isRange ? selectTo : selection.toggle)(index),
  )

  const extendTo = (index: number) => {
    selection.extend(activeIndex, clamp(index, 0, rowCount - 1))
    moveTo(index)
  }

  useImperativeHandle(ref, () => ({
    ...roving.handle,
    moveBy(steps, isExtending = false) {
      if (!isExtending) return roving.handle.moveBy(steps)
      const active = rows.rowAt(activeIndex)
      // A selected row needs no step that only shows it.
      const isBegun = active !== undefined && selection.isSelected(active.id)
      extendTo(isBegun ? activeIndex + steps : roving.indexAfter(steps))
    },
    leave: (ids) => {
      leaving.current = new Set(ids)
    },
    // Measuring the position of the element would lay out the page, which is too slow for each key of a search.
    scrollToTop: () => {
      if (virtualizer.scrollOffset !== 0) virtualizer.scrollToOffset(0)
    },
    uncoverFocus: () => uncoverFocus(scroller.current),
  }))

  const onKeyDown = (event: KeyboardEvent) => {
    if (isSelectAll(event)) {
      event.preventDefault()
      selection.selectAll()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLTableRowElement)) return
    const next = roving.indexByKey(event)
    if (event.key === 'Enter' || event.key === ' ') onOpen(activeIndex, 'keyboard')
    else if (isMenuKey(event, hasSingleKeys)) {
      scrollTo(activeIndex)
      openRowMenuByKey(event, event.target, menuIndent)
    } else if (next === null) return
    else if (event.shiftKey && isStep(event.key)) extendTo(next)
    else moveTo(next)
    event.preventDefault()
  }

  const variables = {
    '--table-tracks': tracks,
    '--table-row-height': `${rowHeight}px`,
    '--table-group-height': `${groupHeadingHeight}px`,
  } as CSSProperties

  return (
    <div ref={scroller} className={classes.scroller} style={headVariables}>
      <table
        className={classes.table}
        aria-label={label}
        aria-rowcount={rowCount + starts.length + 1}
        data-narrow={isNarrow || undefined}
        data-tight={isTight || undefined}
        data-selecting={selection.size > 0 || undefined}
        style={variables}
      >
        <TableHead columns={fitting} sort={sort} onSort={onSort} edges={{ widths, onDrag, onDragged }} />
        <tbody
          className={classes.body}
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={onKeyDown}
          // A click that selects marks no text and leaves the focus where it is.
          onMouseDown={(event) => {
            if (isSelecting(event)) event.preventDefault()
          }}
          onClick={(event) => {
            const index = isCheck(event.target) ? null : rowIndexOf(event.target)
            if (index === null) return
            if (event.shiftKey) selectTo(index)
            else if (isSelecting(event)) selection.toggle(index)
            else onOpen(index, clickedBy(event))
          }}
          onFocus={roving.onFocus}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows.rowAt(index)
            const id = row?.id
            const isStart = isGroupStart(starts, index)
            // After the row of column headings, which is the first.
            const rowIndex = index + headingsUntil(starts, index) + 2
            const tableRow = (
              <TableRow
                key={index}
                row={row}
                name={row === undefined ? '' : nameOf(row)}
                index={index}
                rowIndex={rowIndex}
                start={start + (isStart ? groupHeadingHeight : 0)}
                columns={fitting}
                isActive={index === activeIndex}
                isOpen={id !== undefined && id === openId}
                isMarked={id !== undefined && id === markedId}
                isSelected={id !== undefined && selection.isSelected(id)}
                onCheck={onCheck}
              />
            )
            if (!isStart) return tableRow
            return (
              <Fragment key={index}>
                <tr
                  className={classes.group}
                  aria-rowindex={rowIndex - 1}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <th scope="rowgroup" colSpan={fitting.length + 1}>
                    {row !== undefined && headings?.of(row)}
                  </th>
                </tr>
                {tableRow}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
