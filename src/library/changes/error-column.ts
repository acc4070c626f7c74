// Why a change was not made, as it is stored. No signature covers it, so what was damaged or written there by others must
// not keep the rest from being read.
import { AppError, type ErrorReport } from '../../contract/errors'

/** What is shown of a change that was altered outside the app. */
export const tampered: ErrorReport = new AppError('TAMPERED', 'Showing the modified content.').report

/** `tampered` for what this app did not write. */
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
