// The keys of a list with a search, filters and details beside it; the same in every such view.
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useKey, useKeyHint } from '../ui/keys'
import { announceNoRows } from '../ui/SearchField'
import type { VirtualTableHandle } from './table/VirtualTable'
import type { Selection } from './use-selection'

/** The handle for moving through rows, rendered as a table or as a list. */
export type RowsHandle = Omit<VirtualTableHandle, 'scrollToTop' | 'uncoverFocus' | 'focusRow' | 'leave'>

interface RowKeysOptions {
  readonly table: RefObject<RowsHandle | null>
  /** null: nothing is open. */
  readonly onClose: (() => void) | null
}

interface ListKeysOptions extends RowKeysOptions {
  readonly activeIndex: number
  /** Whether the rows answer an earlier search. */
  readonly isBehind: boolean
  readonly selection: Pick<Selection<unknown>, 'size' | 'toggle' | 'selectAll' | 'clear'>
}

export interface ListPlaces {
  readonly searchField: RefObject<HTMLInputElement | null>
  /** Moves the focus from the search into the rows, once they answer it; false: they do, and there are none. */
  readonly toRows: (place: 'first' | 'active') => boolean
}

/** Keys that move through rows and close the details beside them. */
export function useRowKeys({ table, onClose }: RowKeysOptions): void {
  const move = (rows: number) => (event: KeyboardEvent) => table.current?.moveBy(rows, event.shiftKey)
  useKey('j', move(1))
  useKey('ArrowDown', move(1))
  useKey('k', move(-1))
  useKey('ArrowUp', move(-1))
  useKeyHint('Enter')
  useKeyHint('Home')
  useKeyHint('End')
  useKeyHint('PageDown')
  useKeyHint('PageUp')
  // Listed also while nothing is open: the search hears it too.
  useKeyHint('Escape')
  useKey('Escape', () => onClose?.(), { enabled: onClose !== null })
}

/** Returns the ref for the part of a toolbar with the filters. @param isThere whether the toolbar has any just now */
export function useFilterKey<Element extends HTMLElement>(isThere: boolean): RefObject<Element | null> {
  const filters = useRef<Element>(null)
  const onKey = () => {
    const first = filters.current?.querySelector('button')
    if (first?.checkVisibility() === false) {
      first.closest('header')?.querySelector<HTMLElement>('[data-unfolds]')?.click()
    }
    // After the filters are unfolded.
    setTimeout(() => first?.focus())
  }
  useKey('f', onKey, { enabled: isThere })
  return filters
}

interface AwaitedRowsOptions extends Pick<ListKeysOptions, 'isBehind'> {
  readonly searchField: RefObject<HTMLInputElement | null>
  /** false: there are no rows. */
  readonly focusFirst: () => boolean
}

/**
 * Returns a function that moves the focus from the search to the first row once the rows answer it, unless the person has
 * typed on or left by then. Without any rows, that is announced.
 */
export function useAwaitedRows({ isBehind, searchField, focusFirst }: AwaitedRowsOptions): () => void {
  /** The text of the search whose first row is to take the focus. */
  const wanted = useRef<string | null>(null)
  const onAnswer = useEffectEvent(() => {
    const field = searchField.current
    const isWanted = field !== null && field === document.activeElement && field.value === wanted.current
    wanted.current = null
    if (isWanted && !focusFirst()) announceNoRows(field.value)
  })
  useLayoutEffect(() => {
    if (!isBehind) onAnswer()
  }, [isBehind])
  return () => {
    wanted.current = searchField.current?.value ?? null
  }
}

export function useListKeys({ table, activeIndex, isBehind, selection, onClose }: ListKeysOptions): ListPlaces {
  const searchField = useRef<HTMLInputElement>(null)
  const toRows = (place: 'first' | 'active') => {
    if (table.current === null) return false
    if (place === 'first') table.current.focusFirstRow()
    else table.current.focusActiveRow()
    return true
  }
  const awaitRows = useAwaitedRows({ isBehind, searchField, focusFirst: () => toRows('first') })
  useRowKeys({ table, onClose: selection.size > 0 ? selection.clear : onClose })
  useKey('x', () => selection.toggle(activeIndex))
  // The table opens the menu of a row.
  useKeyHint('.')
  useKeyHint('ContextMenu')
  useKeyHint('shift+F10')
  useKeyHint('shift+ArrowDown')
  useKeyHint('shift+ArrowUp')
  useKeyHint('shift+j')
  useKeyHint('shift+k')
  useKey('mod+a', selection.selectAll)
  const onSearch = () => {
    searchField.current?.focus()
    searchField.current?.select()
  }
  useKey('/', onSearch)

  return {
    searchField,
    toRows: (place) => {
      if (place !== 'first' || !isBehind) return toRows(place)
      awaitRows()
      return true
    },
  }
}
