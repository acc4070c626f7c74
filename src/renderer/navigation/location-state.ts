// State of a navigation beside its address: the wanted focus, the dialog that opens, and where it began. A link or a restart
// must not repeat these, so the address, which is kept for both, has none of them.
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface LocationState {
  /** The part that it leads to takes the focus, instead of leaving it where the navigation began. */
  readonly isFocusWanted?: true
  /** This row takes the focus: its place, or the id of its record. */
  readonly rowWanted?: number | string
  /** The goals picker of a metric takes the focus. */
  readonly isPickerWanted?: true
  /** This dialog opens: for deleting the open record or a goal by its id, or for marking insights of the open opportunity. */
  readonly dialogWanted?: 'deletion' | 'deletion-by-id' | 'mark-seen'
  /** Feedback that the form for a new insight begins with, and then keeps in its draft. */
  readonly feedbackIds?: readonly string[]
  /** The draft that the form for a new insight goes on with. */
  readonly draftId?: string
  /** The view is as it was left a moment ago. */
  readonly isReturn?: true
  /** Where a person goes back to on leaving the form without creating anything. */
  readonly returnTo?: ReturnTo
}

interface ReturnTo {
  readonly address: string
  /** State of the navigation that goes back. */
  readonly state: LocationState | null
}

const useLocationState = (): LocationState => (useLocation().state as LocationState | null) ?? {}

export const isReturn = { isReturn: true } as const satisfies LocationState
export const focusWanted = { isFocusWanted: true } as const satisfies LocationState
export const pickerWanted = { isPickerWanted: true } as const satisfies LocationState
export const deletionWanted = { dialogWanted: 'deletion' } as const satisfies LocationState
export const deletionByIdWanted = { dialogWanted: 'deletion-by-id' } as const satisfies LocationState
/** The focus goes to the details where there is nothing to mark. */
export const markSeenWanted = { dialogWanted: 'mark-seen', isFocusWanted: true } as const satisfies LocationState
export const wantRow = (id: string) => ({ rowWanted: id }) satisfies LocationState
export const handDraft = (draftId: string) => ({ draftId }) satisfies LocationState
export const handFeedback = (feedbackIds: readonly string[]) => ({ feedbackIds }) satisfies LocationState

/** State of a navigation that leads away from `address` for a moment. */
export function returnStateTo(address: string): { readonly returnTo: ReturnTo } {
  const focused = document.activeElement
  const row = focused?.closest<HTMLElement>('[data-index]')
  const isInDetails = focused?.closest('section[tabindex="-1"]') != null
  const focus = row ? { rowWanted: Number(row.dataset.index) } : isInDetails ? focusWanted : {}
  return { returnTo: { address, state: { ...focus, isReturn: true } } }
}

const none: readonly string[] = []

export const useIsReturn = (): boolean => useLocationState().isReturn === true

export const useIsFocusWanted = (): boolean => useLocationState().isFocusWanted === true
export const useIsPickerWanted = (): boolean => useLocationState().isPickerWanted === true
export const useHandedFeedback = (): readonly string[] => useLocationState().feedbackIds ?? none
/** null: none in particular. */
export const useHandedDraft = (): string | null => useLocationState().draftId ?? null
/** null: the person was here before, or this is where the window began. */
export const useReturnTo = (): ReturnTo | null => useLocationState().returnTo ?? null

/** Opens the dialog once for each time that it was asked for; coming back to the view asks for nothing. */
export function useDialogWanted(which: LocationState['dialogWanted'], open: () => void, canOpen = true): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isWanted = useLocationState().dialogWanted === which
  useEffect(() => {
    if (!isWanted || !canOpen) return
    void navigate(`${pathname}${search}`, { replace: true, state: null })
    open()
  }, [isWanted, canOpen, pathname, search, navigate, open])
}

interface RowsOptions {
  /** null: not read yet. */
  readonly rows: { readonly counts: { readonly total: number }; indexOf(id: string): number } | null
  readonly table: RefObject<{ focusRow(index: number): void } | null>
}

/**
 * Focuses the row that the navigation asks for, once, unless the person has moved the focus by then; the first row where that
 * record is not among those that are read.
 */
export function useRowWanted({ rows, table }: RowsOptions): void {
  const { key } = useLocation()
  const { rowWanted: row } = useLocationState()
  const done = useRef<string | null>(null)
  useEffect(() => {
    if (row === undefined || rows === null || rows.counts.total === 0 || done.current === key) return
    done.current = key
    const focused = document.activeElement
    if (focused !== null && focused !== document.body && focused.tagName !== 'MAIN') return
    table.current?.focusRow(typeof row === 'number' ? row : Math.max(0, rows.indexOf(row)))
  }, [row, key, rows, table])
}
