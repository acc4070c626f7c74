// API document, "Opportunity".
import { z } from 'zod'
import { received, Timestamp, Uuid } from './formats'

export const OpportunityStatus = z.enum(['New', 'Solved', 'Planned', 'InProgress'])
export const SolutionsGeneratingState = z.enum(['generating', 'generated', 'initial', 'error'])
export const Author = z.enum(['user', 'generated'])

export const Opportunity = z.strictObject({
  id: Uuid,
  read: z.boolean(),
  status: OpportunityStatus,
  title: z.string(),
  description: z.string(),
  solutionsGeneratingState: SolutionsGeneratingState,
  createdBy: Author,
  hideContent: z.boolean(),
  ownerId: z.string().optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const ReceivedOpportunity = z.object({
  ...Opportunity.shape,
  status: z.string(),
  solutionsGeneratingState: z.string(),
  createdBy: z.string(),
  ownerId: received(z.string()),
})

export type Opportunity = z.infer<typeof Opportunity>
export type ReceivedOpportunity = z.infer<typeof ReceivedOpportunity>
