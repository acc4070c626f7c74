// Draws points on a canvas. Each category has a colour and a shape. When there are too many points for shapes to be seen, all
// are squares, which draw many times faster.
import { type Camera, type Place, type Size, toScreen } from './map-geometry'

export const shapes = ['circle', 'square', 'triangle', 'diamond', 'cross', 'ring', 'bar'] as const
type Shape = (typeof shapes)[number]
export const shapeOf = (category: number): Shape => shapes[category % shapes.length] ?? 'circle'

/** Around 0,0 with a radius of 1; also SVG paths. */
export const shapePaths: Readonly<Record<Shape, string>> = {
  circle: 'M-.85 0a.85.85 0 1 0 1.7 0a.85.85 0 1 0 -1.7 0z',
  square: 'M-.75-.75h1.5v1.5h-1.5z',
  triangle: 'M0-1L1 .8H-1z',
  diamond: 'M0-1.1L1.1 0L0 1.1L-1.1 0z',
  cross: 'M-.35-1h.7v.65h.65v.7h-.65v.65h-.7v-.65h-.65v-.7h.65z',
  ring: 'M-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM-.5 0a.5.5 0 1 1 1 0a.5.5 0 1 1 -1 0z',
  bar: 'M-1.1-.45h2.2v.9h-2.2z',
}

export interface MapColours {
  /** By category. */
  readonly points: readonly string[]
  readonly text: string
  readonly accent: string
}

interface DrawnMap {
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
  readonly category: ArrayLike<number>
  readonly isShown: (index: number) => boolean
  /** null: nothing is selected. */
  readonly selected: ReadonlySet<number> | null
  readonly active: number | null
  readonly lasso: readonly Place[]
  readonly colours: MapColours
}

/** With more points, all are squares. */
const mostShapes = 12_000
const unselected = 0.16

/** Radius in CSS pixels. */
export const radiusAt = (shown: number, zoom: number) =>
  Math.min(7, (shown > 20_000 ? 1.6 : shown > 3_000 ? 2.6 : shown > 600 ? 3.6 : 4.8) * zoom ** 0.25)

export function drawMap(context: CanvasRenderingContext2D, map: DrawnMap, camera: Camera, size: Size, ratio: number) {
  const { x, y, category, isShown, selected, colours } = map
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, size.width, size.height)
  const zero = toScreen({ x: 0, y: 0 }, camera, size)
  const one = toScreen({ x: 1, y: 1 }, camera, size)
  const [scale, reach] = [one.x - zero.x, 12]
  const seen: number[] = []
  for (let index = 0; index < x.length; index += 1) {
    const [left, top] = [zero.x + (x[index] as number) * scale, zero.y + (y[index] as number) * scale]
    if (left < -reach || top < -reach || left > size.width + reach || top > size.height + reach) continue
    if (isShown(index)) seen.push(index)
  }
  const radius = radiusAt(seen.length, camera.zoom)
  const drawAll = (indexes: readonly number[], alpha: number) => {
    context.globalAlpha = alpha
    if (seen.length > mostShapes) drawSquares(context, indexes, map, { zero, scale, radius })
    else drawShapes(context, indexes, map, { zero, scale, radius })
  }
  if (selected === null) drawAll(seen, 0.85)
  else {
    drawAll(
      seen.filter((index) => !selected.has(index)),
      unselected,
    )
    drawAll(
      seen.filter((index) => selected.has(index)),
      1,
    )
  }
  context.globalAlpha = 1
  if (map.active !== null) {
    const place = toScreen({ x: x[map.active] as number, y: y[map.active] as number }, camera, size)
    drawActive(context, place, colours.points[category[map.active] as number] ?? colours.text, radius, colours.text)
  }
  if (map.lasso.length > 1) drawLasso(context, map.lasso, colours.accent)
}

interface Scale {
  readonly zero: Place
  readonly scale: number
  readonly radius: number
}

function byCategory(indexes: readonly number[], category: ArrayLike<number>): ReadonlyMap<number, number[]> {
  const found = new Map<number, number[]>()
  for (const index of indexes) {
    const of = category[index] as number
    const known = found.get(of)
    if (known === undefined) found.set(of, [index])
    else known.push(index)
  }
  return found
}

function drawSquares(
  context: CanvasRenderingContext2D,
  indexes: readonly number[],
  { x, y, category, colours }: DrawnMap,
  { zero, scale, radius }: Scale,
): void {
  for (const [of, own] of byCategory(indexes, category)) {
    context.fillStyle = colours.points[of] ?? colours.text
    for (const index of own) {
      const [left, top] = [zero.x + (x[index] as number) * scale, zero.y + (y[index] as number) * scale]
      context.fillRect(left - radius / 2, top - radius / 2, radius, radius)
    }
  }
}

function drawShapes(
  context: CanvasRenderingContext2D,
  indexes: readonly number[],
  { x, y, category, colours }: DrawnMap,
  { zero, scale, radius }: Scale,
): void {
  const base = context.getTransform()
  for (const [of, own] of byCategory(indexes, category)) {
    const path = new Path2D(shapePaths[shapeOf(of)])
    context.fillStyle = colours.points[of] ?? colours.text
    for (const index of own) {
      const [left, top] = [zero.x + (x[index] as number) * scale, zero.y + (y[index] as number) * scale]
      context.setTransform(base.a * radius, 0, 0, base.d * radius, left * base.a, top * base.d)
      context.fill(path)
    }
  }
  context.setTransform(base)
}

function drawActive(
  context: CanvasRenderingContext2D,
  { x, y }: Place,
  colour: string,
  radius: number,
  line: string,
): void {
  context.beginPath()
  context.arc(x, y, radius + 4, 0, 2 * Math.PI)
  context.fillStyle = colour
  context.fill()
  context.strokeStyle = line
  context.lineWidth = 2
  context.stroke()
}

function drawLasso(context: CanvasRenderingContext2D, lasso: readonly Place[], colour: string): void {
  context.beginPath()
  for (const { x, y } of lasso) context.lineTo(x, y)
  context.closePath()
  context.globalAlpha = 0.12
  context.fillStyle = colour
  context.fill()
  context.globalAlpha = 1
  context.strokeStyle = colour
  context.lineWidth = 1.5
  context.setLineDash([5, 4])
  context.stroke()
  context.setLineDash([])
}
