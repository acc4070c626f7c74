// What a status other than success means (API document, "Errors"), with the envelope when it is there and by the
// status alone when it is not.
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
  /** Epoch milliseconds, for a Retry-After that is a date. */
  readonly now: number
}

export function statusError({ status, headers, body, secret, now }: Refusal): AppError {
  const problem = readProblem(body, secret)
  const said = problem?.description == null ? '' : ` It says: ${problem.description}`
  const retryAfter = headers.get('retry-after')

  // 304 points nowhere; nobody asked for it.
  if (status >= 300 && status < 400 && status !== 304) {
    return new AppError('REDIRECTED', 'The service pointed to another address, which is never followed.', { status })
  }
  if (status >= 500) {
    return new AppError('SERVICE_FAILED', `The service failed (${status}).${said}`, {
      status,
      ...(retryAfter === null ? {} : { retryAfterMs: retryAfterMs(retryAfter, now) }),
    })
  }
  switch (status) {
    case 400: {
      const fields = problem?.fields ?? []
      return new AppError('REFUSED', `The service did not accept the request.${said}`, {
        status,
        ...(fields.length === 0 ? {} : { fields: [...fields] }),
      })
    }
    case 401:
      return new AppError('UNAUTHENTICATED', `The service did not accept the token.${said}`, { status })
    case 403:
      return new AppError('FORBIDDEN', `The token does not give the right to do this.${said}`, { status })
    case 404:
      // Only the envelope speaks for the service: a proxy's own page or JSON says nothing about the thing asked for.
      return problem !== null && problem.description !== null
        ? new AppError('NOT_FOUND', `The service has no such thing.${said}`, { status })
        : new AppError('NOT_THE_SERVICE', 'What answers at this address is not the service (404).', { status })
    case 429:
      return new AppError('RATE_LIMITED', `The service asks for a pause.${said}`, {
        status,
        retryAfterMs: retryAfterMs(retryAfter, now),
      })
    default:
      return new AppError('UNEXPECTED_STATUS', `The service answered in a way nobody expected (${status}).${said}`, {
        status,
      })
  }
}
