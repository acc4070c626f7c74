// A button that takes its own row away takes the focus with it, to nowhere. It belongs to the row that took its place.
import { type RefObject, useLayoutEffect, useRef } from 'react'

interface Removal {
  readonly id: string
  readonly place: number
}

interface FocusAfterRemoval<Element extends HTMLElement> {
  /** Of what the rows are in; takes the focus itself when none of them can, so it needs a `tabIndex` of -1. */
  readonly container: RefObject<Element | null>
  /** Said when the button is pressed; the row may stay for long, or for good. */
  readonly leave: (id: string) => void
}

/** Nobody has put the focus anywhere since: `main` has it when a dialog that asked first found its button gone. */
const isLost = () => document.activeElement === document.body || document.activeElement?.tagName === 'MAIN'

/** @param selector what takes the focus in a row, one element of each, in the order of `ids`. */
export function useFocusAfterRemoval<Element extends HTMLElement>(
  ids: readonly string[],
  selector: string,
): FocusAfterRemoval<Element> {
  const container = useRef<Element>(null)
  const leaving = useRef<Removal | null>(null)
  useLayoutEffect(() => {
    if (leaving.current === null || ids.includes(leaving.current.id)) return
    const { place } = leaving.current
    leaving.current = null
    if (!isLost()) return
    const rows = [...(container.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
    const next = rows[place] ?? rows.at(-1) ?? container.current
    next?.focus()
  }, [ids, selector])
  return {
    container,
    leave: (id) => {
      leaving.current = { id, place: ids.indexOf(id) }
    },
  }
}
