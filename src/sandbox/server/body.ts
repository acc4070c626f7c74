// Reads a JSON body without trusting it: the size limit applies while it streams, whatever its header claims.
import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import { bodyTooLarge, type FieldProblem, invalidFields, invalidRequest, type Reply } from './replies'

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reply: Reply }

const refused = (reply: Reply): { ok: false; reply: Reply } => ({ ok: false, reply })

/** Multiple of the limit up to which the rest of an oversized body is read and discarded. */
const patience = 16

/** Lets a client finish sending, so that it reads the answer instead of a reset. Gives up on endless bodies. */
function discardRest(request: IncomingMessage, limitBytes: number): void {
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > limitBytes * patience) request.socket.destroy()
  })
  request.resume()
}

async function bytesOf(request: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
    discardRest(request, limitBytes)
    return undefined
  }
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= limitBytes) return void chunks.push(chunk)
      chunks = []
      request.off('data', onData)
      discardRest(request, limitBytes)
      resolve(undefined)
    }
    request.on('data', onData)
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
    request.on('close', () => reject(new Error('the client went away')))
  })
}

/** Describes the problem with the headers; undefined when they announce plain JSON in UTF-8. */
function headerProblem({ headers }: IncomingMessage): string | undefined {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  if (type.trim() !== 'application/json') return 'The body must be sent as application/json'
  const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='))
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset.trim())) return 'The body must be UTF-8'
  const encoding = headers['content-encoding'] ?? 'identity'
  return encoding === 'identity' ? undefined : 'The body must be sent without content encoding'
}

function fieldProblems(issues: readonly z.core.$ZodIssue[]): FieldProblem[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String)
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path]
    return paths.flatMap(([field, ...rest]) =>
      field === undefined ? [] : [{ type: issue.code, message: issue.message, path: [field, ...rest] } as const],
    )
  })
}

function parsedText(bytes: Buffer): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}

/** Returns the body in the documented shape, or the 400 or 413 to answer instead. */
export async function readBody<T>(
  request: IncomingMessage,
  schema: z.ZodType<T>,
  limitBytes: number,
): Promise<Parsed<T>> {
  const headers = headerProblem(request)
  if (headers !== undefined) return refused(invalidRequest(headers))
  const bytes = await bytesOf(request, limitBytes)
  if (bytes === undefined) return refused(bodyTooLarge(limitBytes))
  let value: unknown
  try {
    value = parsedText(bytes)
  } catch {
    return refused(invalidRequest('The body is not JSON'))
  }
  const result = schema.safeParse(value)
  if (result.success) return { ok: true, value: result.data }
  const problems = fieldProblems(result.error.issues)
  return refused(problems.length > 0 ? invalidFields(problems) : invalidRequest('The body must be a JSON object'))
}
