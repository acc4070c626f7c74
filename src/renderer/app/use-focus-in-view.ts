import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** After dialogs have given the focus back: what had it may be there still. */
const afterMs = 60

/**
 * When the view that was left took the focus with it, the next Tab and the arrow keys would begin at the window's edge.
 * Then the focus goes to the view that came.
 *
 * @param place tells one open workspace from another
 */
export function useFocusInView(viewId: string, place: string): void {
  const view = useLocation().pathname.split('/')[1]
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the view or of the workspace
  useEffect(() => {
    const timer = setTimeout(() => {
      const focused = document.activeElement
      const isLost = focused === null || focused === document.body
      const whole = document.getElementById(viewId)
      // A link to a record leads the focus into its details.
      const opened = whole?.querySelector<HTMLElement>('section[tabindex="-1"]')
      if (isLost) (opened ?? whole)?.focus({ preventScroll: true })
    }, afterMs)
    return () => clearTimeout(timer)
  }, [view, place, viewId])
}
