// What really crosses between renderer and main: one channel for calls, one for pushes.
import { z } from 'zod'
import type { ErrorReport } from './errors'

export const callChannel = 'discovery-desk:call'
export const eventChannel = 'discovery-desk:event'

export const CallEnvelope = z.strictObject({
  name: z.string().max(100),
  /** Made by the caller, unique among its calls in flight; `shell.cancel` names it. */
  callId: z.string().max(100),
  input: z.unknown(),
})
export type CallEnvelope = z.infer<typeof CallEnvelope>

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
