// What a success must look like to be one (API document, "Endpoints"). A captive portal answers everything with 200
// and a page, so where a body is documented its outline is demanded; its records are read later, one by one, so that
// a single bad one hides nothing else.
import { z } from 'zod'
import { AppError } from '../../contract/errors'
import { type Operation, type OperationName, operations } from '../../contract/service'
import { parseJson } from './body'

/** Writes were done when the service says so: the outline of their answer is not worth doubting that. */
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
 * The `data` member where the body is documented; where it is open, the body as it came (JSON parsed, other text as
 * text), null when there was none. Throws NOT_THE_SERVICE, for a page where the body is open too: "Response bodies are
 * JSON" holds for all operations.
 */
export function readSuccess(name: OperationName, { status, isJson, text }: Success): unknown {
  const operation: Operation = operations[name]
  const body = parseJson(text)
  const outline = outlines[name]
  if (operation.success.kind === 'open' || outline === undefined) {
    // By its text: servers call a bare "OK" a page too, and what is at stake is a change that never arrived.
    if (text.trimStart().startsWith('<')) throw notTheService()
    return text === '' ? null : (body ?? text)
  }
  // Nothing but a service says "done, no content"; a read needs its content all the same.
  if (status === 204 && operation.method !== 'GET') return null
  if (!isJson || body === undefined || !outline.safeParse(body).success) throw notTheService()
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : body
}

export function notTheService(): AppError {
  return new AppError('NOT_THE_SERVICE', 'The answer had another form than the service’s.')
}
