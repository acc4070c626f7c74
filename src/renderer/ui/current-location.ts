// Where the router is now. Its rendered state (`useLocation`, `useNavigation`) is a moment late when the window is busy. An
// address written from it in between would lead back, or reopen details that were just closed.
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

/** The query of the address; `rendered` while no router is known. */
export function paramsNow(rendered: URLSearchParams): URLSearchParams {
  return current === null ? rendered : new URLSearchParams(current.state.location.search)
}

/** Whether a page is still open, whatever its query is by now, and no other one is on its way. */
export function isStillAt(pathname: string): boolean {
  return current === null || (!isLeavingNow() && current.state.location.pathname === pathname)
}

/** Whether the rendered address is still that of the router, and no other one is on its way. */
export function isWhereWeAre({ pathname, key }: Location): boolean {
  return isStillAt(pathname) && (current === null || current.state.location.key === key)
}

/** Tests of the page have no `navigation`: there, both directions lead somewhere. */
export function canGo(steps: -1 | 1): boolean {
  const { canGoBack = true, canGoForward = true }: Partial<Navigation> = window.navigation ?? {}
  return steps < 0 ? canGoBack : canGoForward
}

/** Option of a navigation: going to the address that is open already adds no step to go back through. */
export const replaceIfHere = (address: string) => ({
  replace: current !== null && createPath(current.state.location) === address,
})

/** Goes to an address; false where there is no router yet. An address set past the router would have no key. */
export function goNow(address: string): boolean {
  if (current === null) return false
  void current.navigate(address, replaceIfHere(address))
  return true
}
