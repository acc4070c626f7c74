// What a failed try says about the way to the service.
import { AppError, type ErrorCode, type ErrorReport } from '../../contract/errors'
import type { SyncStatus } from '../../contract/features/sync'
import type { Log } from '../shell/log'

const offlineCodes: ReadonlySet<ErrorCode> = new Set([
  'NAME_NOT_FOUND',
  'CONNECTION_REFUSED',
  'CONNECTION_LOST',
  'TIMEOUT',
])

const signInCodes: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'TOKEN_MISSING'])

/** The service was not reached; it may be at any moment, so trying again never stops. */
export function isOffline({ code }: ErrorReport): boolean {
  return offlineCodes.has(code)
}

/** Looking again costs as much as it did, up to half a gigabyte: only the person starts that. */
export function isTooLarge(error: ErrorReport | null): boolean {
  return error?.code === 'ANSWER_TOO_LARGE'
}

/** Nothing changes it but the person, or it costs too much to look again. Everything else may pass by itself. */
export function needsPerson(report: ErrorReport): boolean {
  return signInCodes.has(report.code) || report.code === 'WORKSPACE_UNKNOWN' || isTooLarge(report)
}

export function stateAfter(report: ErrorReport): SyncStatus['state'] {
  if (isOffline(report)) return 'offline'
  return signInCodes.has(report.code) ? 'sign-in-needed' : 'failed'
}

/** An expected failure as it is; a defect is written down and becomes INTERNAL. */
export function reportOf(log: Pick<Log, 'defect'>, where: string, error: unknown): ErrorReport {
  if (error instanceof AppError) return error.report
  const logId = log.defect(where, error)
  return new AppError('INTERNAL', `Something went wrong in the app. It was written down as ${logId}.`).report
}
