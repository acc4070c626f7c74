import { expect, it } from 'vitest'
import type { MapPoints } from '../../../contract/features/topic-map'
import { coloured } from './map-colouring'

/** One insight of each type. */
const pointsOf = (types: readonly string[]): MapPoints => ({
  mapId: 'map-1',
  insights: Uint32Array.from(types, (_, place) => place),
  x: new Uint16Array(types.length),
  y: new Uint16Array(types.length),
  cluster: new Uint16Array(types.length),
  type: Uint16Array.from(types, (_, place) => place),
  opportunity: new Uint16Array(types.length),
  day: new Uint16Array(types.length),
  clusters: [],
  types: [...types],
  opportunities: [],
})

const looks = (types: readonly string[]) => {
  const { categories, of } = coloured(pointsOf(types), 'type', 0)
  return types.map((type, point) => [type, of[point], categories[of[point] ?? -1]?.label])
}

it('gives a type the same place, and so the same colour, whatever else is on the map', () => {
  const bug = looks(['Bug'])[0]
  expect(bug).toEqual(['Bug', expect.any(Number), 'Bug'])
  expect(looks(['Feedback', 'Bug'])).toContainEqual(bug)
  expect(looks(['Praise', 'FeatureRequest', 'Bug'])).toContainEqual(bug)
})

it('gives unknown types the remaining places, and groups the rest as other types', () => {
  const places = looks(['A', 'B', 'C', 'D', 'E', 'Bug'])
  expect(places.map(([, , label]) => label)).toEqual(['A', 'B', 'C', 'Other types', 'Other types', 'Bug'])
  expect(new Set(places.map(([, place]) => place)).size).toBe(5)
})

it('does not list other types when there are none', () => {
  expect(coloured(pointsOf(['Bug']), 'type', 0).categories.map(({ label, count }) => [label, count])).toEqual([
    ['General feedback', 0],
    ['Bug', 1],
    ['Feature request', 0],
  ])
})
