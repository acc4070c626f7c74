// A small file that is replaced whole or not at all: a full disk or a power cut leaves the one before it.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { waitForFile } from '../../contract/held-open'

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
    removeQuietly(next)
    throw error
  }
  syncFolder(file)
}

/** The next write replaces what could not be removed. */
function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // Another program has it open.
  }
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

/**
 * Renames a file. Waits up to a second for another program that has it open on Windows. Nothing else runs meanwhile, since
 * those who rename hold a transaction or open the library.
 */
export function renameFile(
  from: string,
  to: string,
  { platform, once }: RenameDeps = { platform: process.platform, once: renameSync },
): void {
  for (let tries = 0; ; tries += 1) {
    try {
      once(from, to)
      return
    } catch (error) {
      const waitMs = waitForFile(error, tries, platform)
      if (waitMs === null) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs)
    }
  }
}

interface RenameDeps {
  readonly platform: NodeJS.Platform
  readonly once: (from: string, to: string) => void
}
