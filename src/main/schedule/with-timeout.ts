import type { Clock } from '../clock'

/**
 * Waits for `promise` for at most `timeoutMs`. After that, `onTimeout` decides: its value is the result, or its error is
 * thrown. The promise itself goes on; a rejection that comes after the timeout is ignored.
 */
export async function withTimeout<T, Fallback>(
  clock: Clock,
  timeoutMs: number,
  promise: Promise<T>,
  onTimeout: () => Fallback,
): Promise<T | Fallback> {
  let cancelTimer = () => {}
  const timeout = new Promise<Fallback>((resolve, reject) => {
    cancelTimer = clock.after(timeoutMs, () => {
      try {
        resolve(onTimeout())
      } catch (error) {
        reject(error)
      }
    })
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    cancelTimer()
  }
}
