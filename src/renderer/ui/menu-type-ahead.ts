// Type-ahead in menus, in place of Mantine's, which leaves out spaces: in the middle of "mark all", the space would press the
// focused item. As in native menus, it belongs to the typed text for as long as the person types.
import type { KeyboardEvent } from 'react'

/** After this pause, a key begins a new text, and a space presses the focused item. */
const pauseMs = 1000

/** The latest key: the text so far, the element that had the focus then, and the time. */
let last: { readonly text: string; readonly focused: EventTarget; readonly atMs: number } | null = null

const labelOf = (item: Element) =>
  ((item.querySelector('[data-menu-item-label]') ?? item).textContent ?? '').trim().toLowerCase()

/** The same letter again and again goes through the items that begin with it. */
const isOneLetter = (text: string) => [...text].every((letter) => letter === text[0])

/** To be called before Mantine's own handler, which ignores prevented keys. */
export function typeAhead(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: menu, target } = event
  if (key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
  const before = last?.focused === target && Date.now() - last.atMs < pauseMs ? last.text : ''
  const text = before + key.toLowerCase()
  const items = [...menu.querySelectorAll<HTMLElement>('[data-menu-item]:not([data-disabled])')]
  const begins = (wanted: string) => (item: HTMLElement) => labelOf(item).startsWith(wanted)
  // After one letter, which may be all that it takes to get to an item, a space presses it.
  if (key === ' ' && isOneLetter(before) && !items.some(begins(text))) return
  event.preventDefault()
  const wanted = isOneLetter(text) ? key.toLowerCase() : text
  const current = items.indexOf(target as HTMLElement)
  const start = isOneLetter(text) ? current + 1 : Math.max(0, current)
  const found = [...items.slice(start), ...items.slice(0, start)].find(begins(wanted))
  found?.focus()
  last = { text, focused: found ?? target, atMs: Date.now() }
}
