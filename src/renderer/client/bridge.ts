// The one place that touches what the preload script put on the window.
import type { Bridge } from '../../contract/bridge'
import type { EventName, Events } from '../../contract/events'
import { createClient } from './client'

declare global {
  interface Window {
    readonly discoveryDesk: Bridge
  }
}

export const client = createClient(window.discoveryDesk)

/** Listens for one kind of push; returns the function that stops it. */
export function onEvent<Name extends EventName>(name: Name, listener: (payload: Events[Name]) => void): () => void {
  return window.discoveryDesk.on((event) => {
    // Main checked the payload against the contract before it was sent.
    if (event.name === name) listener(event.payload as Events[Name])
  })
}
