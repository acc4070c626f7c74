// A call as it crosses from the page to main.
import { z } from 'zod'

export const CallEnvelope = z.strictObject({
  name: z.string().max(100),
  /** Made by the caller, unique among its calls in flight; `shell.cancel` names it. */
  callId: z.string().max(100),
  input: z.unknown(),
})
export type CallEnvelope = z.infer<typeof CallEnvelope>
