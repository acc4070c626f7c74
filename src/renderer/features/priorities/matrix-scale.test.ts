import { expect, it } from 'vitest'
import type { Part } from '../../../contract/features/priorities'
import { along, axisOf as axisOfArray } from './matrix-scale'

const axisOf = (part: Part, values: readonly number[]) => axisOfArray(part, Float64Array.from(values))

it.each([
  ['strength', [0.2, 0.93], [0, 0.2, 0.4, 0.6, 0.8, 1]],
  ['momentum', [0, 13], [0, 5, 10, 15]],
  ['feedback', [3], [0, 1, 2, 3]],
  ['feedback', [], [0, 1]],
  ['insights', [0, 480], [0, 100, 200, 300, 400, 500]],
  ['strength', [0.64, 0.76], [0.6, 0.65, 0.7, 0.75, 0.8]],
  ['sentiment', [0.2], [-1, -0.5, 0, 0.5, 1]],
  ['goal', [1, 11], [1, 3, 5, 7, 9, 11]],
  ['goal', [1, 5], [1, 2, 3, 4, 5]],
  ['goal', [], [1, 2]],
  ['unseen', [0.4], [0, 0.25, 0.5, 0.75, 1]],
  ['recent', [0], [0, 1]],
] as const)('gives the %s axis round ticks for the values %j', (part, values, ticks) => {
  expect(axisOf(part, values).ticks).toEqual(ticks)
})

it.each([
  ['unseen', 0, 1],
  ['sentiment', -1, 1],
] as const)('gives the %s axis its whole range, whatever the values are', (part, from, to) => {
  const axis = axisOf(part, [0.4])
  expect([axis.from, axis.to, axis.ticks[0], axis.ticks.at(-1)]).toEqual([from, to, from, to])
})

it('puts the greatest value, and the first goal, at the end of the axis', () => {
  expect(along(axisOf('momentum', [15]), 15)).toBe(1)
  expect(along(axisOf('goal', [1, 5]), 1)).toBe(1)
  expect(along(axisOf('goal', [1, 5]), 5)).toBeCloseTo(0)
  expect(along(axisOf('sentiment', []), 0)).toBe(0.5)
})
