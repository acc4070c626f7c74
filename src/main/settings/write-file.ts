import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '../../contract/errors'
import { waitForFile } from '../../contract/held-open'

/**
 * Replaces a file atomically: a crash leaves the old file or the new one, whole. Readable by its owner only (mode 0600).
 * Throws the file system's error and leaves the old file as it was.
 */
export async function writeWholeFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.new`
  try {
    // A file left by a crash may have other permissions.
    await rm(temporary, { force: true })
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await renameFile(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
  await syncFolder(path.dirname(file))
}

/** Renames a file or folder. Waits up to a second for another program that has it open on Windows. */
export async function renameFile(
  from: string,
  to: string,
  { platform, once }: RenameDeps = { platform: process.platform, once: rename },
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await once(from, to)
    } catch (error) {
      const waitMs = waitForFile(error, tries, platform)
      if (waitMs === null) throw error
      await setTimeout(waitMs)
    }
  }
}

interface RenameDeps {
  readonly platform: NodeJS.Platform
  readonly once: (from: string, to: string) => Promise<void>
}

/** Makes the rename survive a power loss. Windows has no such call, and some file systems refuse it. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch {
    // The content is flushed and in place; at worst a power loss undoes the rename.
  }
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const readOnlyCodes = new Set(['EROFS', 'EACCES', 'EPERM', 'EBUSY', 'ENOENT', 'ENOTDIR'])

/** Maps an error about space or permissions to an AppError. Returns any other error as it is: a defect. */
export function fileError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (fullCodes.has(code)) return new AppError('DISK_FULL', 'The disk is full, so this couldn’t be saved.')
  if (readOnlyCodes.has(code)) {
    return new AppError('PROFILE_READ_ONLY', 'The app can’t write to its profile folder, so this couldn’t be saved.')
  }
  return error
}
