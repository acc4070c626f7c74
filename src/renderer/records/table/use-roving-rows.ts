// One row at a time is reached with Tab (roving tabindex); keys make another row the active one and give it the focus. Shared
// by tables, boards and lists beside their details.
import { clamp, useWindowEvent } from '@mantine/hooks'
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { focusUncovered } from '../../ui/focus-uncovered'
import { targetIndex } from './table-keys'

interface RovingRowsOptions {
  /** The element around the rows, which have their index in `data-index`. */
  readonly container: RefObject<HTMLElement | null>
  readonly rowCount: number
  readonly activeIndex: number
  readonly onActivate: (index: number) => void
  /** Brings a row on screen; the browser does it where all rows are rendered. */
  readonly scrollTo?: (index: number) => void
  /** Number of rows that are seen at once. */
  readonly rowsPerPage?: (row: HTMLElement) => number
}

export function rowIndexOf(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row === null ? null : Number(row.dataset.index)
}

export function useRovingRows(options: RovingRowsOptions) {
  const { container, rowCount, activeIndex, onActivate, scrollTo, rowsPerPage = () => 1 } = options
  const isFocusWanted = useRef(false)
  const isRowAwaited = useRef(false)
  const wasFocused = useRef(false)
  const rowNode = (index: number) => container.current?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null

  const focusRow = (index: number) => {
    const row = rowNode(index)
    focusUncovered(row, { preventScroll: scrollTo !== undefined })
    isRowAwaited.current = row === null
  }

  // Read before this rendering, which may take the row away, and the focus with it.
  const hadFocus = rowIndexOf(document.activeElement) !== null && container.current?.contains(document.activeElement)

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the active row, not after each rendering
  useLayoutEffect(() => {
    const isElsewhere = hadFocus && rowIndexOf(document.activeElement) !== activeIndex
    if (isFocusWanted.current || isElsewhere) focusRow(activeIndex)
    isFocusWanted.current = false
  }, [activeIndex])

  // A newly mounted table measures itself before it renders rows.
  useLayoutEffect(() => {
    if (isRowAwaited.current && rowNode(activeIndex) !== null) focusRow(activeIndex)
  })

  const moveTo = (index: number) => {
    if (rowCount === 0) return
    const next = clamp(index, 0, rowCount - 1)
    scrollTo?.(next)
    if (next === activeIndex) return focusRow(next)
    isFocusWanted.current = true
    onActivate(next)
  }

  // Also while the focus is on the view itself, as it is right after arriving; a row hears the keys by itself.
  useWindowEvent('keydown', (event) => {
    const end = { Home: 0, End: rowCount - 1 }[event.key]
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented)
    if (end === undefined || !isPlain || event.target !== container.current?.closest('main')) return
    event.preventDefault()
    moveTo(end)
  })

  /** The first move only shows the active row. */
  const indexAfter = (steps: number) => (wasFocused.current ? activeIndex + steps : activeIndex)

  return {
    moveTo,
    rowNode,
    indexAfter,
    /** The handle for a list of rows one below the other. */
    handle: {
      moveBy: (steps: number) => moveTo(indexAfter(steps)),
      focusFirstRow: () => moveTo(0),
      focusRow: moveTo,
      focusActiveRow: () => moveTo(activeIndex),
      scrollToRow: scrollTo ?? ((index: number) => rowNode(index)?.scrollIntoView({ block: 'nearest' })),
    },
    /** The row that a key pressed in such a list leads to; null: none. */
    indexByKey: ({ key, target }: KeyboardEvent) =>
      target instanceof HTMLElement
        ? targetIndex(key, { activeIndex, rowCount, rowsPerPage: rowsPerPage(target) })
        : null,
    /** Whether the person went to a row. */
    wasFocused,
    onFocus: ({ target }: FocusEvent) => {
      const index = rowIndexOf(target)
      if (index === null) return
      wasFocused.current = true
      if (index !== activeIndex) onActivate(index)
    },
  }
}
