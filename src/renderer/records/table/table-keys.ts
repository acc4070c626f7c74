import { letterOf } from '../../ui/letter-of'

interface Place {
  readonly activeIndex: number
  readonly rowCount: number
  readonly rowsPerPage: number
}

interface Pressed {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

export const isSelectAll = (event: Pressed) =>
  letterOf(event) === 'a' && event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey

/** Whether a key goes to the next row or the one before; with Shift such keys select. */
export const isStep = (key: string) => key === 'ArrowDown' || key === 'ArrowUp'

/** The row that a key leads to from the active one; null for keys that do not move. One row of a page stays in sight. */
export function targetIndex(key: string, { activeIndex, rowCount, rowsPerPage }: Place): number | null {
  const page = Math.max(1, rowsPerPage - 1)
  switch (key) {
    case 'ArrowDown':
      return activeIndex + 1
    case 'ArrowUp':
      return activeIndex - 1
    case 'PageDown':
      return activeIndex + page
    case 'PageUp':
      return activeIndex - page
    case 'Home':
      return 0
    case 'End':
      return rowCount - 1
    default:
      return null
  }
}
