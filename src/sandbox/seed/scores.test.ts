import { describe, expect, test } from 'vitest'
import { orderKey } from './order-keys'
import { scoresOf, wilsonLowerBound } from './scores'

const evidence = { weight: 0.5, feedbackAges: [20, 40], sourceCount: 2, updatedDaysAgo: 10 }

describe('the Wilson score', () => {
  test('is the lower bound of the 95% interval', () => {
    // Values of the published formula: 5 of 10, 10 of 10, 0 of 10.
    expect(wilsonLowerBound(5, 10)).toBeCloseTo(0.2366, 3)
    expect(wilsonLowerBound(10, 10)).toBeCloseTo(0.7225, 3)
    expect(wilsonLowerBound(0, 10)).toBeCloseTo(0, 10)
    expect(wilsonLowerBound(0, 0)).toBe(0)
  })

  test('trusts many answers more than few', () => {
    expect(wilsonLowerBound(90, 100)).toBeGreaterThan(wilsonLowerBound(9, 10))
  })
})

describe('scores', () => {
  test('grow with weight, sources and freshness, and stay within their limits', () => {
    const score = (change: Partial<typeof evidence>) => scoresOf({ ...evidence, ...change })
    expect(score({ weight: 0.9 }).strengthScore).toBeGreaterThan(score({ weight: 0.2 }).strengthScore)
    expect(score({ sourceCount: 4 }).strengthScore).toBeGreaterThan(score({ sourceCount: 1 }).strengthScore)
    expect(score({ feedbackAges: [1, 2] }).momentumScore).toBeGreaterThan(score({}).momentumScore)
    expect(score({ weight: 1, sourceCount: 9 }).strengthScore).toBeLessThanOrEqual(1)
    expect(score({ weight: 0, feedbackAges: [], sourceCount: 0 }).strengthScore).toBe(0)
    expect(score({ feedbackAges: [], updatedDaysAgo: 0 }).momentumScore).toBe(0.5)
  })

  test('give a burst of feedback more than twice the momentum of steady feedback', () => {
    const steady = scoresOf({ ...evidence, feedbackAges: [1, 60, 120, 180] }).momentumScore
    const burst = scoresOf({ ...evidence, feedbackAges: [1, 2, 3, 180] }).momentumScore
    expect(burst).toBeGreaterThan(2 * steady)
  })
})

describe('order keys', () => {
  test('sort as text in the order of their positions', () => {
    const keys = [0, 1, 9, 10, 35, 36, 61, 62, 63, 3905, 3906, 200_000].map(orderKey)
    expect(keys.slice(0, 2)).toEqual(['a0', 'a1'])
    expect(keys.toSorted((left, right) => (left < right ? -1 : 1))).toEqual(keys)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
