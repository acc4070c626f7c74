// A table of any length of which only the rows on screen exist. It knows rows by index; the caller fetches those
// around the screen (`onRange`) and hands over what it has. One row at a time can be reached with Tab (roving
// tabindex); that row is rendered even when it is scrolled away, or the focus would be lost with it.
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { usePreferences } from '../../client/preferences'
import { useEndsFromView } from '../../ui/use-ends-from-view'
import { type Column, type Sort, useFittingColumns } from './columns'
import { TableHead } from './TableHead'
import { TableRow } from './TableRow'
import { isSelectAll, isStep, targetIndex } from './table-keys'
import { type TableRows, useScrollAnchor } from './use-scroll-anchor'
import classes from './VirtualTable.module.css'

export interface VirtualTableHandle {
  /** Makes another row the active one and gives it the focus; `isExtending` takes the rows on the way into the selection. */
  moveBy(rows: number, isExtending?: boolean): void
  focusFirstRow(): void
  /** Also when it has to be rendered first. */
  focusRow(index: number): void
  focusActiveRow(): void
  scrollToTop(): void
  scrollToRow(index: number): void
  /** For when something takes room from below: the row with the focus is not hidden by it. */
  uncoverFocus(): void
}

/** What of a selection concerns the table; see use-selection.ts. */
interface TableSelection {
  readonly size: number
  readonly isSelected: (id: string) => boolean
  readonly toggle: (index: number) => void
  readonly extend: (from: number, to: number) => void
  readonly selectAll: () => void
}

interface VirtualTableProps<Row, Id extends string> {
  readonly ref?: Ref<VirtualTableHandle>
  readonly label: string
  readonly columns: readonly Column<Row, Id>[]
  readonly sort: Sort<Id>
  readonly onSort: (sort: Sort<Id>) => void
  readonly rows: TableRows<Row>
  /** What a row is called beside its checkbox. */
  readonly nameOf: (row: Row) => string
  readonly selection: TableSelection
  /** In CSS pixels, the same for all rows. */
  readonly rowHeight: number
  readonly activeIndex: number
  readonly onActivate: (index: number) => void
  readonly onOpen: (index: number, by: 'pointer' | 'keyboard') => void
  readonly openId: string | null
  /** A row that just arrived and is pointed out. */
  readonly markedId: string | null
  /** First and last row on screen, whenever they change. */
  readonly onRange: (first: number, last: number) => void
}

const headHeight = 32
const overscan = 5

const rowIndexOf = (target: EventTarget | null) => {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null
  return row === null ? null : Number(row.dataset.index)
}

const isCheck = (target: EventTarget) => target instanceof Element && target.closest('[data-check]') !== null

/** Keys by which keyboards, and people without such a key, ask for what can be done with something. */
const isMenuKey = ({ key, shiftKey }: KeyboardEvent, hasSingleKeys: boolean) =>
  key === 'ContextMenu' || (key === '.' && hasSingleKeys) || (key === 'F10' && shiftKey)

const menuOf = (row: HTMLElement) => row.querySelector<HTMLButtonElement>('button[aria-haspopup="menu"]')

