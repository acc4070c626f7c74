import { expect, test } from 'vitest'
import { waitBeforeRetryMs } from './backoff'

const highest = { random: () => 0.999_999, baseMs: 1_000 }
const lowest = { random: () => 0, baseMs: 1_000 }

test('the ceiling doubles up to a minute, and no wait is shorter than a second', () => {
  const ceilings = [1, 2, 3, 4, 5, 6, 7, 1_000].map((failures) => Math.round(waitBeforeRetryMs(highest, failures)))
  expect(ceilings).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
  expect(waitBeforeRetryMs(lowest, 6)).toBe(1_000)
})

test('a pause the service asks for is kept, up to five minutes', () => {
  expect(waitBeforeRetryMs(lowest, 1, 90_000)).toBe(90_000)
  expect(waitBeforeRetryMs(lowest, 1, 86_400_000)).toBe(300_000)
  expect(waitBeforeRetryMs(highest, 3, 10)).toBeGreaterThan(7_000)
})
