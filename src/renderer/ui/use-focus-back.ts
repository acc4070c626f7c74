import { useLayoutEffect } from 'react'

/** After the dialog's own end: it takes the focus along when its content goes. */
const afterMs = 20

/**
 * Gives the focus back to what had it when a dialog opened. The library does so for dialogs that were there, closed,
 * before; not for one that comes and goes with what it asks about.
 */
export function useFocusBack(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const before = document.activeElement
    return () => {
      setTimeout(() => {
        const now = document.activeElement
        // Whoever was asked may have put the focus elsewhere on purpose, as the row may be gone.
        const isUnclaimed = now === null || now === document.body || now.closest('[role="dialog"]') !== null
        if (isUnclaimed && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      }, afterMs)
    }
  }, [isOpen])
}
