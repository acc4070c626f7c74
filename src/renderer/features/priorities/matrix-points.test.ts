// Points of the matrix, compared with a search of all points one by one.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PartValues, parts } from '../../../contract/features/priorities'
import {
  axesOf,
  knownPlaces,
  labelSide,
  type MatrixChoices,
  nextPoint,
  type Points,
  placePoints,
  pointBelow,
  pointsInside,
} from './matrix-points'

const choices: MatrixChoices = { x: 'strength', y: 'momentum', size: 'feedback' }
const room = { left: 50, top: 10, width: 800, height: 200 }

function pointsOf(
  rows: readonly (readonly [x: number | null, y: number | null, size?: number])[],
  chosen = choices,
): Points {
  const column = (read: (row: (typeof rows)[number]) => number | null | undefined) =>
    Float64Array.from(rows, (row) => read(row) ?? Number.NaN)
  const none = Object.fromEntries(parts.map((part) => [part, column(() => null)])) as PartValues
  const values = {
    ...none,
    strength: column(([x]) => x),
    momentum: column(([, y]) => y),
    feedback: column(([, , size]) => size),
  }
  const places = knownPlaces(values, chosen, rows.keys())
  const axes = axesOf(values, chosen, places)
  return placePoints(places, { values, choices: chosen, axes, room, colourOf: () => 0 })
}

/** Points with these centres and radii. */
const at = (...circles: readonly (readonly [x: number, y: number, r: number])[]): Points => ({
  ...{ count: circles.length, at: Int32Array.from(circles.keys()), colour: new Uint16Array(circles.length) },
  x: Float32Array.from(circles, ([x]) => x),
  y: Float32Array.from(circles, ([, y]) => y),
  r: Float32Array.from(circles, ([, , r]) => r),
})

const figure = fc.option(fc.integer({ min: 0, max: 20 }))
const anyPoints = fc
  .array(fc.tuple(figure, figure, fc.integer({ min: 0, max: 9 })), { maxLength: 40 })
  .map((rows) => pointsOf(rows))
const all = (points: Points) => Array.from({ length: points.count }, (_, index) => index)

