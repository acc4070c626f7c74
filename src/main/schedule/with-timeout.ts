// A promise with a time limit, on the clock that is handed in.
import type { Clock } from '../clock'

/** The result of a promise that took too long. */
export const timedOut = Symbol('timed out')

/** Resolves or rejects as the promise does, or resolves to `timedOut` at the limit; the work itself goes on then. */
export async function withTimeout<T>(clock: Clock, limitMs: number, promise: Promise<T>): Promise<T | typeof timedOut> {
  let cancelTimer = () => {}
  const limit = new Promise<typeof timedOut>((resolve) => {
    cancelTimer = clock.after(limitMs, () => resolve(timedOut))
  })
  try {
    return await Promise.race([promise, limit])
  } finally {
    cancelTimer()
  }
}
