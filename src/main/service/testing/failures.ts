import { AppError, type ErrorReport } from '../../../contract/errors'

/** The error report of a call. Throws if the call succeeds or fails with anything but an AppError. */
export async function failureOf(call: Promise<unknown>): Promise<ErrorReport> {
  try {
    await call
  } catch (error) {
    if (error instanceof AppError) return error.report
    throw error
  }
  throw new Error('the call succeeded')
}
