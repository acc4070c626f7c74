// What opening a library asks of files, and of connections to files that may be damaged.
import { statSync } from 'node:fs'
import type { Connection } from '../store/connection'

/** Throws what the system throws, unless the file is missing. */
export const isThere = (file: string) => statSync(file, { throwIfNoEntry: false }) !== undefined

/** In bytes; 0: there is none. */
export const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** For what was only read, or is as of its last commit. */
export function closeQuietly(connection: Connection | null): void {
  try {
    connection?.close()
  } catch {
    // A damaged file may not be closed either.
  }
}
