// A navigation may say that the focus belongs to what it leads to, instead of staying where the way began.
import { useLocation } from 'react-router'

interface FocusWanted {
  readonly isFocusWanted: true
}

/** State of a navigation: whatever it opens takes the focus. */
export const focusWanted: FocusWanted = { isFocusWanted: true }

/** Whether the way that led here said so. */
export function useIsFocusWanted(): boolean {
  return (useLocation().state as Partial<FocusWanted> | null)?.isFocusWanted === true
}
