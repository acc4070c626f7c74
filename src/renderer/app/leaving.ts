// Whether the person is on the way to another view, as the router knows it now. What it draws (`useNavigation`) comes
// later when the window is busy, and whoever writes to the address in between calls the person back.
interface Router {
  readonly state: { readonly navigation: { readonly state: string } }
}

let current: Router | null = null

/** Called once, with the router of the window. */
export function watchLeaving(router: Router): void {
  current = router
}

export function isLeavingNow(): boolean {
  return current !== null && current.state.navigation.state !== 'idle'
}
