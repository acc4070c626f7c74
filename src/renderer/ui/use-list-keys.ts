// What keys do in a list with a search, filters and details beside it; the same in every such view.
import { type RefObject, useRef } from 'react'
import { useKey, useKeyHint } from './keys'
import type { RecordKind } from './records/record-kind'
import type { Selection } from './records/use-selection'
import type { VirtualTableHandle } from './table/VirtualTable'

interface ListKeysOptions {
  readonly kind: RecordKind
  readonly table: RefObject<VirtualTableHandle | null>
  readonly activeIndex: number
  readonly selection: Pick<Selection<unknown>, 'size' | 'toggle' | 'clear'>
  /** null: nothing is open. */
  readonly onClose: (() => void) | null
}

export interface ListPlaces {
  readonly searchField: RefObject<HTMLInputElement | null>
  readonly firstFilter: RefObject<HTMLButtonElement | null>
  /** From the search into the rows; false when there are none. */
  readonly toRows: (place: 'first' | 'active') => boolean
}

export function useListKeys({ kind, table, activeIndex, selection, onClose }: ListKeysOptions): ListPlaces {
  const searchField = useRef<HTMLInputElement>(null)
  const firstFilter = useRef<HTMLButtonElement>(null)
  const { one, heading: group } = kind
  const move = (rows: number) => (event: KeyboardEvent) => table.current?.moveBy(rows, event.shiftKey)
  const next = { description: `Next ${one}`, group }
  const previous = { description: `Previous ${one}`, group }
  const extend = { description: 'Select on the way', group }

  useKey('j', move(1), next)
  useKey('ArrowDown', move(1), next)
  useKey('k', move(-1), previous)
  useKey('ArrowUp', move(-1), previous)
  useKey('x', () => selection.toggle(activeIndex), { description: `Select the ${one}, or not`, group })
  useKeyHint('shift+ArrowDown', extend)
  useKeyHint('shift+ArrowUp', extend)
  useKeyHint('mod+a', { description: 'Select all rows, from within them', group })
  useKeyHint('Enter', { description: `Open the ${one}`, group })
  useKeyHint('Home', { description: 'First row', group })
  useKeyHint('End', { description: 'Last row', group })
  useKeyHint('PageDown', { description: 'A page down', group })
  useKeyHint('PageUp', { description: 'A page up', group })
  const onSearch = () => {
    searchField.current?.focus()
    searchField.current?.select()
  }
  useKey('/', onSearch, { description: `Search ${group.toLowerCase()}`, group })
  useKey('f', () => firstFilter.current?.focus(), { description: 'Go to the filters', group })
  const isSelecting = selection.size > 0
  useKey('Escape', () => (isSelecting ? selection.clear() : onClose?.()), {
    description: isSelecting ? 'Clear the selection' : 'Close the details',
    group,
    enabled: isSelecting || onClose !== null,
  })

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
