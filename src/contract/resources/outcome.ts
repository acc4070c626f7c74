// API document, "Outcome (goal)". People read "goal"; code and the service say outcome.
import { z } from 'zod'
import { received, Timestamp, Uuid } from './formats'

export const Outcome = z.strictObject({
  id: Uuid,
  title: z.string(),
  description: z.string(),
  priority: z.number(),
  trend: z.number().optional(),
  analyticEvents: z.array(z.string()).optional(),
  hideContent: z.boolean(),
  ownerId: z.string().optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const ReceivedOutcome = z.object({
  ...Outcome.shape,
  trend: received(z.number()),
  analyticEvents: received(z.array(z.string())),
  ownerId: received(z.string()),
})

export type Outcome = z.infer<typeof Outcome>
export type ReceivedOutcome = z.infer<typeof ReceivedOutcome>
