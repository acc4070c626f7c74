// The changes that wait for a word can be looked through from more than one place; one dialog shows them (ReviewDialog).
import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

function set(next: boolean) {
  isOpen = next
  for (const listener of listeners) listener()
}

export const openReview = () => set(true)
export const closeReview = () => set(false)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function useReviewIsOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen)
}
