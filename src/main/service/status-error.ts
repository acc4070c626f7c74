// What a status other than success means (API document, "Errors"), with the envelope when it is there and by the
// status alone when it is not. The message is the bare answer; what it means for a person is said by the page.
import { AppError } from '../../contract/errors'
import { readProblem } from './problem'
import { retryAfterMs } from './retry-after'

export interface Refusal {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON body; undefined when the body was absent, too long or no JSON. */
  readonly body: unknown
  /** The token that was sent: it must not come back in words. */
  readonly secret: string
}

export function statusError({ status, headers, body, secret }: Refusal): AppError {
  const problem = readProblem(body, secret)
  const answer = problem?.description == null ? `${status}.` : `${status}: ${problem.description}`
  const message = `The answer was ${answer}`
  const retryAfter = headers.get('retry-after')
  const waitMs = retryAfterMs(retryAfter, headers.get('date'))

  // 304 points nowhere; nobody asked for it.
  if (status >= 300 && status < 400 && status !== 304) {
    return new AppError('REDIRECTED', message, { status })
  }
  if (status >= 500) {
    return new AppError('SERVICE_FAILED', message, {
      status,
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
      // Only the envelope speaks for the service: a proxy's own page or JSON says nothing about the thing asked for.
      return problem !== null && problem.description !== null
        ? new AppError('NOT_FOUND', message, { status })
        : new AppError('NOT_THE_SERVICE', 'The answer was 404, in another form than the service’s.', { status })
    case 429:
      return new AppError('RATE_LIMITED', message, {
        status,
        retryAfterMs: waitMs,
      })
    default:
      return new AppError('UNEXPECTED_STATUS', message, { status })
  }
}
