// Feedback that the form for a new insight begins with, handed over with the way that leads there: not in the address,
// which is kept, while the form keeps what it was given in its draft.
import { useLocation } from 'react-router'

interface HandedFeedback {
  readonly feedbackIds: readonly string[]
}

const none: readonly string[] = []

/** State of a navigation to the form. */
export const handFeedback = (feedbackIds: readonly string[]): HandedFeedback => ({ feedbackIds })

export function useHandedFeedback(): readonly string[] {
  return (useLocation().state as Partial<HandedFeedback> | null)?.feedbackIds ?? none
}
