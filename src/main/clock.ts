// Time as a dependency. Delays and ages use the monotonic reading, which a change of the computer's date does not affect,
// and which goes on while the computer sleeps. The date is for display and storage only.
import os from 'node:os'
import { performance } from 'node:perf_hooks'

export interface Clock {
  /** Milliseconds since an arbitrary moment; never goes back. */
  monotonicMs(): number
  /** ISO 8601, UTC. */
  now(): string
  /** Calls back once after the delay. The returned function cancels the timer. */
  after(delayMs: number, callback: () => void): () => void
}

/** Where /proc isn't there, the uptime is in whole seconds. */
const shortestSleepMs = 2_000

/** Adds the time asleep to a clock that stands still meanwhile. The uptime goes on, but is too coarse to be the clock. */
export function countingSleep(awakeMs: () => number, uptimeMs: () => number): () => number {
  // The uptime is read first: a pause between the two readings must not look like sleep.
  const differenceMs = () => uptimeMs() - awakeMs()
  const atFirstMs = differenceMs()
  let sleptMs = 0
  return () => {
    const nowMs = differenceMs() - atFirstMs
    if (nowMs - sleptMs > shortestSleepMs) sleptMs = nowMs
    return awakeMs() + sleptMs
  }
}

const performanceMs = () => performance.now()

export const systemClock: Clock = {
  // Elsewhere the clock goes on by itself.
  monotonicMs: process.platform === 'linux' ? countingSleep(performanceMs, () => os.uptime() * 1_000) : performanceMs,
  now: () => new Date().toISOString(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

/**
 * The dates of this process keep the time zone of its start until TZ is written: then they have the zone of the computer,
 * or, on Windows, the one written. TZ is removed at once, or Chromium would not notice the next change.
 */
export function readTimeZoneAnew(timeZone: string): void {
  process.env.TZ = timeZone
  delete process.env.TZ
}
