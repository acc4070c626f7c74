// A clock for tests that stands still until it is told to go on.
import type { Clock } from '../clock'

export interface ManualClock extends Clock {
  /** Moves on and calls back what is due on the way, in order, letting promises settle after each. */
  advance(byMs: number): Promise<void>
  /** Milliseconds until each timer that is set, soonest first. */
  waits(): readonly number[]
}

/** Lets everything that is not waiting for the clock run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

export function createManualClock(startMs = Date.UTC(2025, 0, 1)): ManualClock {
  let elapsedMs = 0
  let timers: { dueMs: number; callback: () => void }[] = []

  async function advance(byMs: number): Promise<void> {
    await settle()
    const endMs = elapsedMs + byMs
    for (;;) {
      const next = timers.filter(({ dueMs }) => dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs)[0]
      if (!next) break
      timers = timers.filter((timer) => timer !== next)
      elapsedMs = next.dueMs
      next.callback()
      await settle()
    }
    elapsedMs = endMs
    await settle()
  }

  return {
    monotonicMs: () => elapsedMs,
    now: () => new Date(startMs + elapsedMs).toISOString(),
    after(delayMs, callback) {
      const timer = { dueMs: elapsedMs + delayMs, callback }
      timers = [...timers, timer]
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance,
    waits: () => timers.map(({ dueMs }) => dueMs - elapsedMs).sort((a, b) => a - b),
  }
}
