// Where the router is now. What it draws (`useLocation`, `useNavigation`) comes a moment later when the window is busy,
// and whoever writes an address in between from what is drawn calls the person back, or brings back what was just closed.
import { createPath, type Location } from 'react-router'

interface Router {
  readonly state: { readonly navigation: { readonly state: string }; readonly location: Location }
  navigate(to: string, options: { readonly replace: boolean }): Promise<void>
}

let current: Router | null = null

/** Called once, with the router of the window. */
export function watchRouter(router: Router | null): void {
  current = router
}

/** Whether the person is on the way to another view. */
export function isLeavingNow(): boolean {
  return current !== null && current.state.navigation.state !== 'idle'
}

/** The query of the address; `drawn` where nothing is known of a router. */
export function paramsNow(drawn: URLSearchParams): URLSearchParams {
  return current === null ? drawn : new URLSearchParams(current.state.location.search)
}

/** Whether this address, as it is drawn, is that of the router still, and no other one is on its way. */
export function isWhereWeAre(drawn: Location): boolean {
  if (current === null) return true
  const { key, pathname } = current.state.location
  return !isLeavingNow() && key === drawn.key && pathname === drawn.pathname
}

/** Goes to an address; false where there is no router yet. An address set past the router would have no key. */
export function goNow(address: string): boolean {
  if (current === null) return false
  void current.navigate(address, { replace: createPath(current.state.location) === address })
  return true
}
