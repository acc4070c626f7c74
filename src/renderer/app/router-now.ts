// Where the router is now. What it draws (`useLocation`, `useNavigation`) comes a moment later when the window is busy,
// and whoever writes an address in between from what is drawn calls the person back, or brings back what was just closed.
interface Router {
  readonly state: { readonly navigation: { readonly state: string }; readonly location: { readonly search: string } }
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
