// Answers a request over the port. There is always a reply, and an error in it is a report only.
import { randomUUID } from 'node:crypto'
import { AppError, type ErrorReport } from '../contract/errors'
import { type LibraryApi, type LibraryReply, type LibraryRequest, libraryCalls } from '../contract/library'

type Calls = Readonly<Record<string, (input: never) => Promise<unknown>>>

export async function answerRequest(
  library: LibraryApi,
  request: LibraryRequest,
  log: (line: string) => void,
): Promise<LibraryReply> {
  const { id, method, input } = request
  try {
    return { id, ok: true, value: await call(library, method, input) }
  } catch (error) {
    return { id, ok: false, error: report(error, method, log) }
  }
}

export function isRequest(value: unknown): value is LibraryRequest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'method' in value &&
    typeof value.method === 'string'
  )
}

async function call(library: LibraryApi, method: string, input: unknown): Promise<unknown> {
  if (!Object.hasOwn(libraryCalls, method)) throw new AppError('UNKNOWN_CALL', 'The library does not know this call.')
  return (library as unknown as Calls)[method]?.(input as never)
}

function report(error: unknown, method: string, log: (line: string) => void): ErrorReport {
  if (error instanceof AppError) return error.report
  const logId = randomUUID()
  log(`${logId} ${method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return new AppError('INTERNAL', `Something went wrong in the library (${logId}).`).report
}
