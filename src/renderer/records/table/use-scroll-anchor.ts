// What the person looks at stays where it is on screen when rows come, go or change places around it: the row they are
// at, while it is on screen, and the topmost one otherwise. Who is at the top and touched nothing stays at the top.
import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'

/** The rows of a list, as far as they are held. */
export interface TableRows<Row> {
  /** Tells one search or order from another: its rows begin at their top. */
  readonly key: string
  readonly counts: { readonly total: number }
  readonly rowAt: (index: number) => Row | undefined
  /** Place of a row among those that are held, or -1. */
  readonly indexOf: (id: string) => number
}

interface ScrollAnchorOptions<Row> {
  readonly rows: TableRows<Row>
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLTableRowElement>
  readonly rowHeight: number
  readonly activeIndex: number
  /** The active row is one that the person went to or opened. */
  readonly isActiveMeant: () => boolean
}

interface Place {
  readonly key: string
  readonly id: string
  readonly index: number
}

export function useScrollAnchor<Row extends { readonly id: string }>(options: ScrollAnchorOptions<Row>): void {
  const { rows, virtualizer, rowHeight, activeIndex, isActiveMeant } = options
  const kept = useRef<Place | null>(null)

  useLayoutEffect(() => {
    const before = kept.current
    const offset = virtualizer.scrollOffset ?? 0
    if (before !== null && before.key === rows.key && rows.rowAt(before.index)?.id !== before.id) {
      const now = rows.indexOf(before.id)
      if (now >= 0) {
        virtualizer.scrollToOffset(Math.max(0, offset + (now - before.index) * rowHeight))
        kept.current = { ...before, index: now }
        return
      }
    }
    const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: -1 }
    const isActiveSeen = activeIndex >= startIndex && activeIndex <= endIndex
    const index = isActiveMeant() && isActiveSeen ? activeIndex : offset > 0 ? startIndex : null
    const id = index === null ? undefined : rows.rowAt(index)?.id
    kept.current = index === null || id === undefined ? null : { key: rows.key, id, index }
  })
}
