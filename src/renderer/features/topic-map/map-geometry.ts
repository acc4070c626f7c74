// Positions of points on screen, the point that is meant, and the points inside a lasso. Pure.
import { clamp } from '@mantine/hooks'
import { mapSize } from '../../../contract/features/topic-map'

export interface Place {
  readonly x: number
  readonly y: number
}

/** The shown part of the map: its middle, from 0 to 1, and its magnification relative to the whole map. */
export interface Camera extends Place {
  readonly zoom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

interface PointPlaces {
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
}

export const wholeMap: Camera = { x: 0.5, y: 0.5, zoom: 1 }
const mostZoom = 64

/** Margins of the whole map, in CSS pixels: room for cluster names above, and for the hint and buttons below. */
export const edge = { side: 16, top: 36, bottom: 56 } as const

/** Size of the whole map at this zoom, in CSS pixels. */
const pixelsOf = ({ width, height }: Size, zoom: number) =>
  Math.max(1, Math.min(width - 2 * edge.side, height - edge.top - edge.bottom)) * zoom

/** Screen position of the camera's place. */
const middleOf = ({ width, height }: Size): Place => ({ x: width / 2, y: (edge.top + height - edge.bottom) / 2 })

export function toScreen(place: Place, camera: Camera, size: Size): Place {
  const pixels = pixelsOf(size, camera.zoom)
  const middle = middleOf(size)
  return {
    x: (place.x / mapSize - camera.x) * pixels + middle.x,
    y: (place.y / mapSize - camera.y) * pixels + middle.y,
  }
}

export function toMap(place: Place, camera: Camera, size: Size): Place {
  const pixels = pixelsOf(size, camera.zoom)
  const middle = middleOf(size)
  return {
    x: ((place.x - middle.x) / pixels + camera.x) * mapSize,
    y: ((place.y - middle.y) / pixels + camera.y) * mapSize,
  }
}

/** Keeps the map in sight. */
function held({ x, y, zoom }: Camera): Camera {
  return { x: clamp(x, 0, 1), y: clamp(y, 0, 1), zoom: clamp(zoom, 1, mostZoom) }
}

export function panned(camera: Camera, size: Size, byX: number, byY: number): Camera {
  const pixels = pixelsOf(size, camera.zoom)
  return held({ ...camera, x: camera.x - byX / pixels, y: camera.y - byY / pixels })
}

/** Zooms around a place on screen, which stays. */
export function zoomed(camera: Camera, size: Size, factor: number, around: Place): Camera {
  const zoom = clamp(camera.zoom * factor, 1, mostZoom)
  if (zoom === 1) return wholeMap
  const before = toMap(around, camera, size)
  const after = toMap(around, { ...camera, zoom }, size)
  return held({
    x: camera.x + (before.x - after.x) / mapSize,
    y: camera.y + (before.y - after.y) / mapSize,
    zoom,
  })
}

/** Fits these points, with a margin. */
export function cameraOn(points: PointPlaces, indexes: Iterable<number>): Camera {
  let [left, top, right, bottom] = [mapSize, mapSize, 0, 0]
  for (const index of indexes) {
    const [x, y] = [points.x[index] ?? 0, points.y[index] ?? 0]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  if (right < left) return wholeMap
  const extent = Math.max(right - left, bottom - top, mapSize / 20) / mapSize
  return held({ x: (left + right) / 2 / mapSize, y: (top + bottom) / 2 / mapSize, zoom: clamp(0.6 / extent, 1, 12) })
}

/** Moves only to a place that is out of sight. */
export function cameraWith(camera: Camera, size: Size, place: Place): Camera {
  const { x, y } = toScreen(place, camera, size)
  const { side, top, bottom } = edge
  const isShown = x >= side && y >= top && x <= size.width - side && y <= size.height - bottom
  return isShown ? camera : held({ ...camera, x: place.x / mapSize, y: place.y / mapSize })
}

/** The nearest shown point within `reach`, all in units of the map; null: none is that near. */
export function nearestPoint(
  points: PointPlaces,
  isShown: (index: number) => boolean,
  place: Place,
  reach: number,
): number | null {
  let [best, square]: [number | null, number] = [null, reach * reach]
  for (let index = 0; index < points.x.length; index += 1) {
    const [x, y] = [(points.x[index] as number) - place.x, (points.y[index] as number) - place.y]
    const each = x * x + y * y
    if (each < square && isShown(index)) [best, square] = [index, each]
  }
  return best
}

export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'
const directions: Readonly<Record<Direction, Place>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
export const isDirection = (key: string): key is Direction => Object.hasOwn(directions, key)

/** The nearest shown point in a direction; sideways distance counts more. null: none lies that way. */
export function pointTowards(
  points: PointPlaces,
  isShown: (index: number) => boolean,
  from: number,
  direction: Direction,
): number | null {
  const { x: towardsX, y: towardsY } = directions[direction]
  const [fromX, fromY] = [points.x[from] as number, points.y[from] as number]
  let [best, least]: [number | null, number] = [null, Number.POSITIVE_INFINITY]
  for (let index = 0; index < points.x.length; index += 1) {
    const [x, y] = [(points.x[index] as number) - fromX, (points.y[index] as number) - fromY]
    const along = x * towardsX + y * towardsY
    const aside = Math.abs(x * towardsY) + Math.abs(y * towardsX)
    if (along <= 0 || aside > along * 2 || along + aside * 2 >= least || !isShown(index)) continue
    ;[best, least] = [index, along + aside * 2]
  }
  return best
}

/** Even-odd rule: counts the sides to the right of the place. */
export function isInside({ x, y }: Place, lasso: readonly Place[]): boolean {
  let isIn = false
  let before = lasso.at(-1)
  for (const corner of lasso) {
    if (before !== undefined && corner.y > y !== before.y > y) {
      const crossing = ((before.x - corner.x) * (y - corner.y)) / (before.y - corner.y) + corner.x
      if (x < crossing) isIn = !isIn
    }
    before = corner
  }
  return isIn
}

/** Shown points inside a lasso given in units of the map. */
export function pointsInside(
  points: PointPlaces,
  isShown: (index: number) => boolean,
  lasso: readonly Place[],
): readonly number[] {
  const [left, right] = [Math.min(...lasso.map(({ x }) => x)), Math.max(...lasso.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...lasso.map(({ y }) => y)), Math.max(...lasso.map(({ y }) => y))]
  const found: number[] = []
  for (let index = 0; index < points.x.length; index += 1) {
    const place = { x: points.x[index] as number, y: points.y[index] as number }
    const isNear = place.x >= left && place.x <= right && place.y >= top && place.y <= bottom
    if (isNear && isShown(index) && isInside(place, lasso)) found.push(index)
  }
  return found
}
