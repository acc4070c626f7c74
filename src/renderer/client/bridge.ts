// The one place that touches the bridge, which the preload script put on the window.
import type { Bridge, EventEnvelope } from '../../contract/bridge'
import type { EventName, Events } from '../../contract/events'
import { createClient } from './client'

declare global {
  interface Window {
    readonly discoveryDesk: Bridge
  }
}

export const client = createClient(window.discoveryDesk)

const listeners = new Set<(event: EventEnvelope) => void>()
let isListening = false

/** Listens for one kind of push; returns the function that stops it. */
export function onEvent<Name extends EventName>(name: Name, listener: (payload: Events[Name]) => void): () => void {
  const hear = (event: EventEnvelope) => {
    // Main checked the payload against the contract before it was sent.
    if (event.name === name) listener(event.payload as Events[Name])
  }
  listeners.add(hear)
  if (!isListening) {
    isListening = true
    // One listener for all: the bridge copies each push into the page once per listener.
    window.discoveryDesk.on((event) => {
      for (const each of [...listeners]) each(event)
    })
  }
  return () => {
    listeners.delete(hear)
  }
}
