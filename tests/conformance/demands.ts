// Assertions of the cases. Each throws an Error that describes the expected and the actual answer.
import { z } from 'zod'
import { type Problem, ProblemEnvelope } from '../../src/contract/resources/problem'
import { type OperationName, operations } from '../../src/contract/service'
import type { Received } from './target'

export function demand(condition: boolean, expectation: string): asserts condition {
  if (!condition) throw new Error(expectation)
}

function shown({ status, text }: Received): string {
  return `${status} ${text.length > 300 ? `${text.slice(0, 300)}…` : text}`
}

function jsonOf(received: Received): unknown {
  const { contentType, text } = received
  demand(/^application\/json\b/i.test(contentType), `expected JSON, got "${contentType}": ${shown(received)}`)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`expected a JSON body, got: ${shown(received)}`)
  }
}

/** Parses a value; reports three problems at most, as thousands in one list say no more. */
function conforming<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new Error(z.prettifyError(new z.ZodError(result.error.issues.slice(0, 3))))
}

/** The `data` of a documented success, or undefined where the document does not show the body. */
export function demandSuccess(name: OperationName, received: Received): unknown {
  const { success } = operations[name]
  if (success.kind === 'open') {
    demand(received.status >= 200 && received.status < 300, `expected success, got ${shown(received)}`)
    return undefined
  }
  demand(received.status === 200, `expected 200, got ${shown(received)}`)
  return conforming<{ data: unknown }>(success.body, jsonOf(received)).data
}

const codes: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  401: 'UNAUTHORISED_ERROR',
  403: 'UNAUTHORISED_ERROR',
  404: 'NOT_FOUND',
  500: 'INTERNAL_SERVER_ERROR',
}

/** The documented envelope with the code of the status; `fields` and `validationErrors` with 400 alone. */
export function demandProblem(received: Received, ...statuses: readonly number[]): Problem {
  const expected = statuses.length === 0 ? 'an error' : statuses.join(' or ')
  const isExpected = statuses.length === 0 ? received.status >= 400 : statuses.includes(received.status)
  demand(isExpected, `expected ${expected}, got ${shown(received)}`)
  const { error } = conforming(ProblemEnvelope, jsonOf(received))
  const code = codes[received.status]
  demand(code === undefined || error.code === code, `expected code ${code} with ${received.status}, got ${error.code}`)
  const hasDetails = error.fields !== undefined || error.validationErrors !== undefined
  demand(received.status === 400 || !hasDetails, `expected field details with 400 alone, got ${shown(received)}`)
  return error
}

/** A 400 that, as far as it names fields, names this one. Both members are optional in the document. */
export function demandInvalidField(received: Received, field: string): void {
  const { fields, validationErrors } = demandProblem(received, 400)
  const named = fields ?? [field]
  demand(named.includes(field), `expected fields to name ${field}, got ${named.join(', ')}`)
  const details = Object.keys(validationErrors?.invalidFields ?? { [field]: true })
  demand(details.includes(field), `expected invalidFields to name ${field}, got ${details.join(', ')}`)
}
