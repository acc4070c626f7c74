// Anything on the page may ask for a new access token; one dialog answers (SignInDialog).
import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

function set(next: boolean) {
  isOpen = next
  for (const listener of listeners) listener()
}

export const openSignIn = () => set(true)
export const closeSignIn = () => set(false)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function useSignInIsOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen)
}
