interface Pressed {
  readonly key: string
  readonly shiftKey: boolean
}

/** Keys by which keyboards, and people without such a key, ask for what can be done with something. */
export const isMenuKey = ({ key, shiftKey }: Pressed, hasSingleKeys: boolean) =>
  key === 'ContextMenu' || (key === '.' && hasSingleKeys) || (key === 'F10' && shiftKey)

/**
 * Opens the menu of the row that an element is in, or is: sends what the right button would.
 * @param indent from its left edge, in CSS pixels
 */
export function openRowMenu(element: Element, indent = 0): void {
  const { left, bottom } = element.getBoundingClientRect()
  const place = { clientX: left + indent, clientY: bottom }
  element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }))
}

/** By a key: the menu listens as soon as it is open, and would take it for one that was pressed outside of it. */
export function openRowMenuByKey(event: Pick<Event, 'stopPropagation'>, row: Element, indent?: number): void {
  event.stopPropagation()
  openRowMenu(row, indent)
}
