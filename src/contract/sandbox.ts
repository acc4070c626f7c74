// The messages between main and the sandbox process, which answers all but the first and the last with `done` or `not-done`,
// in the order asked.
import { z } from 'zod'

export const SandboxRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), dataFile: z.string().nullable(), insights: z.number().int().nullable() }),
  z.object({ type: z.literal('pass-week') }),
  z.object({ type: z.literal('set-online'), isOnline: z.boolean() }),
  z.object({ type: z.literal('stop') }),
])
export type SandboxRequest = z.infer<typeof SandboxRequest>

const Named = z.object({ id: z.string(), title: z.string() })

export const SandboxReady = z.object({
  type: z.literal('ready'),
  baseUrl: z.string(),
  organisationId: z.string(),
  workspaceId: z.string(),
  workspaceName: z.string(),
  token: z.string(),
  /** Listed here because no operation of the service lists metrics or topics. */
  metrics: z.array(Named).default([]),
  topics: z.array(Named).default([]),
})
export const SandboxMessage = z.discriminatedUnion('type', [
  SandboxReady,
  z.object({ type: z.literal('failed'), message: z.string() }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('not-done'), message: z.string() }),
])
export type SandboxReady = z.infer<typeof SandboxReady>
export type SandboxMessage = z.infer<typeof SandboxMessage>
