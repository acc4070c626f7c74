import { expect, it } from 'vitest'
import { durationText } from './activity-words'

const at = (ms: number) => new Date(Date.UTC(2026, 1, 3) + ms).toISOString()

it.each([
  [400, '0.4 s'],
  [12_600, '12 s'],
  [60_000, '1 min'],
  [3 * 3_600_000 + 1, '3 h'],
  [25 * 3_600_000, '1 day'],
  [72 * 3_600_000, '3 days'],
])('says %i ms as %s', (ms, words) => {
  expect(durationText({ createdAt: at(0), settledAt: at(ms) })).toBe(words)
})

it('says nothing where there is nothing to say', () => {
  expect(durationText({ createdAt: at(0), settledAt: null })).toBeNull()
  expect(durationText({ createdAt: at(5), settledAt: at(0) })).toBeNull()
  expect(durationText({ createdAt: 'yesterday', settledAt: at(0) })).toBeNull()
})
