// Keeps the content that the person looks at in place on screen when rows come, go or change places around it: the active
// row, while it is on screen, and the topmost one otherwise. A person at the top who touched nothing stays at the top.
import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef } from 'react'

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
  /** Distance of a row from the first one, in CSS pixels. */
  readonly topOf: (index: number) => number
  readonly activeIndex: number
  /** Whether the active row is one that the person went to or opened. */
  readonly isActiveMeant: () => boolean
  /** Ids of the rows that the person sent elsewhere last. */
  readonly leaving: RefObject<ReadonlySet<string>>
}

interface Place {
  readonly id: string
  readonly index: number
}

interface Anchors {
  readonly key: string
  readonly topOf: (index: number) => number
  /** The use of the active row is decided when rows come, by `isActiveMeant`: going to a row renders nothing. */
  readonly active: readonly Place[]
  readonly isScrolled: boolean
  readonly onScreen: readonly Place[]
}

export function useScrollAnchor<Row extends { readonly id: string }>(options: ScrollAnchorOptions<Row>): void {
  const { rows, virtualizer, topOf, activeIndex, isActiveMeant, leaving } = options
  const kept = useRef<Anchors | null>(null)

  useLayoutEffect(() => {
    const before = kept.current
    const offset = virtualizer.scrollOffset ?? 0
    const moveOf = ({ id, index }: Place) => {
      const now = rows.indexOf(id)
      return now < 0 ? null : now - index
    }
    const placeAt = (index: number): Place[] => {
      const id = rows.rowAt(index)?.id
      return id === undefined ? [] : [{ id, index }]
    }
    if (before !== null && before.key === rows.key) {
      const isStaying = ({ id }: Place) => !leaving.current.has(id)
      const staying = before.onScreen.filter(isStaying)
      const moves = staying.map(moveOf).filter((move) => move !== null)
      const active = isActiveMeant() ? before.active.filter(isStaying) : []
      const top = before.isScrolled ? staying.slice(0, 1) : []
      // The first of these that moved along with many rows around it stays where it is.
      for (const place of [...active, ...top]) {
        const move = moveOf(place)
        // Rows that were sorted elsewhere, such as those that were marked as seen, do not take the list along.
        if (move === null || moves.filter((other) => other === move).length * 3 < moves.length) continue
        const moved = topOf(place.index + move) - before.topOf(place.index)
        if (moved !== 0) virtualizer.scrollToOffset(Math.max(0, offset + moved))
        break
      }
      if (before.onScreen.some((place) => !isStaying(place) && moveOf(place) !== 0)) leaving.current = new Set()
    }
    const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: -1 }
    const isActiveSeen = activeIndex >= startIndex && activeIndex <= endIndex
    const shown = Array.from({ length: endIndex - startIndex + 1 }, (_, place) => startIndex + place)
    kept.current = {
      key: rows.key,
      topOf,
      active: isActiveSeen ? placeAt(activeIndex) : [],
      isScrolled: offset > 0,
      onScreen: shown.flatMap(placeAt),
    }
  })
}
