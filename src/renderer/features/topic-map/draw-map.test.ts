// The whole drawing, as the words of a canvas that paints words.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WordCanvas, WordPath } from '../../testing/painted'
import { drawMap, radiusAt, shapeOf, shapePaths } from './draw-map'
import { type Place, toMap, wholeMap } from './map-geometry'

beforeEach(() => {
  vi.stubGlobal('Path2D', WordPath)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const size = { width: 300, height: 200 }
const colours = { points: ['red', 'green', 'blue'], text: 'ink', accent: 'gold' }
const { circle, square } = shapePaths

/** Draws points at places on screen: x, y and category. */
function draw(
  points: readonly (readonly [x: number, y: number, category: number])[],
  changes: Partial<Parameters<typeof drawMap>[1]> = {},
  ratio = 1,
): readonly string[] {
  const places = points.map(([x, y]) => toMap({ x, y }, wholeMap, size))
  const canvas = new WordCanvas()
  const map = {
    ...{ x: places.map(({ x }) => x), y: places.map(({ y }) => y), category: points.map(([, , each]) => each) },
    ...{ isShown: () => true, selected: null, active: null, lasso: [] as readonly Place[], colours },
  }
  drawMap(canvas.context, { ...map, ...changes }, wholeMap, size, ratio)
  const [cleared, ...painted] = canvas.painted
  expect(cleared).toBe(ratio === 1 ? 'clear | 0 0 300 200' : `clear | 0 0 300 200 | in ${ratio} 0 0 ${ratio} 0 0`)
  return painted
}

const three = [
  [10, 20, 0],
  [30, 40, 1],
  [50, 60, 0],
] as const

it('draws each point in the colour and shape of its category', () => {
  expect(draw(three)).toEqual([
    `fill | ${circle} | red | in 4.8 0 0 4.8 10 20 | alpha 0.85`,
    `fill | ${circle} | red | in 4.8 0 0 4.8 50 60 | alpha 0.85`,
    `fill | ${square} | green | in 4.8 0 0 4.8 30 40 | alpha 0.85`,
  ])
})

it('draws as large on a screen with two pixels for one', () => {
  expect(draw(three.slice(1, 2), { active: 0 }, 2)).toEqual([
    `fill | ${square} | green | in 9.6 0 0 9.6 60 80 | alpha 0.85`,
    'fill | circle 30 40 8.8 | green | in 2 0 0 2 0 0',
    'stroke | circle 30 40 8.8 | ink 2 | in 2 0 0 2 0 0',
  ])
})

it('lets the selected points stand out from the others', () => {
  expect(draw(three, { selected: new Set([2]) })).toEqual([
    `fill | ${circle} | red | in 4.8 0 0 4.8 10 20 | alpha 0.16`,
    `fill | ${square} | green | in 4.8 0 0 4.8 30 40 | alpha 0.16`,
    `fill | ${circle} | red | in 4.8 0 0 4.8 50 60`,
  ])
})

it('draws the active point once more, larger and with a line around it', () => {
  expect(draw(three, { active: 1 }).slice(3)).toEqual([
    'fill | circle 30 40 8.8 | green',
    'stroke | circle 30 40 8.8 | ink 2',
  ])
})

it('draws a lasso as a faint area with a dashed line, once it has two corners', () => {
  const corners = [
    { x: 1, y: 2 },
    { x: 80, y: 2 },
    { x: 80, y: 90 },
  ]
  const area = (count: number) => draw(three, { lasso: corners.slice(0, count) }).slice(3)
  expect(area(3)).toEqual([
    'fill | line 1 2, line 80 2, line 80 90, close | gold | alpha 0.12',
    'stroke | line 1 2, line 80 2, line 80 90, close | gold 1.5 dashed 5 4',
  ])
  expect(area(2)).toHaveLength(2)
  expect(area(1)).toEqual([])
})

it('leaves the canvas without the lasso’s dashes', () => {
  const canvas = new WordCanvas()
  const map = { ...{ x: [], y: [], category: [], isShown: () => true }, ...{ selected: null, active: null, colours } }
  drawMap(canvas.context, { ...map, lasso: [wholeMap, wholeMap] }, wholeMap, size, 1)
  canvas.stroke()
  expect(canvas.painted.at(-1)).toMatch(/ \| gold 1\.5$/)
})

it('draws points that reach into the map from beyond its edges, and none farther out', () => {
  const at = (out: number) =>
    [
      [-out, 50, 0],
      [300 + out, 51, 0],
      [150, -out, 0],
      [151, 200 + out, 0],
    ] as const
  expect(draw(at(11.5))).toHaveLength(4)
  expect(draw(at(12.5))).toEqual([])
})

it('draws none of the points that are hidden', () => {
  expect(draw(three, { isShown: (index) => index === 1 })).toEqual([
    `fill | ${square} | green | in 4.8 0 0 4.8 30 40 | alpha 0.85`,
  ])
})

it('draws more than twelve thousand points as squares around their places, in their colours', () => {
  const many = (count: number) => draw(Array.from({ length: count }, (_, index) => [30, 40, index % 3] as const))
  const kinds = many(12_001)
  expect(kinds).toHaveLength(12_001)
  expect([...new Set(kinds)]).toEqual(
    ['red', 'green', 'blue'].map((colour) => `fill | rectangle 28.7 38.7 2.6 2.6 | ${colour} | alpha 0.85`),
  )
  expect(many(12_000)[0]).toContain(circle)
})

it('shrinks the points as their number grows, and enlarges them less than the map', () => {
  const radii = [600, 601, 3_000, 3_001, 20_000, 20_001].map((shown) => radiusAt(shown, 1))
  expect(radii).toEqual([4.8, 3.6, 3.6, 2.6, 2.6, 1.6])
  expect([radiusAt(20_001, 16), radiusAt(1, 16)]).toEqual([3.2, 7])
})

it('gives each of seven categories its own shape', () => {
  expect(new Set([0, 1, 2, 3, 4, 5, 6].map(shapeOf)).size).toBe(7)
  expect([shapeOf(7), shapeOf(8)]).toEqual([shapeOf(0), shapeOf(1)])
})
