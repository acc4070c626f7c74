/** Focuses an element of a list, or the details that cover the list, as nothing that they cover can have the focus. */
export function focusUncovered(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  const list = element?.closest('[inert]')
  const details = list?.parentElement?.querySelector<HTMLElement>('section[tabindex="-1"]')
  ;(details ?? element)?.focus(options)
}
