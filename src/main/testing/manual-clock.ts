// A clock for tests that stands still until it is told to go on.
import type { Clock } from '../clock'

export interface ManualClock extends Clock {
  /** Moves on and calls back what is due on the way, in order, letting promises settle after each. */
  advance(byMs: number): Promise<void>
  /** Sets the date forward or back, as a person or a time server does: nothing that waits notices. */
  moveDate(byMs: number): void
  /** The monotonic reading goes on and no timer came meanwhile, as in a machine that slept: what is due comes next. */
  leap(byMs: number): void
  /** Milliseconds until each timer that is set, soonest first. */
  waits(): readonly number[]
}

/** Work that takes more than microtasks, and never waits for the clock or for the test. */
const underWay = new Set<Promise<unknown>>()

/** `settle` returns only after it, and after what followed from it. */
export function settlesAfter<T>(work: Promise<T>): Promise<T> {
  underWay.add(work)
  const end = () => underWay.delete(work)
  work.then(end, end)
  return work
}

/** Promises that are chained without a pause need few turns; five are more than any chain here takes. */
const quietTurns = 5

/** Lets everything that is not waiting for the clock run. */
export async function settle(): Promise<void> {
  for (let quiet = 0; quiet < quietTurns; quiet = underWay.size > 0 ? 0 : quiet + 1) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** `settled` resolves when nothing goes on any more that does not wait for the clock. */
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
    // A leap on the way may have gone further.
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
