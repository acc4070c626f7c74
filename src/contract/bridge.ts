// What really crosses between page and main: one channel for calls, one for pushes. Nothing here needs zod at run time,
// because the preload script, which every window loads before its page, is made from this file.
import type { CallEnvelope } from './envelope'
import type { ErrorReport } from './errors'

export const callChannel = 'discovery-desk:call'
export const eventChannel = 'discovery-desk:event'

export type Reply = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: ErrorReport }

export interface EventEnvelope {
  readonly name: string
  readonly payload: unknown
}

/** All that the page gets from the preload script. */
export interface Bridge {
  call(envelope: CallEnvelope): Promise<Reply>
  /** Returns the function that stops listening. */
  on(listener: (event: EventEnvelope) => void): () => void
}
