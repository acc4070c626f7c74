// The closed list of expected failures. Code branches on the error code, never on the message. The renderer maps each
// code to words and an action. A code that nothing throws is deleted.
import { z } from 'zod'

export { AppError } from './app-error'

export const ErrorCode = z.enum([
  // The call itself
  'INVALID_INPUT',
  'UNKNOWN_CALL',
  'FORBIDDEN_SENDER',
  'CANCELLED',
  'INTERRUPTED',
  'INTERNAL',
  // Reaching the service
  'ADDRESS_INVALID',
  'NAME_NOT_FOUND',
  'CONNECTION_REFUSED',
  'CONNECTION_LOST',
  'TIMEOUT',
  'TLS_UNTRUSTED',
  'PROXY_SIGN_IN',
  // The service's answer
  'NOT_THE_SERVICE',
  'REDIRECTED',
  'ANSWER_TOO_LARGE',
  'TOKEN_MISSING',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'REFUSED',
  'RATE_LIMITED',
  'SERVICE_FAILED',
  'UNEXPECTED_STATUS',
  // This computer
  'WORKSPACE_UNKNOWN',
  'ENVIRONMENT_LOCKED',
  'NOT_ASKED',
  'ENVIRONMENT_CHANGED',
  'KEYCHAIN_LOCKED',
  'KEYCHAIN_TIMEOUT',
  'TOKEN_UNSTORABLE',
  'LIBRARY_UNAVAILABLE',
  'DISK_FULL',
  'PROFILE_READ_ONLY',
  'TAMPERED',
  'CONFLICT',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** A field that was rejected: its path from the outermost name inwards, and the reason, worded for people. */
export const FieldProblem = z.object({ path: z.array(z.string()), message: z.string() })
export type FieldProblem = z.infer<typeof FieldProblem>

export const ErrorReport = z.object({
  code: ErrorCode,
  /** Worded for people. Never contains a stack, a path of this computer or a token. */
  message: z.string(),
  fields: z.array(FieldProblem).optional(),
  /** HTTP status, if the service answered. */
  status: z.number().int().optional(),
  /** The body was the service’s documented error envelope, so the service itself answered. */
  hasEnvelope: z.boolean().optional(),
  /** Milliseconds to wait before a retry, if the service asked for a pause. */
  retryAfterMs: z.number().optional(),
  /** The same call may succeed later without the person's doing. */
  retryable: z.boolean(),
})
export type ErrorReport = z.infer<typeof ErrorReport>
