// Replies of the handlers, which never touch the response, so that every status, header and envelope is written in
// one place.
import type { Problem, ProblemCode } from '../../contract/resources/problem'

interface JsonReply {
  readonly kind: 'json'
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface StreamReply {
  readonly kind: 'stream'
  /** JSON text before and after the items, which commas separate. */
  readonly before: string
  readonly items: Iterable<unknown>
  readonly after: string
  /** Strong validator of exactly these bytes, when the server was started with validators. */
  readonly etag?: string
}

interface TextReply {
  readonly kind: 'text'
  readonly text: string
}

interface EmptyReply {
  readonly kind: 'empty'
  readonly status: 204 | 304
  readonly headers: Readonly<Record<string, string>>
}

export type Reply = JsonReply | StreamReply | TextReply | EmptyReply

export const data = (value: unknown): Reply => ({ kind: 'json', status: 200, body: { data: value } })

function problem(status: number, error: Problem & { code: ProblemCode }, headers?: Record<string, string>): Reply {
  return { kind: 'json', status, body: { error }, ...(headers && { headers }) }
}

export interface FieldProblem {
  /** The parser's code for the problem, or `already_exists`, `not_found`, `mismatch`. */
  readonly type: string
  readonly message: string
  /** Field names and list places from the top of the body. Never empty. */
  readonly path: readonly [string, ...string[]]
}

/** 400 with every invalid field, each with its first problem. */
export function invalidFields(problems: readonly FieldProblem[]): Reply {
  const first = new Map<string, FieldProblem>()
  for (const item of problems) if (!first.has(item.path[0])) first.set(item.path[0], item)
  const fields = [...first.keys()]
  const entries = [...first].map(([name, item]) => [name, { ...item, path: [...item.path] }])
  // fromEntries defines own properties, so a field called __proto__ is reported like any other.
  const validationErrors = { invalidFields: Object.fromEntries(entries) }
  const description = `Missing or invalid: ${fields.join(', ')}`
  return problem(400, { code: 'INVALID_REQUEST', description, fields, validationErrors })
}

export const invalidRequest = (description: string): Reply => problem(400, { code: 'INVALID_REQUEST', description })

export const unauthenticated = (description: string): Reply =>
  problem(401, { code: 'UNAUTHORISED_ERROR', description }, { 'www-authenticate': 'Bearer' })

export const forbidden = (description: string): Reply => problem(403, { code: 'UNAUTHORISED_ERROR', description })

export const notFound = (what: string): Reply => problem(404, { code: 'NOT_FOUND', description: `${what} not found` })

/** The document names neither status: the HTTP status is accurate, the code is the nearest documented one. */
export const methodNotAllowed = (allow: string): Reply =>
  problem(405, { code: 'INVALID_REQUEST', description: `Only ${allow} can be used here` }, { allow })
export const bodyTooLarge = (limitBytes: number): Reply =>
  problem(413, { code: 'INVALID_REQUEST', description: `The body is larger than ${limitBytes} bytes` })

export const internalError: Reply = problem(500, {
  code: 'INTERNAL_SERVER_ERROR',
  description: 'The service could not handle the request',
})
