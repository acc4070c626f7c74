// Back and forward through the addresses that were shown. The router's history has only addresses of the app. Views replace
// their entry for small moves: to the next row, the next insight in triage, another filter.
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { canGo } from '../ui/current-location'
import { mustKeepFocus } from '../ui/key-registry'
import { afterMs, focusView } from './use-focus-kept'

/** Unless the person has begun to type, or opened a dialog, in the view that came back. */
function focusLinkTo(address: string): void {
  if (mustKeepFocus()) return
  const links = [...document.querySelectorAll('main a[href]')]
  const followed = links.find((link) => link.getAttribute('href')?.replace(/^#/, '') === address)
  if (followed instanceof HTMLElement) followed.focus()
}

/** Each does nothing where it leads nowhere. */
interface History {
  readonly goBack: () => void
  readonly goForward: () => void
}

/** Going back focuses the link that was followed, as in a browser, if it is on screen again. */
export function useHistory(): History {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isFromHistory = useNavigationType() === 'POP'
  const address = `${pathname}${search}`
  const backFrom = useRef<string | null>(null)

  useEffect(() => {
    const from = backFrom.current
    backFrom.current = null
    if (from === null || from === address || !isFromHistory) return
    const timer = setTimeout(() => focusLinkTo(from), afterMs)
    return () => clearTimeout(timer)
  }, [address, isFromHistory])

  const go = (steps: -1 | 1) => {
    if (!canGo(steps)) return
    focusView()
    backFrom.current = steps < 0 ? address : null
    void navigate(steps)
  }
  return { goBack: () => go(-1), goForward: () => go(1) }
}
