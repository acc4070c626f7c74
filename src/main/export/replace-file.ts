import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors'
import { fileError, renameFile, syncFolder } from '../settings/write-file'

/**
 * Writes the pieces one after the other to a new file in the same folder and puts that in the place of `file`. A failure or
 * an aborted signal leaves the old file as it was and nothing beside it. Readable by its owner only (mode 0600).
 */
export async function replaceFile(
  file: string,
  pieces: AsyncIterable<string> | Iterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  // Its name is one that no other file has: files beside it belong to the person.
  const temporary = path.join(path.dirname(file), `.discovery-desk-${randomUUID()}.part`)
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      try {
        for await (const piece of pieces) {
          assertNotCancelled(signal)
          await handle.writeFile(piece)
        }
        await handle.sync()
      } finally {
        await handle.close()
      }
      assertNotCancelled(signal)
      await renameFile(temporary, file)
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined)
      throw error
    }
  } catch (error) {
    throw saveError(error)
  }
  await syncFolder(path.dirname(file))
}

export function assertNotCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('CANCELLED', 'The export was cancelled.')
}

/** Describes a refusal of the file system by the place that the person chose. Returns other failures as they are. */
function saveError(error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error
  const failure = fileError(error)
  if (failure instanceof AppError && failure.code === 'DISK_FULL') return failure
  return new AppError('INVALID_INPUT', 'Couldn’t save the file there. Choose another folder or name.')
}
