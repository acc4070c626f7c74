import { expect, it, vi } from 'vitest'
import { canChangeZone } from '../../testing/time-zones'
import { countText, scoreText, sentimentSeries, totalOf, weekName } from './this-week-words'

it.runIf(canChangeZone())('names a week after the computer’s time zone has changed', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  try {
    expect(weekName('2026-11-23')).toBe('23 Nov')
  } finally {
    vi.unstubAllEnvs()
  }
})

it('orders feedback from positive to negative, then by any other sentiment, and last without one', () => {
  const sentiments = [null, 'Mixed', 'Negative', 'Neutral', 'Positive']
  const scores = { combinedScore: [], strengthScore: [], momentumScore: [] }
  const series = sentimentSeries({
    ...{ weeks: [], insights: [], scores, scored: [], scoresSince: null },
    feedback: sentiments.map((sentiment) => ({ sentiment, counts: [1] })),
  })
  expect(series.map(({ name }) => name)).toEqual(['Positive', 'Neutral', 'Negative', 'Mixed', 'No sentiment'])
})

it('adds up the known values of all series, and shows a dash for an unknown one', () => {
  expect(
    totalOf([
      { name: 'a', values: [1, null, 2] },
      { name: 'b', values: [4] },
    ]),
  ).toBe(7)
  expect([countText(1200), countText(null), scoreText(0.5), scoreText(null)]).toEqual(['1,200', '–', '0.50', '–'])
})
