// One timer for everything on screen that tells an age. It runs only while something listens.
import { useSyncExternalStore } from 'react'

const tickMs = 10_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, tickMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** Milliseconds since 1970, at most ten seconds old. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
