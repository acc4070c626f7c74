// What is said to people who listen instead of looking: one polite live region for the whole window.
import { VisuallyHidden } from '@mantine/core'
import { useSyncExternalStore } from 'react'

let said = { text: '', count: 0 }
const listeners = new Set<() => void>()

export function announce(text: string): void {
  said = { text, count: said.count + 1 }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function LiveRegion() {
  const { text, count } = useSyncExternalStore(subscribe, () => said)
  // The key makes a repeated sentence a new node, or it would not be read out again.
  return (
    <VisuallyHidden role="status" aria-label="Announcements">
      <span key={count}>{text}</span>
    </VisuallyHidden>
  )
}
