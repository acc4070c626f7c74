// A button that removes its own row loses the focus. This gives the focus to the row that took its place.
import { type RefObject, useLayoutEffect, useRef } from 'react'

interface Removal {
  readonly id: string
  readonly place: number
}

interface FocusAfterRemoval<Element extends HTMLElement> {
  /** The element around the rows; takes the focus itself when no row can, so it needs a `tabIndex` of -1. */
  readonly container: RefObject<Element | null>
  /** Called when the button is pressed; the row may stay for long, or for good. */
  readonly leave: (id: string) => void
}

/** Whether the focus is still nowhere: `main` has it when a dialog that asked first found its button gone. */
const isLost = () => document.activeElement === document.body || document.activeElement?.tagName === 'MAIN'

/** @param selector matches one element of each row, in the order of `ids`, which takes the focus */
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
