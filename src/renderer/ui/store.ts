// A value that parts of the page follow and that is changed from outside React.
import { useSyncExternalStore } from 'react'

export interface Store<Value> {
  get(): Value
  set(next: Value): void
  /** Returns the value; the component follows it. */
  use(): Value
}

export function createStore<Value>(first: Value): Store<Value> {
  let value = first
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
