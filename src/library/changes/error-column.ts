// The stored reason why a change was not made. No signature covers it, so damage or text written by others must not keep
// the rest from being read.
import { AppError, type ErrorReport } from '../../contract/errors'

/** The error shown for a change that was tampered with. */
export const tampered: ErrorReport = new AppError('TAMPERED', 'Showing the modified content.').report

/** Reads the stored error; `tampered` if this app did not write it. */
export function readError(stored: unknown): ErrorReport | null {
  if (stored === null || stored === undefined) return null
  try {
    const report: Partial<ErrorReport> | null = JSON.parse(String(stored))
    const isReport = typeof report?.code === 'string' && typeof report.message === 'string'
    return isReport ? (report as ErrorReport) : tampered
  } catch {
    return tampered
  }
}
