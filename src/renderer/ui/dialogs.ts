// Dialogs that are asked for in more than one place. The app shell shows them (ReviewDialog, SignInDialog).
import { useSyncExternalStore } from 'react'

function createDialog() {
  let isOpen = false
  const listeners = new Set<() => void>()
  const set = (next: boolean) => {
    isOpen = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    open: () => set(true),
    close: () => set(false),
    useIsOpen: () => useSyncExternalStore(subscribe, () => isOpen),
  }
}

/** The changes that wait for review. */
export const reviewDialog = createDialog()

/** A new access token for the open workspace. */
export const signInDialog = createDialog()
