// Translates errors of the driver and the file system to the closed list of codes. SQLite's own code stays at hand for
// opening, where it decides between a wrong key and damage.
import { AppError } from '../../contract/errors'

/** missing: there was a file, and there is none. */
export type UnreadableReason = 'corrupt' | 'wrong-key' | 'emptied' | 'missing'

/** A database that cannot be read is replaced; the call that met it while it was open fails with LIBRARY_UNAVAILABLE. */
export class UnreadableDatabase extends AppError {
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason) {
    super('LIBRARY_UNAVAILABLE', 'The library on this computer can’t be read.')
    this.reason = reason
  }
}

const diskFull = () => new AppError('DISK_FULL', 'The disk is full. Nothing was saved.')
const readOnly = () => new AppError('PROFILE_READ_ONLY', 'The app can’t write to its library folder.')

const fileSystemErrors: Readonly<Record<string, () => AppError>> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EROFS: readOnly,
  EACCES: readOnly,
  EPERM: readOnly,
  EBUSY: readOnly,
  // Something that is not the app's stands where its file belongs.
  EISDIR: readOnly,
  ENOTDIR: readOnly,
}

/** Expected failures become an AppError; anything else is returned as it was: a defect. */
export function translateDriverError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code.startsWith('SQLITE_FULL')) return diskFull()
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_PERM')) return readOnly()
  if (code.startsWith('SQLITE_NOTADB')) return new UnreadableDatabase('wrong-key')
  if (code.startsWith('SQLITE_CORRUPT')) return new UnreadableDatabase('corrupt')
  // The driver reports a file it could not open without a code, with SQLite's number at the end of the text.
  if (code.startsWith('SQLITE_CANTOPEN') || /ConnectionFailed\(.*: 14"\)/.test(error.message)) return readOnly()
  if (code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new AppError('LIBRARY_UNAVAILABLE', 'The library on this computer couldn’t be read or written.')
  }
  return fileSystemErrors[code]?.() ?? error
}
