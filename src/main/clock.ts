// Time as a parameter. Waiting and ages use the monotonic reading, which no change of the computer's date can move;
// the date is only for what a person reads and what is stored.
import { performance } from 'node:perf_hooks'

export interface Clock {
  /** Milliseconds since some moment in the past; never jumps. */
  monotonicMs(): number
  /** The moment now: ISO 8601, UTC. */
  now(): string
  /** Calls back once, and never again after the returned function was called. */
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
