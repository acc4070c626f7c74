import { expect, it } from 'vitest'
import { lineSize, scoreLine } from './score-line'

const point = (combinedScore: number | null, day: number | null) => ({
  at: day === null ? null : new Date(2025, 5, day, 10).toISOString(),
  combinedScore,
  strengthScore: null,
  momentumScore: null,
})

it('names the first, last, lowest and highest score, and the number of readings', () => {
  const line = scoreLine([point(0.8, 1), point(0.4, 2), point(2, 4), point(1.2, 5)], 'combinedScore')
  expect(line?.words).toMatch(/^first 0.80, last 1.20, lowest 0.40, highest 2.00, in 4 readings since .*2025/)
})

it('places points by their dates, the highest at the top', () => {
  const [piece = []] = scoreLine([point(0, 1), point(2, 2), point(1, 5)], 'combinedScore')?.pieces ?? []
  const shares = piece.map(({ x }) => (x - 3) / (lineSize.width - 6))
  expect(shares.map((share) => share.toFixed(2))).toEqual(['0.00', '0.25', '1.00'])
  expect(piece.map(({ y }) => y)).toEqual([21, 3, 12])
})

it('leaves a gap for a missing score, and draws a constant score through the middle', () => {
  const line = scoreLine([point(1, 1), point(1, 2), point(null, 3), point(1, 4)], 'combinedScore')
  expect(line?.pieces.map((piece) => piece.map(({ y }) => y))).toEqual([[12, 12], [12]])
  expect(line?.last.x).toBe(lineSize.width - 3)
  expect(line?.words).toContain('in 3 readings')
})

it('places the undated first score of an own insight at the next date, and spreads equal dates evenly', () => {
  const [own = []] = scoreLine([point(1, null), point(2, 3), point(3, 5)], 'combinedScore')?.pieces ?? []
  expect(own.map(({ x }) => Math.round(x))).toEqual([3, 3, 117])
  const [same = []] = scoreLine([point(1, 3), point(2, 3), point(3, 3)], 'combinedScore')?.pieces ?? []
  expect(same.map(({ x }) => Math.round(x))).toEqual([3, 60, 117])
})

it.each([null, 'yesterday', '2025-06-31T25:00:00.000Z'])('spreads points evenly when one has the date %s', (at) => {
  const line = scoreLine([point(1, 1), { ...point(2, 1), at }, point(3, 9)], 'combinedScore')
  expect(line?.pieces.map((piece) => piece.map(({ x }) => x))).toEqual([[3, 60, 117]])
  expect(line?.words).toMatch(/readings since 1 Jun 2025$/)
})

it.each([
  ['two days ahead', [1, 3, 2, 2, 2], [0, 1, 2, 3, 4]],
  ['a month back', [25, 1, 26, 27, 28], [0, 1, 2, 3, 4]],
  ['ahead at first', [9, 1, 2, 3, 4], [0, 1, 2, 3, 4]],
  ['back at last', [5, 6, 7, 8, 1], [0, 1, 2, 3, 4]],
  ['ahead at last', [1, 2, 3, 4, 9], [0, 0.5, 1, 1.5, 4]],
])('stays in its box and in the order of the readings when the clock was changed: %s', (_, days, quarters) => {
  const points = days.map((day, place) => point(place, day))
  const line = scoreLine(points, 'combinedScore')
  const [piece = []] = line?.pieces ?? []
  expect(piece.map(({ x }) => (4 * (x - 3)) / (lineSize.width - 6))).toEqual(quarters)
  expect(line?.last).toEqual(piece.at(-1))
  const isSet = days.some((day, place) => day < (days[place - 1] ?? 0))
  expect(line?.words).toMatch(/^first 0.00, last 4.00, lowest 0.00, highest 4.00, in 5 readings/)
  expect(line?.words).toMatch(isSet ? /readings, dates out of order$/ : /readings since /)
})

it('names the date of the first score, and none when it is unknown', () => {
  const words = (...points: Parameters<typeof scoreLine>[0]) => scoreLine(points, 'combinedScore')?.words ?? ''
  const since = (text: string) => text.replace(/.* readings/, '')
  expect(since(words(point(null, 1), point(1, 3), point(2, 4)))).toBe(since(words(point(1, 3), point(2, 4))))
  expect(since(words(point(1, null), point(1, null), point(2, 4)))).toBe('')
})

it('is null for fewer than two scores', () => {
  expect(scoreLine([], 'combinedScore')).toBeNull()
  expect(scoreLine([point(1, 1), point(null, 2)], 'combinedScore')).toBeNull()
  expect(scoreLine([point(1, 1), point(2, 2)], 'strengthScore')).toBeNull()
})
