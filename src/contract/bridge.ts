// The messages between renderer and main: one channel for calls, one for pushes. Imports only types, because the preload
// script is bundled from this file, and every window loads it before its page.
import type { CallEnvelope } from './envelope'
import type { ErrorReport } from './errors'

export const callChannel = 'discovery-desk:call'
export const eventChannel = 'discovery-desk:event'

export type Reply = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: ErrorReport }

export interface EventEnvelope {
  readonly name: string
  readonly payload: unknown
}

/** Everything that the preload script exposes to the renderer. */
export interface Bridge {
  call(envelope: CallEnvelope): Promise<Reply>
  /** Returns a function that removes the listener. */
  on(listener: (event: EventEnvelope) => void): () => void
}
