// API document, "Solution" and "Refinement log entry".
import { z } from 'zod'
import { received, Timestamp, Uuid } from './formats'
import { Author } from './opportunity'

export const SolutionStatus = z.enum(['Backlog', 'New', 'Planned', 'InDevelopment', 'Complete', 'Cancelled', 'Live'])
export const AiProcessingState = z.enum(['INITIAL', 'PROCESSING', 'FINISHED', 'ERROR'])
export const Horizon = z.enum(['now', 'next', 'later'])

export const RefinementLogEntry = z.strictObject({
  id: Uuid,
  role: z.enum(['user', 'assistant']),
  content: z.string(),
})

export const Solution = z.strictObject({
  id: Uuid,
  systemPrompt: z.string().optional(),
  aiProcessingState: AiProcessingState,
  refinementLog: z.array(RefinementLogEntry),
  title: z.string(),
  description: z.string(),
  status: SolutionStatus,
  pros: z.array(z.string()),
  cons: z.array(z.string()),
  hideContent: z.boolean(),
  createdBy: Author,
  ownerId: z.string().optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** A fractional index: compared as text, not as a number. */
  priority: z.string(),
  prd: z.string(),
  horizon: Horizon.optional(),
})

export const ReceivedSolution = z.object({
  ...Solution.shape,
  systemPrompt: received(z.string()),
  aiProcessingState: z.string(),
  refinementLog: z.array(z.object({ ...RefinementLogEntry.shape, role: z.string() })),
  status: z.string(),
  createdBy: z.string(),
  ownerId: received(z.string()),
  horizon: received(z.string()),
})

export type Solution = z.infer<typeof Solution>
export type ReceivedSolution = z.infer<typeof ReceivedSolution>
