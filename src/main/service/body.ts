// Limits on the time and size of an answer, and reading a body within them.
import { AppError } from '../../contract/errors'
import type { RequestTimeout } from './request-timeout'

export interface ServiceLimits {
  /** Until status and headers arrive, connecting included. */
  readonly headersMs: number
  readonly sendTotalMs: number
  readonly streamTotalMs: number
  /** A body that brings fewer than `progressBytes` within this time is given up: one byte a second is no progress. */
  readonly stallMs: number
  readonly progressBytes: number
  /** Sizes count decoded bytes, so a small compressed answer that unpacks to gigabytes is stopped while it unpacks. */
  readonly sendBytes: number
  readonly streamBytes: number
  /** A longer error body is ignored, and the status alone decides. */
  readonly problemBytes: number
}

const MiB = 1024 * 1024

export const defaultLimits: ServiceLimits = {
  headersMs: 15_000,
  sendTotalMs: 60_000,
  streamTotalMs: 600_000,
  stallMs: 15_000,
  progressBytes: 1024,
  sendBytes: 32 * MiB,
  streamBytes: 512 * MiB,
  problemBytes: MiB,
}

/**
 * Awaits `onBytes` before reading on (back-pressure); that time does not count as a stall of the service. Throws
 * ANSWER_TOO_LARGE past `maxBytes` decoded bytes, the errors of the timeout, and those of `onBytes` unchanged.
 */
export async function readPieces(
  response: Response,
  timeout: RequestTimeout,
  { stallMs, progressBytes }: ServiceLimits,
  maxBytes: number,
  onBytes: (bytes: Uint8Array) => Promise<void> | void,
): Promise<void> {
  if (response.body === null) return
  const reader = response.body.getReader()
  let total = 0
  let progress = 0
  timeout.arm(stallMs)
  try {
    for (;;) {
      const { done, value } = await timeout.race(reader.read())
      if (done) return
      total += value.byteLength
      progress += value.byteLength
      if (total > maxBytes) throw new AppError('ANSWER_TOO_LARGE', 'The answer is larger than any this app can take.')
      const isProgress = progress >= progressBytes
      if (isProgress) {
        progress = 0
        timeout.disarm()
      }
      // Not raced: the timeout would turn the caller's own errors into network errors.
      await onBytes(value)
      if (isProgress) timeout.arm(stallMs)
    }
  } finally {
    timeout.disarm()
    reader.cancel().catch(() => {})
  }
}

export async function readWhole(
  response: Response,
  timeout: RequestTimeout,
  limits: ServiceLimits,
  maxBytes: number,
): Promise<string> {
  const pieces: Uint8Array[] = []
  await readPieces(response, timeout, limits, maxBytes, (bytes) => {
    pieces.push(bytes)
  })
  return new TextDecoder().decode(Buffer.concat(pieces))
}
