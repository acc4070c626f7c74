// A file that is either the old one or the new one, whole, whatever happens in between: written beside it, flushed,
// and moved over it.
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** Readable by its owner only (mode 0600). Throws the file system's error and leaves the old file as it was. */
export async function writeWholeFile(file: string, text: string): Promise<void> {
  const beside = `${file}.new`
  try {
    // A file left by a crash might be another's or wider open: it is made anew.
    await rm(beside, { force: true })
    const handle = await open(beside, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw error
  }
  await syncFolder(path.dirname(file))
}

/** Makes the move itself survive a loss of power. Windows has no such call, and some file systems refuse it. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch {
    // The file is in place and flushed; only its name might be lost with the power.
  }
}
