// Limits on the time and size of an answer, and waiting for it and reading its body within them.
import { AppError } from '../../contract/errors'
import type { Clock } from '../clock'
import { networkError, type Purpose } from './network-error'

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
  streamTotalMs: 3_600_000,
  stallMs: 15_000,
  progressBytes: 1024,
  sendBytes: 32 * MiB,
  streamBytes: 4 * 1024 * MiB,
  problemBytes: MiB,
}

/**
 * Every wait is raced against the timeout instead of trusting the abort signal to reject the read: an aborted Electron
 * response leaves its body pending, or keeps delivering buffered bytes.
 */
export interface RequestTimeout {
  /** For fetch: aborted once the request has ended, which closes the connection. */
  readonly signal: AbortSignal
  /** Waits for `step` until the request ends. Throws AppError only. */
  race<T>(step: Promise<T>): Promise<T>
  /** Starts the time of a stage, replacing the previous stage's. */
  arm(limitMs: number): void
  disarm(): void
  end(): void
}

/** Ends one request on the caller's abort, on its total time, or on the time of its current stage, each with its own error. */
export function startRequestTimeout(
  clock: Clock,
  purpose: Purpose,
  totalMs: number,
  caller: AbortSignal | undefined,
): RequestTimeout {
  const controller = new AbortController()
  let ended: AppError | null = null
  const waiting = new Set<(error: AppError) => void>()
  const interrupt = (error: AppError) => {
    ended ??= error
    for (const reject of waiting) reject(ended)
    controller.abort()
  }

  const cancel = () => interrupt(new AppError('CANCELLED', 'The request was cancelled.'))
  const expire = () => interrupt(new AppError('TIMEOUT', 'The request timed out.'))
  const stopTotal = clock.after(totalMs, expire)
  let disarm = () => {}
  if (caller?.aborted === true) cancel()
  caller?.addEventListener('abort', cancel, { once: true })

  return {
    signal: controller.signal,
    // Not Promise.race: each race against one promise that lasts as long as the request would keep its result until then,
    // and with it the whole body.
    race<T>(step: Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        if (ended !== null) reject(ended)
        waiting.add(reject)
        // When both have settled, the interruption wins.
        const settle = (then: () => void) => {
          waiting.delete(reject)
          if (ended === null) then()
          else reject(ended)
        }
        step.then(
          (value) => settle(() => resolve(value)),
          (error: unknown) => settle(() => reject(networkError(error, purpose))),
        )
      })
    },
    arm(limitMs) {
      disarm()
      disarm = clock.after(limitMs, expire)
    },
    disarm: () => disarm(),
    end() {
      stopTotal()
      disarm()
      caller?.removeEventListener('abort', cancel)
      // Closes the connection if the body was not read to the end.
      controller.abort()
    },
  }
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
      if (total > maxBytes) throw new AppError('ANSWER_TOO_LARGE', 'The response is larger than the app can process.')
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
