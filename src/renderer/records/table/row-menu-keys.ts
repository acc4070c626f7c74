interface Pressed {
  readonly key: string
  readonly shiftKey: boolean
}

/** Whether a key opens the menu of a row: those of keyboards for it, and one for people whose keyboard has none. */
export const isMenuKey = ({ key, shiftKey }: Pressed, hasSingleKeys: boolean) =>
  key === 'ContextMenu' || (key === '.' && hasSingleKeys) || (key === 'F10' && shiftKey)

/**
 * Opens the menu of the row that an element is in, or is: sends the event of the right button.
 * @param indent from the row's left edge, in CSS pixels
 */
export function openRowMenu(element: Element, indent = 0): void {
  const { left, bottom } = element.getBoundingClientRect()
  const place = { clientX: left + indent, clientY: bottom }
  element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }))
}

/** Opens it by a key: the menu listens as soon as it is open, and would take the key for one pressed outside of it. */
export function openRowMenuByKey(event: Pick<Event, 'stopPropagation'>, row: Element, indent?: number): void {
  event.stopPropagation()
  openRowMenu(row, indent)
}
