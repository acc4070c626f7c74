// What keys do in a list with a search, filters and details beside it; the same in every such view.
import { type RefObject, useRef } from 'react'
import { useKey, useKeyHint } from './keys'
import type { VirtualTableHandle } from './table/VirtualTable'

/** What rows are moved through with, drawn as a table or as a list. */
export type RowsHandle = Omit<VirtualTableHandle, 'scrollToTop'>

interface ListKeysOptions {
  readonly table: RefObject<RowsHandle | null>
  /** null: nothing is open. */
  readonly onClose: (() => void) | null
}

export interface ListPlaces {
  readonly searchField: RefObject<HTMLInputElement | null>
  readonly firstFilter: RefObject<HTMLButtonElement | null>
  /** From the search into the rows; false when there are none. */
  readonly toRows: (place: 'first' | 'active') => boolean
}

/** Moving through rows, and closing what is open beside them. */
export function useRowKeys({ table, onClose }: ListKeysOptions): void {
  const move = (rows: number) => () => table.current?.moveBy(rows)
  useKey('j', move(1))
  useKey('ArrowDown', move(1))
  useKey('k', move(-1))
  useKey('ArrowUp', move(-1))
  useKeyHint('Enter')
  useKeyHint('Home')
  useKeyHint('End')
  useKeyHint('PageDown')
  useKeyHint('PageUp')
  // Also while nothing is open: the search hears it too.
  useKeyHint('Escape')
  useKey('Escape', () => onClose?.(), { enabled: onClose !== null })
}

export function useListKeys({ table, onClose }: ListKeysOptions): ListPlaces {
  const searchField = useRef<HTMLInputElement>(null)
  const firstFilter = useRef<HTMLButtonElement>(null)
  useRowKeys({ table, onClose })
  const onSearch = () => {
    searchField.current?.focus()
    searchField.current?.select()
  }
  useKey('/', onSearch)
  useKey('f', () => firstFilter.current?.focus())

  return {
    searchField,
    firstFilter,
    toRows: (place) => {
      if (table.current === null) return false
      if (place === 'first') table.current.focusFirstRow()
      else table.current.focusActiveRow()
      return true
    },
  }
}
