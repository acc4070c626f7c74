import { useLayoutEffect } from 'react'

/** After the dialog's own end: it takes the focus along when its content goes. */
const afterMs = 20

/** Where the focus belongs while one dialog makes room for another, which finds it nowhere. */
let owed: Element | null = null

/**
 * Gives the focus back to what had it when a dialog opened. The library does so for dialogs that were there, closed,
 * before; not for one that comes and goes with what it asks about.
 */
export function useFocusBack(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const focused = document.activeElement
    const before = focused === document.body && owed !== null ? owed : focused
    return () => {
      owed = before
      const own = document.activeElement?.closest('[role="dialog"]')
      setTimeout(() => {
        owed = null
        const now = document.activeElement
        // The caller may have moved the focus on purpose, as the row may be gone.
        const isUnclaimed =
          now === null || now === document.body || (own !== null && now.closest('[role="dialog"]') === own)
        if (!isUnclaimed || !(before instanceof HTMLElement)) return
        const place = before.isConnected ? before : document.querySelector('main')
        place?.focus({ preventScroll: true })
      }, afterMs)
    }
  }, [isOpen])
}
