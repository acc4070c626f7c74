// Classifies failures on the way to the service: whether one passes by itself, and who can do something about it.
// Reads and changes both decide by this, so it belongs to neither of them.
import { AppError, type ErrorCode, type ErrorReport } from '../../contract/errors'

const offlineCodes: ReadonlySet<ErrorCode> = new Set([
  'NAME_NOT_FOUND',
  'CONNECTION_REFUSED',
  'CONNECTION_LOST',
  'TIMEOUT',
])

const signInCodes: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'TOKEN_MISSING'])

/** The service was not reached. The network may be back at any moment, so retrying never stops. */
export function isOffline({ code }: ErrorReport): boolean {
  return offlineCodes.has(code)
}

export function isSignInNeeded({ code }: ErrorReport): boolean {
  return signInCodes.has(code)
}

/** Another try may download gigabytes again: only the person starts one. */
export function isTooLarge(report: ErrorReport | null): boolean {
  return report?.code === 'ANSWER_TOO_LARGE'
}

/** Only the person can change the result of another try, or should pay for it. */
export function needsPerson(report: ErrorReport): boolean {
  return isSignInNeeded(report) || report.code === 'WORKSPACE_UNKNOWN' || isTooLarge(report)
}

interface DefectLog {
  /** Returns the id under which the defect can be found. */
  defect(where: string, defect: unknown): string
}

/** The report of an expected failure; a defect is logged and becomes INTERNAL. */
export function reportOf(log: DefectLog, where: string, error: unknown): ErrorReport {
  if (error instanceof AppError) return error.report
  const logId = log.defect(where, error)
  return new AppError('INTERNAL', `Something went wrong. Log ID: ${logId}.`).report
}
