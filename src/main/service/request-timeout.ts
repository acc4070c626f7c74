// Ends one request on the caller's abort, on its total time, or on the time of its current stage, each with its own
// error. Every wait is raced against these instead of trusting the abort signal to reject the read: an aborted Electron
// response leaves its body pending, or keeps delivering buffered bytes.
import { AppError } from '../../contract/errors'
import type { Clock } from '../clock'
import { networkError, type Purpose } from './network-error'

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

export interface RequestTimeoutOptions {
  readonly purpose: Purpose
  readonly caller: AbortSignal | undefined
  readonly totalMs: number
}

export function startRequestTimeout(clock: Clock, { purpose, caller, totalMs }: RequestTimeoutOptions): RequestTimeout {
  const controller = new AbortController()
  let ended: AppError | null = null
  let interrupt: (error: AppError) => void = () => {}
  const interruption = new Promise<never>((_, reject) => {
    interrupt = (error) => {
      ended ??= error
      reject(ended)
      controller.abort()
    }
  })
  // It may reject while no step is being raced.
  interruption.catch(() => {})

  const cancel = () => interrupt(new AppError('CANCELLED', 'The request was cancelled.'))
  const expire = () => interrupt(new AppError('TIMEOUT', 'The wait for an answer was given up.'))
  const stopTotal = clock.after(totalMs, expire)
  let disarm = () => {}
  if (caller?.aborted === true) cancel()
  caller?.addEventListener('abort', cancel, { once: true })

  return {
    signal: controller.signal,
    async race(step) {
      try {
        // The interruption comes first: when both have settled, it wins.
        return await Promise.race([interruption, step])
      } catch (error) {
        throw ended ?? networkError(error, purpose)
      }
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
