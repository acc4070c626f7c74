// A clock for tests that moves only when a test advances it.
import type { Clock } from '../clock'

export interface ManualClock extends Clock {
  /** Runs the timers that are due within `byMs`, in order, and lets promises settle after each. */
  advance(byMs: number): Promise<void>
  /** Sets the date forward or back, as a person or a time server does. The monotonic time and timers are unaffected. */
  moveDate(byMs: number): void
  /** Moves the monotonic time and runs no timer, as when the computer slept; the next `advance` runs what is due. */
  leap(byMs: number): void
  /** Milliseconds until each pending timer, soonest first. */
  waits(): readonly number[]
}

/** Work that takes more than microtasks, but waits neither for the clock nor for the test. */
const underWay = new Set<Promise<unknown>>()

/** `settle` waits for `work` and its continuations. */
export function settlesAfter<T>(work: Promise<T>): Promise<T> {
  underWay.add(work)
  const end = () => underWay.delete(work)
  work.then(end, end)
  return work
}

/** Turns of the event loop without registered work; chains of promises need fewer. */
const quietTurns = 5

/** Runs everything that does not wait for the clock. */
export async function settle(): Promise<void> {
  for (let quiet = 0; quiet < quietTurns; quiet = underWay.size > 0 ? 0 : quiet + 1) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** `settled` resolves when all remaining work waits for the clock. */
export function createManualClock(startMs = Date.UTC(2025, 0, 1), settled: () => Promise<void> = settle): ManualClock {
  let elapsedMs = 0
  let movedMs = 0
  let timers: { dueMs: number; callback: () => void }[] = []

  async function advance(byMs: number): Promise<void> {
    await settled()
    const endMs = elapsedMs + byMs
    for (;;) {
      const next = timers.filter(({ dueMs }) => dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs)[0]
      if (!next) break
      timers = timers.filter((timer) => timer !== next)
      elapsedMs = Math.max(elapsedMs, next.dueMs)
      next.callback()
      await settled()
    }
    // A `leap` in a callback may have gone further.
    elapsedMs = Math.max(elapsedMs, endMs)
    await settled()
  }

  return {
    monotonicMs: () => elapsedMs,
    now: () => new Date(startMs + movedMs + elapsedMs).toISOString(),
    after(delayMs, callback) {
      const timer = { dueMs: elapsedMs + delayMs, callback }
      timers = [...timers, timer]
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance,
    moveDate(byMs) {
      movedMs += byMs
    },
    leap(byMs) {
      elapsedMs += byMs
    },
    waits: () => timers.map(({ dueMs }) => Math.max(0, dueMs - elapsedMs)).sort((a, b) => a - b),
  }
}
