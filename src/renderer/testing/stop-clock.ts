import { onTestFinished, vi } from 'vitest'

/** Stops the clock until the end of the test, but no timers. At noon by default, so that no day ends meanwhile. */
export function stopClock(now = new Date(2026, 10, 28, 12)): void {
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
}
