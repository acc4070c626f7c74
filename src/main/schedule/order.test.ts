import { expect, test } from 'vitest'
import { createManualClock } from '../testing/manual-clock'
import { orderedMs } from './order'

test('orders readings within one millisecond, and follows the clock', async () => {
  const clock = createManualClock()
  const [first, second] = [orderedMs(clock), orderedMs(clock)]
  expect(second).toBeGreaterThan(first)
  expect(second).toBeLessThan(1)
  await clock.advance(1_000)
  expect(orderedMs(clock)).toBe(1_000)
})

test('keeps the orders of two clocks apart', async () => {
  const [one, other] = [createManualClock(), createManualClock()]
  await one.advance(5_000)
  orderedMs(one)
  expect(orderedMs(other)).toBe(0)
})
