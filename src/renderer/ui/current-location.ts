// Where the router is now. What it renders (`useLocation`, `useNavigation`) comes a moment later when the window is busy,
// and an address written in between from what is rendered would lead back, or reopen what was just closed.
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

/** The query of the address; `rendered` where nothing is known of a router. */
export function paramsNow(rendered: URLSearchParams): URLSearchParams {
  return current === null ? rendered : new URLSearchParams(current.state.location.search)
}

/** Whether this address, as it is rendered, is that of the router still, and no other one is on its way. */
export function isWhereWeAre(rendered: Location): boolean {
  if (current === null) return true
  const { key, pathname } = current.state.location
  return !isLeavingNow() && key === rendered.key && pathname === rendered.pathname
}

/** Where the page is tested there is no `navigation`, and both ways lead somewhere. */
export function canGo(steps: -1 | 1): boolean {
  const { canGoBack = true, canGoForward = true }: Partial<Navigation> = window.navigation ?? {}
  return steps < 0 ? canGoBack : canGoForward
}

/** For a navigation: one to where the window is already leaves nothing more to go back through. */
export const replaceIfHere = (address: string) => ({
  replace: current !== null && createPath(current.state.location) === address,
})

/** Goes to an address; false where there is no router yet. An address set past the router would have no key. */
export function goNow(address: string): boolean {
  if (current === null) return false
  void current.navigate(address, replaceIfHere(address))
  return true
}
