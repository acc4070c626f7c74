// Opens the menu of a row (RowMenu). The right button does so at the pointer; keys, and a button in rows that have one, send
// the event of that button, so that there is one way in.
import { type MouseEvent, useRef, useState } from 'react'
import { rowIndexOf } from './table/use-roving-rows'
import type { ShownList } from './use-record-list'

const rightButton = 2

/** A click into text that is selected is about the text. */
function isInSelectedText(target: EventTarget): boolean {
  const selected = window.getSelection()
  return selected !== null && !selected.isCollapsed && target instanceof Node && selected.containsNode(target, true)
}

interface Opened<Row> {
  readonly row: Row
  /** Whether the menu is about the row alone, even if the row is part of a selection. */
  readonly isAlone: boolean
  readonly hadDetails: boolean
  /** Place of the pointer, in CSS pixels. */
  readonly left: number
  readonly top: number
}

export interface RowMenuOf<Row> {
  /** null: it was never open. */
  readonly opened: Opened<Row> | null
  readonly isOpen: boolean
  readonly close: () => void
  /** For the element around the rows. */
  readonly onMouseDown: (event: MouseEvent) => void
  readonly onContextMenu: (event: MouseEvent) => void
}

/** The button of a row is about that row, whatever is selected. */
const isRowButton = (target: EventTarget) =>
  target instanceof Element && target.closest('button[aria-haspopup="menu"]') !== null

/** A row that is not selected becomes the active one, and other rows are deselected. */
export function useRowMenu<Row extends { readonly id: string }>(list: ShownList<Row>): RowMenuOf<Row> {
  const { state, selection, open } = list
  const [opened, setOpened] = useState<Opened<Row> | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  // Set before some systems select the word under the pointer.
  const isAboutText = useRef(false)
  return {
    opened,
    isOpen,
    close: () => setIsOpen(false),
    onMouseDown: ({ button, target }) => {
      isAboutText.current = button === rightButton && isInSelectedText(target)
    },
    onContextMenu: (event) => {
      const index = rowIndexOf(event.target)
      const row = index === null ? undefined : state.rows?.rowAt(index)
      if (index === null || row === undefined || (event.button === rightButton && isAboutText.current)) return
      event.preventDefault()
      const isAlone = isRowButton(event.target)
      const isSelected = selection.isSelected(row.id)
      if (!isSelected && !isAlone && selection.size > 0) selection.clear()
      if (!isSelected || isAlone) open.activate(index)
      setOpened({ row, isAlone, hadDetails: open.id !== null, left: event.clientX, top: event.clientY })
      setIsOpen(true)
    },
  }
}
