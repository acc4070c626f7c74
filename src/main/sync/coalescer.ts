// Joins the small pieces in which bytes arrive into pieces worth a message to another process. A few may be on their way
// while the next fills up, so that no piece waits for the answer to the one before; then the writer waits, which slows
// the network down to the pace of the library.

/** With 256 KiB each, one MiB waits at most. */
const mostOnTheirWay = 4

export interface Coalescer {
  /** Resolves when more may come. Throws what `send` threw for an earlier piece. */
  write(bytes: Uint8Array): Promise<void>
  /** Sends the rest and resolves when all of it has arrived. */
  flush(): Promise<void>
}

export function createCoalescer(sizeBytes: number, send: (bytes: Uint8Array) => Promise<unknown>): Coalescer {
  let piece = unfilled(sizeBytes)
  let usedBytes = 0
  const onTheirWay: Promise<unknown>[] = []

  async function push(): Promise<void> {
    // A buffer of its own for each: a message copies the whole buffer behind a view, and the receiver may keep it.
    const full = usedBytes === sizeBytes ? piece : piece.slice(0, usedBytes)
    piece = unfilled(sizeBytes)
    usedBytes = 0
    const sending = send(full)
    // A failure is thrown once it is awaited.
    sending.catch(() => undefined)
    onTheirWay.push(sending)
    if (onTheirWay.length >= mostOnTheirWay) await onTheirWay.shift()
  }

  return {
    async write(bytes) {
      for (let offset = 0; offset < bytes.length; ) {
        const part = bytes.subarray(offset, offset + sizeBytes - usedBytes)
        piece.set(part, usedBytes)
        usedBytes += part.length
        offset += part.length
        if (usedBytes === sizeBytes) await push()
      }
    },
    async flush() {
      if (usedBytes > 0) await push()
      await Promise.all(onTheirWay)
    },
  }
}

/** Has a buffer of its own, not filled with zeros first: bytes that were not written are never sent. */
const unfilled = (sizeBytes: number) => new Uint8Array(Buffer.allocUnsafeSlow(sizeBytes).buffer)
