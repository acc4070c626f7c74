// The form for a new insight stands in the view of insights. Whoever opens it from another view, and creates nothing, goes
// back to the row where they were. Said with the ways there and back, not in the address, which is kept for longer.
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusWanted } from './focus-wanted'

interface RowWanted {
  readonly rowWanted: number
}

interface WayBack {
  readonly wayBack: {
    readonly address: string
    /** Of the navigation that goes back: what takes the focus. */
    readonly state: RowWanted | typeof focusWanted | null
  }
}

/** State of a navigation that leads away from `address` for a moment. */
export function wayBackTo(address: string): WayBack {
  const focused = document.activeElement
  const row = focused?.closest<HTMLElement>('tr[data-index]')
  const isInDetails = focused?.closest('section[tabindex="-1"]') != null
  return {
    wayBack: { address, state: row ? { rowWanted: Number(row.dataset.index) } : isInDetails ? focusWanted : null },
  }
}

/** null: the person was here before, or this is where the window began. */
export function useWayBack(): WayBack['wayBack'] | null {
  return (useLocation().state as Partial<WayBack> | null)?.wayBack ?? null
}

interface RowsOptions {
  /** How many there are; null: not read yet. */
  readonly total: number | null
  readonly table: RefObject<{ focusRow(index: number): void } | null>
}

/** Gives the focus to the row that the way here asks for, once, unless the person has put it somewhere by then. */
export function useRowWanted({ total, table }: RowsOptions): void {
  const { key, state } = useLocation()
  const row = (state as Partial<RowWanted> | null)?.rowWanted
  const done = useRef<string | null>(null)
  useEffect(() => {
    if (row === undefined || total === null || total === 0 || done.current === key) return
    done.current = key
    const focused = document.activeElement
    if (focused === null || focused === document.body || focused.tagName === 'MAIN') table.current?.focusRow(row)
  }, [row, key, total, table])
}
