// Buffers the bytes of one answer until it is complete: the last ones in memory, those before them in a file beside the
// database, encrypted with a key that exists only in this process. The file is worthless as soon as the process is gone. A
// library in memory has no file, and refuses an answer that is too large to hold.
import { type CipherGCM, createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { AppError } from '../../contract/errors'
import { translateDriverError } from '../store/driver-errors'

export interface DownloadBuffer {
  append(bytes: Uint8Array): void
  /** The number of bytes so far. */
  size(): number
  /** The hash over all bytes; may be asked for once. */
  digest(): string
  /** The bytes in order, in pieces of any size; may be asked for once. */
  read(): Iterable<Buffer>
  /** Settles when its file is deleted, which takes the disk hundreds of milliseconds for a large one. Never rejects. */
  discard(): Promise<void>
  /** Discards at once, for the end of the process. */
  discardNow(): void
}

const MiB = 1024 * 1024
/** Holds the list of a workspace of 10,000 insights with embeddings, which is synced every few minutes, without a file. */
const inMemoryBytes = 64 * MiB
/** Twice the size of a hundred thousand insights with embeddings. */
const withoutFileBytes = 1024 * MiB
const readBytes = 256 * 1024

// Electron's crypto encrypts five times as fast with GCM as with CTR (Node's own: as fast with both), and its tag shows
// whether somebody changed the file meanwhile. The key encrypts one file that lives for minutes, so the longer keys of
// what stays on the disk would only cost time.
const algorithm = 'aes-128-gcm'
const keyBytes = 16

interface Spilled {
  readonly handle: number
  readonly cipher: CipherGCM
}

/** Throws ANSWER_TOO_LARGE past `largestBytes`, which limits only a buffer without a file. */
export function createDownloadBuffer(
  file: string | null,
  limitBytes = inMemoryBytes,
  largestBytes = withoutFileBytes,
): DownloadBuffer {
  const hash = createHash('sha256')
  const key = randomBytes(keyBytes)
  const iv = randomBytes(12)
  const pieces: Buffer[] = []
  let heldBytes = 0
  let allBytes = 0
  let spilled: Spilled | null = null

  function write(bytes: Buffer): void {
    if (file === null) throw new Error('There is no file to spill to.')
    spilled ??= { handle: openSync(file, 'wx+', 0o600), cipher: createCipheriv(algorithm, key, iv) }
    const encrypted = spilled.cipher.update(bytes)
    for (let done = 0; done < encrypted.length; ) done += writeSync(spilled.handle, encrypted, done)
  }

  function* read(): Iterable<Buffer> {
    if (spilled !== null) yield* readSpilled(spilled)
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) yield piece
  }

  function* readSpilled({ handle, cipher }: Spilled): Iterable<Buffer> {
    cipher.final()
    const opener = createDecipheriv(algorithm, key, iv)
    opener.setAuthTag(cipher.getAuthTag())
    const piece = Buffer.alloc(readBytes)
    for (let position = 0; ; ) {
      const count = readSync(handle, piece, 0, piece.length, position)
      if (count === 0) break
      position += count
      yield opener.update(piece.subarray(0, count))
    }
    opener.final()
  }

  /** Closes the file; returns its name, for the caller to delete it. null: there is none. */
  function release(): string | null {
    pieces.length = 0
    if (spilled === null) return null
    const { handle } = spilled
    spilled = null
    try {
      closeSync(handle)
    } catch {
      // The file is deleted, so a write that the disk could not finish does not matter.
    }
    return file
  }

  return {
    append(bytes) {
      hash.update(bytes)
      allBytes += bytes.byteLength
      const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      try {
        pieces.push(piece)
        heldBytes += piece.length
        if (file === null && heldBytes > largestBytes) {
          throw new AppError('ANSWER_TOO_LARGE', 'The response is larger than the app can process.')
        }
        // Spills as much as came, so that no call takes long.
        while (file !== null && heldBytes > limitBytes) {
          const [oldest] = pieces
          if (oldest === undefined) break
          // Written before it is removed, so that a piece that could not be written is not missing when another can.
          write(oldest)
          pieces.shift()
          heldBytes -= oldest.length
        }
      } catch (error) {
        throw translateDriverError(error)
      }
    },
    size: () => allBytes,
    digest: () => hash.digest('base64'),
    read,
    async discard() {
      const left = release()
      // A file that stays is deleted when the library is opened.
      if (left !== null) await rm(left, { force: true }).catch(() => undefined)
    },
    discardNow() {
      const left = release()
      if (left !== null) rmSync(left, { force: true })
    },
  }
}