describe('points', () => {
  it('are the rows with both values, within the plot area', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(figure, figure), { maxLength: 40 }), (rows) => {
        const points = pointsOf(rows)
        expect([...points.at]).toEqual([...rows.keys()].filter((at) => rows[at]?.every((value) => value !== null)))
        for (const index of all(points)) {
          expect(points.x[index]).toBeGreaterThanOrEqual(room.left - 0.01)
          expect(points.x[index]).toBeLessThanOrEqual(room.left + room.width + 0.01)
          expect(points.y[index]).toBeGreaterThanOrEqual(room.top - 0.01)
          expect(points.y[index]).toBeLessThanOrEqual(room.top + room.height + 0.01)
        }
      }),
    )
  })

  it('are further right and further up, the greater their values', () => {
    const { x, y } = pointsOf([
      [0, 0],
      [5, 10],
      [10, 20],
    ])
    expect([...x]).toEqual([50, 450, 850])
    expect([...y]).toEqual([210, 110, 10])
  })

  it('have an area in proportion to their value, with a least size also for an unknown one', () => {
    const radii = (values: readonly number[]) => [...pointsOf(values.map((value) => [1, 1, value] as const)).r]
    expect(radii([100, 25, 0, Number.NaN])).toEqual([13, 6.5, 4, 4])
    // The first value is a rounding error below the start of its axis.
    const small = [0.3, 0.4, 0.5].map((value) => [value, 1] as const)
    expect(pointsOf(small, { ...choices, size: 'strength' }).r[0]).toBe(4)
  })

  it('keep their colour index, however many colours there are', () => {
    const values = Object.fromEntries(parts.map((part) => [part, new Float64Array(400).fill(1)])) as PartValues
    const places = knownPlaces(values, choices, Array(400).keys())
    const axes = axesOf(values, choices, places)
    const { colour } = placePoints(places, { values, choices, axes, room, colourOf: (at) => at })
    expect(colour[399]).toBe(399)
  })

  it('are visited one by one along an axis, each once, in both directions', () => {
    fc.assert(
      fc.property(anyPoints, fc.constantFrom('x' as const, 'y' as const), (points, axis) => {
        const ordered = all(points).sort(
          (one, other) => (points[axis][one] ?? 0) - (points[axis][other] ?? 0) || one - other,
        )
        const [on, back] = axis === 'x' ? (['ArrowRight', 'ArrowLeft'] as const) : (['ArrowDown', 'ArrowUp'] as const)
        for (const [place, index] of ordered.entries()) {
          expect(nextPoint(points, index, on)).toBe(ordered[place + 1] ?? -1)
          expect(nextPoint(points, index, back)).toBe(ordered[place - 1] ?? -1)
        }
      }),
    )
  })

  it('are found under the pointer, the smallest one where they overlap', () => {
    fc.assert(
      fc.property(anyPoints, (points) => {
        for (const index of all(points)) {
          const [x, y] = [points.x[index] ?? 0, points.y[index] ?? 0]
          const found = pointBelow(points, x, y)
          expect(points.r[found]).toBeLessThanOrEqual(points.r[index] ?? 0)
          const distance = Math.hypot((points.x[found] ?? 0) - x, (points.y[found] ?? 0) - y)
          expect(distance).toBeLessThanOrEqual(points.r[found] ?? 0)
        }
      }),
    )
    expect(pointBelow(pointsOf([[1, 1]]), 0, 0)).toBe(-1)
  })

  it('are found within reach of the pointer, the nearest one unless another is under it', () => {
    const apart = at([100, 50, 2], [108, 50, 2])
    expect([93, 95, 103, 105].map((x) => pointBelow(apart, x, 50))).toEqual([-1, 0, 0, 1])
    expect(pointBelow(at([100, 50, 2], [106, 50, 4]), 103, 50)).toBe(1)
  })

  it('are found inside a rectangle, whichever corner it was drawn from', () => {
    const corner = fc.integer({ min: 0, max: 900 })
    fc.assert(
      fc.property(anyPoints, corner, corner, corner, corner, (points, fromX, fromY, toX, toY) => {
        const inside = pointsInside(points, { fromX, fromY, toX, toY })
        expect(pointsInside(points, { fromX: toX, fromY: toY, toX: fromX, toY: fromY })).toEqual(inside)
        const isInside = (index: number) => {
          const [x, y] = [points.x[index] ?? 0, points.y[index] ?? 0]
          return (x - fromX) * (x - toX) <= 0 && (y - fromY) * (y - toY) <= 0
        }
        expect(inside).toEqual(all(points).filter(isInside))
      }),
    )
  })

  it('are found on the edges of a rectangle too, as one drawn with the keys begins at a point', () => {
    const only = at([100, 50, 4])
    const corners = [90, 110].flatMap((toX) => [40, 60].map((toY) => ({ toX, toY })))
    for (const corner of corners) expect(pointsInside(only, { fromX: 100, fromY: 50, ...corner })).toEqual([0])
  })

  it('shrink as their number grows, but stay visible and of different sizes', () => {
    const many = pointsOf(Array.from({ length: 100_000 }, (_, at) => [at % 300, at % 77, at % 9] as const))
    expect(many.count).toBe(100_000)
    expect(Math.max(...many.r.subarray(0, 5_000))).toBeLessThan(5)
    expect(Math.max(...many.r.subarray(0, 5_000))).toBeGreaterThan(2)
    expect(Math.min(...many.r.subarray(0, 5_000))).toBeGreaterThanOrEqual(1.5)
  })

  it('have one size when none is chosen, which shrinks as their number grows', () => {
    const radii = (count: number) => {
      const rows = Array.from({ length: count }, (_, at) => [at % 300, at % 77, at % 9] as const)
      return [...new Set(pointsOf(rows, { ...choices, size: null }).r)]
    }
    expect([10, 1_200, 100_000].map(radii)).toEqual([[6], [3], [1.5]])
  })
})

describe('the number beside a point', () => {
  const side = (points: Points) => labelSide(points, 0, 200)

  it.each([
    ['is on the right when that side is free', at([100, 50, 10]), 1],
    ['moves to the left when it would cover a point', at([100, 50, 10], [124, 44, 10]), -1],
    ['stays on the right when it does not cover a nearby point', at([100, 50, 10], [117, 70, 10]), 1],
    ['stays on the right when both sides are taken', at([100, 50, 10], [124, 50, 10], [76, 50, 10]), 1],
    ['is not cut off at the right edge', at([182, 50, 10]), -1],
    ['is not cut off at the right edge, even when the left side is taken', at([182, 50, 10], [160, 50, 10]), -1],
    ['is not cut off at the left edge', at([12, 50, 10], [33, 50, 10]), 1],
  ])('%s', (_, points, expected) => expect(side(points)).toBe(expected))

  it('covers no point if either side is free', () => {
    const circle = fc.tuple(
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 0, max: 60 }),
      fc.constantFrom(4, 9, 13),
    )
    fc.assert(
      fc.property(fc.array(circle, { minLength: 1, maxLength: 8 }), (circles) => {
        const points = at(...circles)
        const [own, ...others] = circles
        if (own === undefined) return
        /** Pixel by pixel, so it may miss a circle by less than one. */
        const isFree = (sign: number, slack: number) => {
          const xs = Array.from({ length: 9 }, (_, step) => own[0] + sign * (own[2] + 3 + step))
          const ys = Array.from({ length: 12 }, (_, step) => own[1] - 5.5 + step)
          const missesAll = (x: number, y: number) =>
            others.every(([otherX, otherY, r]) => Math.hypot(otherX - x, otherY - y) >= r + slack)
          return xs.every((x) => x >= 0 && x <= 200 && ys.every((y) => missesAll(x, y)))
        }
        const chosen = side(points)
        if (isFree(-chosen, 1)) expect(isFree(chosen, -1)).toBe(true)
      }),
    )
  })
})
