// Time as a dependency. Delays and ages use the monotonic reading, which a change of the computer's date does not affect.
// The date is for display and storage only.
import { performance } from 'node:perf_hooks'

export interface Clock {
  /** Milliseconds since an arbitrary moment; never jumps. */
  monotonicMs(): number
  /** ISO 8601, UTC. */
  now(): string
  /** Calls back once after the delay. The returned function cancels the timer. */
  after(delayMs: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  now: () => new Date().toISOString(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}
