// Buffers the bytes of one answer until it is complete: in memory up to a limit, then in a file beside the database,
// encrypted with a key that exists only in this process. The file is worthless as soon as the process is gone. For a
// library in memory everything stays in memory.
import { type CipherGCM, createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { translateDriverError } from '../store/driver-errors'

export interface DownloadBuffer {
  append(bytes: Uint8Array): void
  /** Over all bytes; may be asked for once. */
  digest(): string
  /** The bytes in order, in pieces of any size; may be asked for once. */
  read(): Iterable<Buffer>
  discard(): void
}

const inMemoryBytes = 64 * 1024 * 1024
const readBytes = 256 * 1024

export function createDownloadBuffer(file: string | null, limitBytes = inMemoryBytes): DownloadBuffer {
  const hash = createHash('sha256')
  const key = randomBytes(32)
  const iv = randomBytes(16)
  let pieces: Buffer[] = []
  let heldBytes = 0
  let spilled: { readonly handle: number; readonly cipher: Pick<CipherGCM, 'update'> } | null = null

  function write(bytes: Buffer): void {
    if (file === null) throw new Error('There is no file to spill to.')
    spilled ??= { handle: openSync(file, 'wx+', 0o600), cipher: createCipheriv('aes-256-ctr', key, iv) }
    const encrypted = spilled.cipher.update(bytes)
    for (let done = 0; done < encrypted.length; ) done += writeSync(spilled.handle, encrypted, done)
  }

  function* read(): Iterable<Buffer> {
    if (spilled === null) {
      yield* pieces
      return
    }
    const opener = createDecipheriv('aes-256-ctr', key, iv)
    const piece = Buffer.alloc(readBytes)
    for (let position = 0; ; ) {
      const count = readSync(spilled.handle, piece, 0, piece.length, position)
      if (count === 0) return
      position += count
      yield opener.update(piece.subarray(0, count))
    }
  }

  return {
    append(bytes) {
      hash.update(bytes)
      const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      try {
        if (spilled !== null) return write(piece)
        pieces.push(piece)
        heldBytes += piece.length
        if (file === null || heldBytes <= limitBytes) return
        for (const held of pieces) write(held)
        pieces = []
      } catch (error) {
        throw translateDriverError(error)
      }
    },
    digest: () => hash.digest('base64'),
    read,
    discard() {
      pieces = []
      if (spilled === null || file === null) return
      closeSync(spilled.handle)
      rmSync(file, { force: true })
      spilled = null
    },
  }
}
