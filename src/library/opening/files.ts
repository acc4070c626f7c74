// File checks for opening a library, and the closing of connections to files that may be damaged.
import { statSync } from 'node:fs'
import type { Connection } from '../store/connection'

/** Throws what the system throws, unless the file is missing. */
export const isThere = (file: string) => statSync(file, { throwIfNoEntry: false }) !== undefined

/** Size in bytes; 0: there is no file. */
export const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Closes a connection that was only read, or that has nothing uncommitted. */
export function closeQuietly(connection: Connection | null): void {
  try {
    connection?.close()
  } catch {
    // Closing a damaged file may fail too.
  }
}
