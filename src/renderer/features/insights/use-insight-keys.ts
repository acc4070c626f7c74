import { useKey } from '../../ui/keys'

interface InsightKeys {
  readonly onMove: (rows: number) => void
  readonly onSearch: () => void
  readonly onFilter: () => void
  /** null: no insight can be created here. */
  readonly onNew: (() => void) | null
  /** null: nothing is open. */
  readonly onClose: (() => void) | null
}

const group = 'Insights'

/** Keys of the view. What acts on the row with the focus (Enter, Home, End, pages) is the table's own. */
export function useInsightKeys({ onMove, onSearch, onFilter, onNew, onClose }: InsightKeys): void {
  useKey('j', () => onMove(1), { description: 'Next insight', group })
  useKey('k', () => onMove(-1), { description: 'Previous insight', group })
  useKey('ArrowDown', () => onMove(1), { description: 'Next insight', group })
  useKey('ArrowUp', () => onMove(-1), { description: 'Previous insight', group })
  useKey('/', onSearch, { description: 'Search insights', group })
  useKey('f', onFilter, { description: 'Go to the filters', group })
  useKey('c', () => onNew?.(), { description: 'New insight', group, enabled: onNew !== null })
  useKey('Escape', () => onClose?.(), { description: 'Close the details', group, enabled: onClose !== null })
}
