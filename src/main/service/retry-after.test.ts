import { expect, test } from 'vitest'
import { retryAfterMs } from './answer'

const date = 'Sun, 01 Jun 2025 12:00:00 GMT'

test.each([
  ['0', 0],
  ['7', 7000],
  [' 30 ', 30_000],
  ['301', 300_000],
  ['99999999999999999999', 300_000],
  ['Sun, 01 Jun 2025 12:00:20 GMT', 20_000],
  ['Sunday, 01-Jun-25 12:00:20 GMT', 20_000],
  ['Sun, 01 Jun 2025 11:00:00 GMT', 0],
  ['Mon, 01 Jun 2026 12:00:00 GMT', 300_000],
  [null, 10_000],
  ['', 10_000],
  ['-5', 10_000],
  ['1.5', 10_000],
  ['soon', 10_000],
  ['5 minutes', 10_000],
  ['Mon, never', 10_000],
])('reads Retry-After %s as %d ms', (header, expected) => {
  expect(retryAfterMs(header, date)).toBe(expected)
})

test.each([null, '', 'soon', '2025'])('ignores a Retry-After date when the Date header is %j', (unusable) => {
  expect(retryAfterMs('Sun, 01 Jun 2025 12:00:20 GMT', unusable)).toBe(10_000)
  expect(retryAfterMs('7', unusable)).toBe(7000)
})
