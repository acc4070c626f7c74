// As in native menus, the press that closes an open menu or popover does nothing else: neither a row nor a button beneath it
// acts, and the focus goes back where the menu came from. Another button than the main one does both, so that a right click
// on another row opens that row's menu.
import { useEffect } from 'react'

const mainButton = 0

/** Mantine marks the targets of its open menus and popovers like this; the lists of selects have another role. */
const openTargets = ':is([aria-haspopup="menu"], [aria-haspopup="dialog"])[aria-expanded="true"][aria-controls]'

/** A dialog that lies above the menu's own layer closes nothing but itself. */
const layerOf = (element: Element) => element.closest('.mantine-Modal-root')

/** What a press never closes a menu for: lists that belong to it, and notices, which often undo what it did. */
const above =
  '.mantine-Popover-dropdown, .mantine-Menu-dropdown, .mantine-Combobox-dropdown, .mantine-Notifications-root'

/** The target of the menu or popover that a press here closes; null: it closes none. */
function dismissedBy(pressed: Element): HTMLElement | null {
  if (pressed.closest(above) !== null) return null
  const targets = [...document.querySelectorAll<HTMLElement>(openTargets)]
  if (targets.some((target) => target.contains(pressed) || layerOf(target) !== layerOf(pressed))) return null
  return targets.find((target) => document.getElementById(target.getAttribute('aria-controls') ?? '') !== null) ?? null
}

/** Menus that give the focus to something else have done so when they closed. */
function returnFocus(target: HTMLElement): void {
  const { activeElement } = document
  const isLost = activeElement === null || activeElement === document.body || activeElement.closest(above) !== null
  if (isLost) target.focus({ preventScroll: true })
}

function listen(signal: AbortSignal): void {
  let dismissed: HTMLElement | null = null
  const options = { signal, capture: true }
  window.addEventListener(
    'pointerdown',
    (event) => {
      const { button, target } = event
      dismissed = button === mainButton && target instanceof Element ? dismissedBy(target) : null
      // No drag begins either.
      if (dismissed !== null) event.stopPropagation()
    },
    options,
  )
  window.addEventListener(
    'mousedown',
    (event) => {
      // It goes on to the menu, which closes, but takes no focus and selects no text.
      if (dismissed !== null) event.preventDefault()
    },
    options,
  )
  window.addEventListener(
    'click',
    (event) => {
      // A key that presses a button sends a click too, without a count.
      if (dismissed === null || event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
      returnFocus(dismissed)
      dismissed = null
    },
    options,
  )
}

export function DismissingPress() {
  useEffect(() => {
    const ends = new AbortController()
    listen(ends.signal)
    return () => ends.abort()
  }, [])
  return null
}
