// The position of each record in the matrix. Typed arrays, for up to 100,000 records; a linear search takes less than a
// millisecond, so nothing is indexed.
import type { Part, PartValues } from '../../../contract/features/priorities'
import { type Axis, along, axisOf } from './matrix-scale'

export interface Room {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface MatrixAxes {
  readonly x: Axis
  readonly y: Axis
  /** null: all points have one size. */
  readonly size: Axis | null
}

/** In CSS pixels from the corner of the figure. */
export interface Points {
  readonly count: number
  /** Place of the record among all of its kind. */
  readonly at: Int32Array
  readonly x: Float32Array
  readonly y: Float32Array
  readonly r: Float32Array
  /** Index of its word; types may number hundreds. */
  readonly colour: Uint16Array
}

export interface MatrixChoices {
  readonly x: Part
  readonly y: Part
  readonly size: Part | null
}

const radius = { least: 4, greatest: 13, same: 6, speck: 1.5 }
/** Above this number, points shrink. */
const crowd = 300

/** Records with both values, in the order of their places. */
export function knownPlaces(values: PartValues, { x, y }: MatrixChoices, among: Iterable<number>): Int32Array {
  const [xs, ys] = [values[x], values[y]]
  const found: number[] = []
  for (const at of among) {
    if (!Number.isNaN(xs[at] ?? Number.NaN) && !Number.isNaN(ys[at] ?? Number.NaN)) found.push(at)
  }
  return Int32Array.from(found).sort()
}

export function axesOf(values: PartValues, { x, y, size }: MatrixChoices, places: Int32Array): MatrixAxes {
  const of = (part: Part) => Float64Array.from(places, (at) => values[part][at] ?? Number.NaN)
  return { x: axisOf(x, of(x)), y: axisOf(y, of(y), 4), size: size && axisOf(size, of(size)) }
}

interface PlacingOptions {
  readonly values: PartValues
  readonly choices: MatrixChoices
  readonly axes: MatrixAxes
  readonly room: Room
  readonly colourOf: (at: number) => number
}

export function placePoints(places: Int32Array, { values, choices, axes, room, colourOf }: PlacingOptions): Points {
  const { length } = places
  const points = {
    count: length,
    at: places,
    x: new Float32Array(length),
    y: new Float32Array(length),
    r: new Float32Array(length),
    colour: new Uint16Array(length),
  }
  const [xs, ys] = [values[choices.x], values[choices.y]]
  const sizes = choices.size && values[choices.size]
  const shrink = Math.min(1, Math.sqrt(crowd / Math.max(1, length)))
  const least = Math.max(radius.speck, radius.least * shrink)
  const greatest = Math.max(radius.speck * 2, radius.greatest * shrink)
  for (let index = 0; index < length; index += 1) {
    const at = places[index] ?? 0
    points.x[index] = room.left + along(axes.x, xs[at] ?? 0) * room.width
    points.y[index] = room.top + (1 - along(axes.y, ys[at] ?? 0)) * room.height
    points.colour[index] = colourOf(at)
    if (sizes === null || axes.size === null) points.r[index] = Math.max(radius.speck, radius.same * shrink)
    else {
      const value = sizes[at] ?? Number.NaN
      const share = Number.isNaN(value) ? 0 : Math.max(0, along(axes.size, value))
      // By area, which is what the eye compares.
      points.r[index] = Math.max(least, greatest * Math.sqrt(share))
    }
  }
  return points
}

/** Tolerance in CSS pixels. */
const reach = 6

/** The smallest point under the pointer, or the nearest one within reach; -1: none. */
export function pointBelow({ count, x, y, r }: Points, atX: number, atY: number): number {
  let [found, least] = [-1, Number.POSITIVE_INFINITY]
  for (let index = 0; index < count; index += 1) {
    const own = r[index] ?? 0
    const distance = Math.hypot((x[index] ?? 0) - atX, (y[index] ?? 0) - atY)
    if (distance > Math.max(own, reach)) continue
    const rank = distance <= own ? own : 100 + distance
    if (rank < least) [found, least] = [index, rank]
  }
  return found
}

/** Space for a one-digit number beside its point, in CSS pixels. */
const label = { gap: 3, width: 8, height: 11 }

/** Side of a point's number: 1 for right, -1 for left, where only the left is free of points and edges. */
export function labelSide({ count, x, y, r }: Points, index: number, width: number): 1 | -1 {
  const [ownX, ownY, own] = [x[index] ?? 0, y[index] ?? 0, r[index] ?? 0]
  const isFree = (side: 1 | -1) => {
    const near = ownX + side * (own + label.gap)
    const [left, right] = side === 1 ? [near, near + label.width] : [near - label.width, near]
    if (left < 0 || right > width) return false
    // Its own point is farther away than its radius.
    for (let other = 0; other < count; other += 1) {
      const [otherX, otherY] = [x[other] ?? 0, y[other] ?? 0]
      const acrossGap = otherX - Math.min(right, Math.max(left, otherX))
      const upGap = Math.max(0, Math.abs(otherY - ownY) - label.height / 2)
      if (Math.hypot(acrossGap, upGap) < (r[other] ?? 0)) return false
    }
    return true
  }
  if (isFree(1)) return 1
  if (isFree(-1)) return -1
  return ownX + own + label.gap + label.width > width ? -1 : 1
}

export const labelGap = label.gap

export interface Rectangle {
  readonly fromX: number
  readonly fromY: number
  readonly toX: number
  readonly toY: number
}

/** Indexes of the points whose centre is inside. */
export function pointsInside({ count, x, y }: Points, { fromX, fromY, toX, toY }: Rectangle): readonly number[] {
  const [left, right, top, bottom] = [
    ...[Math.min(fromX, toX), Math.max(fromX, toX)],
    ...[Math.min(fromY, toY), Math.max(fromY, toY)],
  ] as [number, number, number, number]
  const found: number[] = []
  for (let index = 0; index < count; index += 1) {
    const [px, py] = [x[index] ?? 0, y[index] ?? 0]
    if (px >= left && px <= right && py >= top && py <= bottom) found.push(index)
  }
  return found
}

const axisOfKey = { ArrowLeft: 'x', ArrowRight: 'x', ArrowUp: 'y', ArrowDown: 'y' } as const
export type Arrow = keyof typeof axisOfKey
export const isArrow = (key: string): key is Arrow => Object.hasOwn(axisOfKey, key)

/** The next point in that direction along the axis; points at one place follow one another. -1: none. */
export function nextPoint(points: Points, from: number, key: Arrow): number {
  const values = points[axisOfKey[key]]
  // On screen, y grows downwards.
  const sign = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1
  const start = values[from] ?? 0
  let [found, least] = [-1, Number.POSITIVE_INFINITY]
  const first = sign > 0 ? 0 : points.count - 1
  for (let index = first; index >= 0 && index < points.count; index += sign) {
    const distance = ((values[index] ?? 0) - start) * sign
    const isBefore = distance < 0 || (distance === 0 && (index - from) * sign <= 0)
    if (isBefore || distance >= least) continue
    ;[found, least] = [index, distance]
  }
  return found
}
