// Whoever just added a metric goes on with its goals; whoever opened one, with the whole of it.
import { useLocation } from 'react-router'

interface PickerWanted {
  readonly isPickerWanted: true
}

/** State of a navigation to a metric: its goals picker takes the focus. */
export const pickerWanted: PickerWanted = { isPickerWanted: true }

export function useIsPickerWanted(): boolean {
  return (useLocation().state as Partial<PickerWanted> | null)?.isPickerWanted === true
}
