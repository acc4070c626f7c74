// What a failed write means for a person.
import { AppError } from '../../contract/errors'

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const readOnlyCodes = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'])

/** An error that is not about space or permission is returned as it is: it is a defect, not a situation. */
export function fileError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (fullCodes.has(code)) return new AppError('DISK_FULL', 'The disk is full, so this could not be saved.')
  if (readOnlyCodes.has(code)) {
    return new AppError('PROFILE_READ_ONLY', 'The profile folder cannot be written to, so this could not be saved.')
  }
  return error
}
