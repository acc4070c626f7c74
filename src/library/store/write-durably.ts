// A small file that is replaced whole or not at all: a full disk or a power cut leaves the one before it.
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { renameFile } from './rename-file'

/** On the disk when it returns. Throws what the file system throws, with the file as it was. */
export function writeDurably(file: string, bytes: Buffer): void {
  const next = `${file}.new`
  try {
    const handle = openSync(next, 'w', 0o600)
    try {
      writeFully(handle, bytes, 0)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameFile(next, file)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
  syncFolder(file)
}

/** One call may write less than it was given. */
export function writeFully(handle: number, bytes: Buffer, position: number): void {
  let written = 0
  while (written < bytes.length) {
    written += writeSync(handle, bytes, written, bytes.length - written, position + written)
  }
}

/** Makes the name survive a power cut too, where the system can do that: Windows cannot. */
function syncFolder(file: string): void {
  try {
    const handle = openSync(dirname(file), 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // The content is safe; only the name may be the old one.
  }
}
