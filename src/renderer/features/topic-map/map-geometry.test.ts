import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mapSize } from '../../../contract/features/topic-map'
import {
  type Camera,
  cameraOn,
  cameraWith,
  edge,
  isInside,
  nearestPoint,
  type Place,
  panned,
  pointsInside,
  pointTowards,
  type Size,
  toMap,
  toScreen,
  wholeMap,
  zoomed,
} from './map-geometry'

const coordinate = fc.integer({ min: 0, max: mapSize })
const place = fc.record({ x: coordinate, y: coordinate })
const camera: fc.Arbitrary<Camera> = fc.record({
  x: fc.double({ min: 0, max: 1, noNaN: true }),
  y: fc.double({ min: 0, max: 1, noNaN: true }),
  zoom: fc.double({ min: 1, max: 64, noNaN: true }),
})
const size = fc.record({ width: fc.integer({ min: 50, max: 2000 }), height: fc.integer({ min: 50, max: 2000 }) })
const points = fc
  .array(place, { minLength: 1, maxLength: 60 })
  .map((all) => ({ x: all.map(({ x }) => x), y: all.map(({ y }) => y) }))
const all = () => true

describe('the camera', () => {
  it('maps a place to the screen and back', () => {
    fc.assert(
      fc.property(place, camera, size, (there, from, room) => {
        const back = toMap(toScreen(there, from, room), from, room)
        expect(back.x).toBeCloseTo(there.x, 3)
        expect(back.y).toBeCloseTo(there.y, 3)
      }),
    )
  })

  it('leaves room for names above the whole map, and for the hint and the buttons below it', () => {
    // In a narrow window, the hint takes two lines.
    const [names, hint] = [30, 48]
    const rooms = fc.record({ width: fc.integer({ min: 240, max: 2000 }), height: fc.integer({ min: 240, max: 2000 }) })
    fc.assert(
      fc.property(place, rooms, (there, room) => {
        const { x, y } = toScreen(there, wholeMap, room)
        expect(x).toBeGreaterThanOrEqual(8)
        expect(x).toBeLessThanOrEqual(room.width - 8)
        expect(y).toBeGreaterThanOrEqual(names)
        expect(y).toBeLessThanOrEqual(room.height - hint)
      }),
    )
  })

  it('keeps the place under the pointer while zooming in', () => {
    const room = { width: 800, height: 600 }
    const around = { x: 300, y: 200 }
    const before = toMap(around, wholeMap, room)
    const after = toMap(around, zoomed(wholeMap, room, 3, around), room)
    expect(after.x).toBeCloseTo(before.x, 3)
    expect(after.y).toBeCloseTo(before.y, 3)
  })

  it('returns to the whole map once nothing of it is left out', () => {
    const room = { width: 800, height: 600 }
    const near = { x: 0.2, y: 0.8, zoom: 2 }
    expect(zoomed(near, room, 0.25, { x: 10, y: 20 })).toEqual(wholeMap)
    expect(zoomed(near, room, 0.75, { x: 10, y: 20 }).zoom).toBe(1.5)
  })

  it('moves a place by as much as it is dragged', () => {
    const room = { width: 800, height: 600 }
    const near = { x: 0.5, y: 0.5, zoom: 4 }
    const there = { x: mapSize / 3, y: mapSize / 4 }
    const before = toScreen(there, near, room)
    const after = toScreen(there, panned(near, room, 30, -20), room)
    expect(after.x - before.x).toBeCloseTo(30, 6)
    expect(after.y - before.y).toBeCloseTo(-20, 6)
  })

  it('never pans off the map', () => {
    fc.assert(
      fc.property(
        camera,
        size,
        fc.integer({ min: -9999, max: 9999 }),
        fc.integer({ min: -9999, max: 9999 }),
        (from, room, byX, byY) => {
          const { x, y } = panned(from, room, byX, byY)
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
          expect(Math.max(x, y)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it('shows all of the points it is fitted to', () => {
    const room = { width: 500, height: 500 }
    fc.assert(
      fc.property(points, (shown) => {
        const on = cameraOn(shown, shown.x.keys())
        for (const index of shown.x.keys()) {
          const { x, y } = toScreen({ x: shown.x[index] ?? 0, y: shown.y[index] ?? 0 }, on, room)
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(-1)
          expect(Math.max(x, y)).toBeLessThanOrEqual(501)
        }
      }),
    )
  })
})

describe('the camera fitted to points', () => {
  const fitted = (...places: readonly (readonly [number, number])[]) => {
    const shown = { x: places.map(([x]) => x * mapSize), y: places.map(([, y]) => y * mapSize) }
    return cameraOn(shown, places.keys())
  }
  it('is on their middle, as near as the longer of their extents allows', () => {
    const wide = fitted([0.6, 0.8], [0.8, 0.9], [0.7, 0.85])
    const high = fitted([0.8, 0.6], [0.9, 0.8], [0.85, 0.7])
    for (const [found, x, y] of [
      [wide, 0.7, 0.85],
      [high, 0.85, 0.7],
    ] as const) {
      expect(found.x).toBeCloseTo(x, 6)
      expect(found.y).toBeCloseTo(y, 6)
      expect(found.zoom).toBeCloseTo(3, 6)
    }
  })

  it('is near a single point, and on the whole map without any', () => {
    const one = fitted([0.25, 0.75])
    expect(one).toMatchObject({ x: 0.25, y: 0.75 })
    expect(one.zoom).toBeGreaterThan(6)
    expect(fitted()).toEqual(wholeMap)
  })
})

describe('the camera on a place reached by key', () => {
  const rooms = fc.record({ width: fc.integer({ min: 240, max: 2000 }), height: fc.integer({ min: 240, max: 2000 }) })
  const isInSight = (there: Place, from: Camera, room: Size) => {
    const { x, y } = toScreen(there, from, room)
    const isWithin = (value: number, from: number, to: number) => value >= from && value <= to
    return isWithin(x, edge.side, room.width - edge.side) && isWithin(y, edge.top, room.height - edge.bottom)
  }

  it('stays where it is if the place is in sight, and brings it into sight otherwise', () => {
    fc.assert(
      fc.property(place, camera, rooms, (there, from, room) => {
        const next = cameraWith(from, room, there)
        expect(isInSight(there, next, room)).toBe(true)
        if (isInSight(there, from, room)) expect(next).toEqual(from)
        expect(next.zoom).toBe(from.zoom)
      }),
    )
  })

  it.each([
    ['left', { x: 0.2, y: 0.5 }],
    ['right', { x: 0.8, y: 0.5 }],
    ['top', { x: 0.5, y: 0.2 }],
    ['bottom', { x: 0.5, y: 0.8 }],
  ])('moves to a place beyond the %s edge', (_, { x, y }) => {
    const near = { x: 0.5, y: 0.5, zoom: 4 }
    const room = { width: 500, height: 500 }
    expect(cameraWith(near, room, { x: x * mapSize, y: y * mapSize })).toEqual({ x, y, zoom: 4 })
  })
})

describe('a lasso', () => {
  it('contains a place if the angles to its corners add up to a full turn', () => {
    // Corners at rising angles around a middle, so that no sides cross.
    const lasso = fc
      .record({
        middle: place,
        radii: fc.array(fc.integer({ min: 500, max: 30_000 }), { minLength: 3, maxLength: 30 }),
      })
      .map(({ middle, radii }) =>
        radii.map((radius, corner) => {
          const angle = (2 * Math.PI * corner) / radii.length
          return { x: middle.x + radius * Math.cos(angle), y: middle.y + radius * Math.sin(angle) }
        }),
      )
    fc.assert(
      fc.property(lasso, place, (corners, there) => {
        let turn = 0
        for (const [index, corner] of corners.entries()) {
          const next = corners[(index + 1) % corners.length] ?? corner
          const [from, to] = [corner, next].map(({ x, y }) => Math.atan2(y - there.y, x - there.x)) as [number, number]
          let angle = to - from
          if (angle > Math.PI) angle -= 2 * Math.PI
          if (angle < -Math.PI) angle += 2 * Math.PI
          turn += angle
        }
        expect(isInside(there, corners)).toBe(Math.abs(turn) > Math.PI)
      }),
      { numRuns: 500 },
    )
  })

  it('contains a place at the height of its corners', () => {
    const diamond = [
      { x: 10, y: 0 },
      { x: 0, y: 10 },
      { x: -10, y: 0 },
      { x: 0, y: -10 },
    ]
    expect([-11, -5, 0, 5, 11].map((x) => isInside({ x, y: 0 }, diamond))).toEqual([false, true, true, true, false])
  })

  it('selects only the shown points inside it', () => {
    const square = [
      { x: 100, y: 100 },
      { x: 200, y: 100 },
      { x: 200, y: 200 },
      { x: 100, y: 200 },
    ]
    const shown = { x: [50, 150, 150, 199], y: [50, 150, 250, 101] }
    expect(pointsInside(shown, all, square)).toEqual([1, 3])
    expect(pointsInside(shown, (index) => index !== 3, square)).toEqual([1])
    expect(pointsInside(shown, all, [])).toEqual([])
  })
})

describe('the nearest point', () => {
  it('is the one found by brute force', () => {
    fc.assert(
      fc.property(points, place, coordinate, (shown, there, reach) => {
        const distances = shown.x.map((x, index) => Math.hypot(x - there.x, (shown.y[index] ?? 0) - there.y))
        const found = nearestPoint(shown, all, there, reach)
        if (found === null) expect(Math.min(...distances)).toBeGreaterThan(reach - 1e-6)
        else expect(distances[found]).toBeCloseTo(Math.min(...distances), 6)
      }),
    )
  })

  it('is one that is shown, and the first of several at the same place', () => {
    const shown = { x: [10, 10, 10, 13], y: [20, 20, 20, 20] }
    expect(nearestPoint(shown, all, { x: 11, y: 20 }, 5)).toBe(0)
    expect(nearestPoint(shown, (index) => index > 0, { x: 11, y: 20 }, 5)).toBe(1)
    expect(nearestPoint(shown, (index) => index > 2, { x: 11, y: 20 }, 5)).toBe(3)
  })

  it('lies in the direction of the arrow key, or is null when no point is shown there', () => {
    fc.assert(
      fc.property(points, fc.nat(), (shown, start) => {
        const from = start % shown.x.length
        const right = pointTowards(shown, all, from, 'ArrowRight')
        if (right !== null) expect(shown.x[right]).toBeGreaterThan(shown.x[from] ?? 0)
        const up = pointTowards(shown, all, from, 'ArrowUp')
        if (up !== null) expect(shown.y[up]).toBeLessThan(shown.y[from] ?? 0)
      }),
    )
    const line = { x: [0, 10, 20], y: [0, 0, 0] }
    expect(pointTowards(line, all, 1, 'ArrowLeft')).toBe(0)
    expect(pointTowards(line, all, 1, 'ArrowRight')).toBe(2)
    expect(pointTowards(line, (index) => index !== 2, 1, 'ArrowRight')).toBeNull()
    expect(pointTowards(line, all, 1, 'ArrowUp')).toBeNull()
  })

  it.each([
    ['ArrowRight', [1, 0], [0, 1]],
    ['ArrowLeft', [-1, 0], [0, 1]],
    ['ArrowDown', [0, 1], [1, 0]],
    ['ArrowUp', [0, -1], [-1, 0]],
  ] as const)('for %s is one ahead rather than a nearer one aside', (key, ahead, aside) => {
    const at = (along: number, across: number): Place => ({
      x: 500 + along * ahead[0] + across * aside[0],
      y: 400 + along * ahead[1] + across * aside[1],
    })
    const towards = (...places: readonly Place[]) => {
      const shown = { x: places.map(({ x }) => x), y: places.map(({ y }) => y) }
      return pointTowards(shown, all, 0, key)
    }
    expect(towards(at(0, 0), at(10, 15), at(30, 0), at(-5, 0))).toBe(2)
    expect(towards(at(0, 0), at(30, 0), at(10, 15))).toBe(1)
    expect(towards(at(0, 0), at(10, -15), at(30, 2), at(60, 0))).toBe(2)
    expect(towards(at(0, 0), at(10, 15), at(60, 0))).toBe(1)
    expect(towards(at(0, 0), at(10, 40), at(10, -40))).toBeNull()
  })
})
