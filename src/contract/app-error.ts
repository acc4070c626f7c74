import type { ErrorCode, ErrorReport } from './errors'

const retryableCodes: ReadonlySet<ErrorCode> = new Set([
  'NAME_NOT_FOUND',
  'CONNECTION_REFUSED',
  'CONNECTION_LOST',
  'TIMEOUT',
  'NOT_THE_SERVICE',
  'RATE_LIMITED',
  'SERVICE_FAILED',
  'LIBRARY_UNAVAILABLE',
  'KEYCHAIN_TIMEOUT',
])

/** An expected failure. Any other error is a defect, which the renderer gets as INTERNAL with a log id. */
export class AppError extends Error {
  readonly report: ErrorReport

  constructor(code: ErrorCode, message: string, details: Partial<Omit<ErrorReport, 'code' | 'message'>> = {}) {
    super(message)
    this.name = 'AppError'
    this.report = { code, message, retryable: retryableCodes.has(code), ...details }
  }

  /** Rebuilds the error of another process, or a stored one. */
  static of(report: ErrorReport): AppError {
    return new AppError(report.code, report.message, report)
  }

  get code(): ErrorCode {
    return this.report.code
  }
}
