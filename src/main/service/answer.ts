// Reads an answer of the service: a success by its documented outline, a refusal by its status and, where the error
// envelope is there, by its words (API document, "Endpoints" and "Errors").
import { z } from 'zod'
import { AppError, type FieldProblem } from '../../contract/errors'
import { isObject } from '../../contract/is-object'
import { isNestedTooDeep } from '../../contract/nesting'
import { ProblemEnvelope } from '../../contract/resources/problem'
import { type Operation, type OperationName, operations } from '../../contract/service'
import { longestRetryAfterMs } from '../schedule/retry-schedule'
import { createRedaction } from './redact'

/** undefined when the text is not JSON (JSON has no undefined of its own). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isJsonType(response: Response): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(response.headers.get('content-type') ?? '')
}

// A captive portal answers everything with 200 and a page, so a documented body must at least have its outline. The
// records inside are read later, one by one, so that one bad record hides nothing else. A write is done once the service
// says so, whatever record comes with it.
const outlines: Partial<Record<OperationName, z.ZodType>> = {
  createInsight: z.looseObject({ data: z.unknown() }).refine((body) => Object.hasOwn(body, 'data')),
  deleteKnowledgeItem: z.unknown(),
  deleteOutcome: z.unknown(),
  listInsights: z.looseObject({ data: z.array(z.unknown()) }),
  listKnowledge: z.looseObject({ data: z.array(z.unknown()) }),
  getTopic: z.looseObject({ data: z.looseObject({}) }),
}

export interface Success {
  readonly status: number
  readonly isJson: boolean
  readonly text: string
}

/**
 * Returns the `data` member where the body is documented. Where it is open: the body (parsed JSON, or text), null for
 * an empty one. Throws NOT_THE_SERVICE, for a page also where the body is open: "Response bodies are JSON" holds for
 * all operations. Nothing nested too deep is returned: a change is done without its record then.
 */
export function readSuccess(name: OperationName, { status, isJson, text }: Success): unknown {
  const operation: Operation = operations[name]
  const body = parseJson(text)
  const outline = outlines[name]
  if (operation.success.kind === 'open' || outline === undefined) {
    // The content type does not decide: some servers label a bare "OK" as HTML. A sign-in page must not count as done.
    if (text.trimStart().startsWith('<')) throw notTheService()
    return text === '' ? null : (body ?? text)
  }
  // No captive portal answers 204, so a write counts as done; a read still needs its content.
  if (status === 204 && operation.method !== 'GET') return null
  if (!isJson || body === undefined || !outline.safeParse(body).success) throw notTheService()
  if (isNestedTooDeep(body)) {
    if (operation.method === 'GET') throw notTheService()
    return null
  }
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : body
}

export function notTheService(): AppError {
  return new AppError('NOT_THE_SERVICE', 'The response wasn’t in the service’s format.')
}

export interface Refusal {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON; undefined when the body was absent, too long or not JSON. */
  readonly body: unknown
  /** The token that was sent, to be removed from messages. */
  readonly secret: string
}

/** The error for any status outside 2xx. Its message is technical; the renderer words it for people. */
export function statusError({ status, headers, body: whole, secret }: Refusal): AppError {
  const body = firstFields(whole)
  const problem = readProblem(body, secret)
  const answer = problem?.description == null ? `${status}.` : `${status}: ${problem.description}`
  const message = `The response was ${answer}`
  const envelope = ProblemEnvelope.safeParse(body).success ? { hasEnvelope: true } : {}
  const retryAfter = headers.get('retry-after')
  const waitMs = retryAfterMs(retryAfter, headers.get('date'))
  // A 304 without a conditional request is no redirect: it has no target.
  if (status >= 300 && status < 400 && status !== 304) {
    return new AppError('REDIRECTED', message, { status })
  }
  if (status >= 500) {
    return new AppError('SERVICE_FAILED', message, {
      status,
      ...envelope,
      ...(retryAfter === null ? {} : { retryAfterMs: waitMs }),
    })
  }
  switch (status) {
    case 400: {
      const fields = problem?.fields ?? []
      return new AppError('REFUSED', message, {
        status,
        ...(fields.length === 0 ? {} : { fields: [...fields] }),
      })
    }
    case 401:
      return new AppError('UNAUTHENTICATED', message, { status })
    case 403:
      return new AppError('FORBIDDEN', message, { status })
    case 404:
      // Only the envelope proves that the service answered: a proxy's own 404 does not mean that the record is gone.
      return problem !== null && problem.description !== null
        ? new AppError('NOT_FOUND', message, { status })
        : new AppError('NOT_THE_SERVICE', 'The response was 404, and not in the service’s format.', { status })
    case 429:
      return new AppError('RATE_LIMITED', message, {
        status,
        retryAfterMs: waitMs,
      })
    default:
      return new AppError('UNEXPECTED_STATUS', message, { status, ...envelope })
  }
}

