// API document, "Errors": the envelope of every error response.
import { z } from 'zod'

export const InvalidField = z.strictObject({
  type: z.string(),
  message: z.string(),
  path: z.array(z.string()),
})

export const Problem = z.strictObject({
  code: z.string(),
  description: z.string(),
  /** 400 only: names of missing or invalid fields. */
  fields: z.array(z.string()).optional(),
  /** 400 only. */
  validationErrors: z.strictObject({ invalidFields: z.record(z.string(), InvalidField) }).optional(),
})

export const ProblemEnvelope = z.strictObject({ error: Problem })

/** The documented codes. A service may send others, so no code relies on this list being complete. */
export const ProblemCode = z.enum(['INVALID_REQUEST', 'UNAUTHORISED_ERROR', 'NOT_FOUND', 'INTERNAL_SERVER_ERROR'])

export type Problem = z.infer<typeof Problem>
export type ProblemCode = z.infer<typeof ProblemCode>
