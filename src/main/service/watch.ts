// One watch per request: the caller's abort, the total time and the stage's time all end it, each with its own error.
// Every wait is raced against it instead of trusting the abort signal to reject the read: an aborted Electron
// response leaves its body pending, or goes on delivering what it holds.
import { AppError } from '../../contract/errors'
import type { Clock } from '../clock'
import { networkError, type Purpose } from './network-error'

export interface Watch {
  /** For fetch: aborted as soon as the watch has ended, which closes the connection. */
  readonly signal: AbortSignal
  /** Waits for `step` until the watch ends. Throws AppError only. */
  during<T>(step: Promise<T>): Promise<T>
  /** Starts the time of a stage anew; replaces the one before. */
  arm(limitMs: number): void
  disarm(): void
  end(): void
}

export interface Watched {
  readonly purpose: Purpose
  readonly caller: AbortSignal | undefined
  readonly totalMs: number
}

export function startWatch(clock: Clock, { purpose, caller, totalMs }: Watched): Watch {
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
  // Nobody may be waiting at the moment it ends.
  interruption.catch(() => {})

  const cancel = () => interrupt(new AppError('CANCELLED', 'The request was cancelled.'))
  const expire = () => interrupt(new AppError('TIMEOUT', 'The wait for an answer was given up.'))
  const stopTotal = clock.after(totalMs, expire)
  let disarm = () => {}
  if (caller?.aborted === true) cancel()
  caller?.addEventListener('abort', cancel, { once: true })

  return {
    signal: controller.signal,
    async during(step) {
      try {
        // The interruption stands first: of two that have both come, the first wins.
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
      // Closes a connection whose body was not read to the end; without effect on one that was.
      controller.abort()
    },
  }
}