const defaultRetryAfterMs = 10_000

/**
 * Milliseconds that the service asks for with Retry-After (RFC 9110: seconds or an HTTP date), at most five minutes; ten
 * seconds if unreadable. A date is measured from `answered`, the answer's own Date: this computer's clock may be wrong.
 */
export function retryAfterMs(header: string | null, answered: string | null): number {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, longestRetryAfterMs)
  const waitMs = readDate(text) - readDate(answered?.trim() ?? '')
  return Number.isNaN(waitMs) ? defaultRetryAfterMs : Math.min(Math.max(waitMs, 0), longestRetryAfterMs)
}

/** Date.parse alone takes nearly any text that holds a number for a date. */
function readDate(text: string): number {
  return /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text) ? Date.parse(text) : Number.NaN
}

// The error envelope is read leniently: a service that breaks its own envelope must not hide its message.

const maxProblemChars = 500
/** More than any form has. A body may name a quarter of a million. */
const mostFields = 50
const longestPath = 10
const unexplained = 'The service rejected this.'

const ReceivedProblem = z.object({
  error: z.object({
    description: z.string().optional().catch(undefined),
    fields: z.array(z.string()).catch([]),
    validationErrors: z
      .object({ invalidFields: z.record(z.string(), z.unknown()) })
      .optional()
      .catch(undefined),
  }),
})

const InvalidField = z.object({
  message: z.string().catch(''),
  path: z.array(z.union([z.string(), z.number()]).transform(String)).catch([]),
})

/** The body with only the first of its fields: checking all would keep main busy for seconds. */
function firstFields(body: unknown): unknown {
  if (!isObject(body) || !isObject(body.error)) return body
  const { fields, validationErrors } = body.error
  const error: Record<string, unknown> = { ...body.error }
  if (Array.isArray(fields)) error.fields = fields.slice(0, mostFields)
  if (isObject(validationErrors) && isObject(validationErrors.invalidFields)) {
    const invalid = Object.entries(validationErrors.invalidFields).slice(0, mostFields)
    const invalidFields = Object.fromEntries(invalid.map(([name, field]) => [name, withShortPath(field)]))
    error.validationErrors = { ...validationErrors, invalidFields }
  }
  return { ...body, error }
}

function withShortPath(field: unknown): unknown {
  return isObject(field) && Array.isArray(field.path) ? { ...field, path: field.path.slice(0, longestPath) } : field
}

interface Problem {
  readonly description: string | null
  /** From `validationErrors` if it names any field, otherwise from `fields`. */
  readonly fields: readonly FieldProblem[]
}

/** null when the body is not the envelope. Removes `secret` from every text, in case the service echoes the token. */
function readProblem(body: unknown, secret: string): Problem | null {
  const received = ReceivedProblem.safeParse(body)
  if (!received.success) return null
  const { description, fields, validationErrors } = received.data.error
  const hide = createRedaction(secret)
  const text = (value: string) => toPlainText(value, hide)

  const invalid = Object.entries(validationErrors?.invalidFields ?? {})
  const detailed = invalid.map(([name, value]) => {
    const { message, path } = InvalidField.catch({ message: '', path: [] }).parse(value)
    return {
      path: (path.length > 0 ? path : [name]).map(text),
      message: text(message) || unexplained,
    }
  })
  const named = fields.map((name) => ({ path: [text(name)], message: unexplained }))
  return {
    description: description === undefined || description.trim() === '' ? null : text(description),
    fields: detailed.length > 0 ? detailed : named,
  }
}

function toPlainText(text: string, hide: (text: string) => string): string {
  const oneLine = hide(text)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return oneLine.length <= maxProblemChars
    ? oneLine
    : `${oneLine.slice(0, maxProblemChars - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
