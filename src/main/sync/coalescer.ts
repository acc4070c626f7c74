// Joins the small pieces in which bytes arrive into pieces worth a message to another process. One piece may be on its
// way while the next fills up; a third waits, which slows the network down to the pace of the library.

export interface Coalescer {
  /** Resolves when more may come. Throws what `send` threw for an earlier piece. */
  write(bytes: Uint8Array): Promise<void>
  /** Sends the rest and resolves when all of it has arrived. */
  flush(): Promise<void>
}

export function createCoalescer(sizeBytes: number, send: (bytes: Uint8Array) => Promise<unknown>): Coalescer {
  let piece = new Uint8Array(sizeBytes)
  let usedBytes = 0
  let onItsWay: Promise<unknown> = Promise.resolve()

  async function push(): Promise<void> {
    // A buffer of its own for each: a message copies the whole buffer behind a view, and the receiver may keep it.
    const full = usedBytes === sizeBytes ? piece : piece.slice(0, usedBytes)
    piece = new Uint8Array(sizeBytes)
    usedBytes = 0
    await onItsWay
    onItsWay = send(full)
    // A failure is thrown by the next push or flush.
    onItsWay.catch(() => undefined)
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
      await onItsWay
    },
  }
}
