// What a call failed with, as the page would hear of it.
import { AppError, type ErrorReport } from '../../../contract/errors'

/** Throws when the call succeeded or failed with anything but an expected error. */
export async function failureOf(call: Promise<unknown>): Promise<ErrorReport> {
  try {
    await call
  } catch (error) {
    if (error instanceof AppError) return error.report
    throw error
  }
  throw new Error('the call succeeded')
}