export function VirtualTable<Row extends { readonly id: string }, Id extends string>({
  ref,
  label,
  columns,
  sort,
  onSort,
  rows,
  nameOf,
  selection,
  rowHeight,
  activeIndex,
  onActivate,
  onOpen,
  openId,
  markedId,
  onRange,
}: VirtualTableProps<Row, Id>) {
  const { hasSingleKeys } = usePreferences()
  const rowCount = rows.counts.total
  const scroller = useRef<HTMLDivElement>(null)
  const isFocusWanted = useRef(false)
  const isRowAwaited = useRef(false)
  const wasFocused = useRef(false)
  const { columns: fitting, tracks, isNarrow, isTight } = useFittingColumns(columns, scroller, sort.column)

  const extractRange = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      if (activeIndex >= range.count || indexes.includes(activeIndex)) return indexes
      return activeIndex < (indexes[0] ?? 0) ? [activeIndex, ...indexes] : [...indexes, activeIndex]
    },
    [activeIndex],
  )

  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    rangeExtractor: extractRange,
    // The heading covers the top of the scrolled area, so the last row needs as much more room.
    scrollPaddingEnd: headHeight,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are cached until told otherwise, and only another density changes them
  useLayoutEffect(() => virtualizer.measure(), [rowHeight])

  const isActiveMeant = () => wasFocused.current || openId !== null
  useScrollAnchor({ rows, virtualizer, rowHeight, activeIndex, isActiveMeant })

  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
  useEffect(() => onRange(startIndex, endIndex), [startIndex, endIndex, onRange])

  const rowNode = (index: number) => scroller.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`) ?? null

  // As it is before this rendering, which may take the row away, and the focus with it.
  const hadFocus = rowIndexOf(document.activeElement) !== null && scroller.current?.contains(document.activeElement)

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the active row, not after each rendering
  useLayoutEffect(() => {
    const isElsewhere = hadFocus && rowIndexOf(document.activeElement) !== activeIndex
    if (isFocusWanted.current || isElsewhere) {
      const row = rowNode(activeIndex)
      row?.focus({ preventScroll: true })
      isRowAwaited.current = row === null
    }
    isFocusWanted.current = false
  }, [activeIndex])

  // A table that just came measures itself before it renders rows.
  useLayoutEffect(() => {
    const row = isRowAwaited.current ? rowNode(activeIndex) : null
    if (row === null) return
    isRowAwaited.current = false
    row.focus({ preventScroll: true })
  })

  // The last row may go while it has the focus, and the table with it; the view is where single keys still work.
  useLayoutEffect(() => {
    const node = scroller.current
    return () => {
      if (node?.contains(document.activeElement)) node.closest('main')?.focus({ preventScroll: true })
    }
  }, [])

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(rowCount - 1, index))
    virtualizer.scrollToIndex(next, { align: 'auto' })
    if (next === activeIndex) {
      const row = rowNode(next)
      row?.focus({ preventScroll: true })
      isRowAwaited.current = row === null
      return
    }
    isFocusWanted.current = true
    onActivate(next)
  }

  useEndsFromView(scroller, (end) => moveTo(end === 'first' ? 0 : rowCount - 1))

  const extendTo = (index: number) => {
    selection.extend(activeIndex, Math.max(0, Math.min(rowCount - 1, index)))
    moveTo(index)
  }

  useImperativeHandle(ref, () => ({
    moveBy: (steps, isExtending = false) => {
      // The first move only shows where one is.
      const to = wasFocused.current ? activeIndex + steps : activeIndex
      if (isExtending) extendTo(to)
      else moveTo(to)
    },
    focusFirstRow: () => moveTo(0),
    focusRow: moveTo,
    focusActiveRow: () => moveTo(activeIndex),
    // Asking the element itself where it is would lay out the page, which is too slow for each key of a search.
    scrollToTop: () => {
      if (virtualizer.scrollOffset !== 0) virtualizer.scrollToOffset(0)
    },
    scrollToRow: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    uncoverFocus: () => {
      const row = document.activeElement?.closest('tr')
      const node = scroller.current
      if (!row || !node?.contains(row)) return
      const hidden = row.getBoundingClientRect().bottom - node.getBoundingClientRect().bottom
      if (hidden > 0) node.scrollBy({ top: hidden })
    },
  }))

  const onKeyDown = (event: KeyboardEvent) => {
    if (isSelectAll(event)) {
      event.preventDefault()
      selection.selectAll()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLTableRowElement)) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onOpen(activeIndex, 'keyboard')
      return
    }
    if (isMenuKey(event, hasSingleKeys)) {
      event.preventDefault()
      menuOf(event.target)?.click()
      return
    }
    const height = (scroller.current?.clientHeight ?? 0) - headHeight
    const next = targetIndex(event.key, { activeIndex, rowCount, rowsPerPage: Math.floor(height / rowHeight) })
    if (next === null) return
    event.preventDefault()
    if (event.shiftKey && isStep(event.key)) extendTo(next)
    else moveTo(next)
  }

  const latestToggle = useRef(selection.toggle)
  useLayoutEffect(() => {
    latestToggle.current = selection.toggle
  })
  const onCheck = useCallback((index: number) => latestToggle.current(index), [])

  const variables = {
    '--table-tracks': tracks,
    '--table-row-height': `${rowHeight}px`,
    '--table-head-height': `${headHeight}px`,
  } as CSSProperties

  return (
    <div ref={scroller} className={classes.scroller}>
      <table
        className={classes.table}
        aria-label={label}
        aria-rowcount={rowCount + 1}
        data-narrow={isNarrow || undefined}
        data-tight={isTight || undefined}
        data-selecting={selection.size > 0 || undefined}
        style={variables}
      >
        <TableHead columns={fitting} sort={sort} onSort={onSort} />
        <tbody
          className={classes.body}
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={onKeyDown}
          onClick={(event) => {
            const index = isCheck(event.target) ? null : rowIndexOf(event.target)
            if (index !== null) onOpen(index, 'pointer')
          }}
          onFocus={(event) => {
            const index = rowIndexOf(event.target)
            if (index === null) return
            wasFocused.current = true
            if (index !== activeIndex) onActivate(index)
          }}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows.rowAt(index)
            const id = row?.id
            return (
              <TableRow
                key={index}
                row={row}
                name={row === undefined ? '' : nameOf(row)}
                index={index}
                start={start}
                columns={fitting}
                isActive={index === activeIndex}
                isOpen={id !== undefined && id === openId}
                isMarked={id !== undefined && id === markedId}
                isSelected={id !== undefined && selection.isSelected(id)}
                onCheck={onCheck}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
