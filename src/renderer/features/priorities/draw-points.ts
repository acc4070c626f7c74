// Points of the matrix on a canvas: each form is drawn once and copied, so many in each frame that the page stays responsive.
import type { Points } from './matrix-points'

/** Copied in one frame; some milliseconds. */
const perFrame = 20_000
/** From so many on the forms are let through, so that a crowd looks denser than a few. */
const crowd = 2_000
/** Forms differ by so many CSS pixels of their radius. */
const radiusStep = 0.5

export interface Drawing {
  readonly points: Points
  readonly width: number
  readonly height: number
  /** By number of the colour. */
  readonly colours: readonly string[]
  /** What separates points that touch. */
  readonly edge: string
}

function formOf(colour: string, edge: string, r: number, ratio: number): HTMLCanvasElement {
  const form = document.createElement('canvas')
  const half = Math.ceil((r + 1) * ratio)
  form.width = half * 2
  form.height = half * 2
  const context = form.getContext('2d')
  if (context === null) return form
  context.beginPath()
  context.arc(half, half, r * ratio, 0, Math.PI * 2)
  context.fillStyle = colour
  context.fill()
  if (r >= 3) {
    context.strokeStyle = edge
    context.lineWidth = ratio
    context.stroke()
  }
  return form
}

/** Sets the size of the canvas, which also clears it. null: there is nothing to draw on. */
export function clearCanvas(canvas: HTMLCanvasElement, width: number, height: number) {
  const ratio = window.devicePixelRatio || 1
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const context = canvas.getContext('2d')
  return context === null ? null : { context, ratio }
}

/** Gives what stops it. `onDone` is called when the last one is drawn. */
export function drawPoints(canvas: HTMLCanvasElement, drawing: Drawing, onDone: () => void): () => void {
  const { points, width, height, colours, edge } = drawing
  const forms = new Map<number, HTMLCanvasElement>()
  const cleared = clearCanvas(canvas, width, height)
  if (cleared === null) return () => undefined
  const { context, ratio } = cleared
  context.globalAlpha = points.count > crowd ? 0.4 : 0.75
  let frame = 0
  let from = 0
  // The smallest lie on top, or nobody could point at them; a crowd is of nearly one size.
  const order = Uint32Array.from({ length: points.count }, (_, index) => index)
  if (points.count <= crowd) order.sort((one, other) => (points.r[other] ?? 0) - (points.r[one] ?? 0))
  function drawSome() {
    const to = Math.min(from + perFrame, points.count)
    for (let place = from; place < to; place += 1) {
      const index = order[place] ?? 0
      const colour = points.colour[index] ?? 0
      const size = Math.round((points.r[index] ?? 0) / radiusStep)
      const key = colour * 1_000 + size
      let form = forms.get(key)
      if (form === undefined) {
        form = formOf(colours[colour] ?? 'gray', edge, size * radiusStep, ratio)
        forms.set(key, form)
      }
      const half = form.width / 2
      context.drawImage(form, (points.x[index] ?? 0) * ratio - half, (points.y[index] ?? 0) * ratio - half)
    }
    from = to
    if (from < points.count) frame = requestAnimationFrame(drawSome)
    else onDone()
  }
  drawSome()
  return () => cancelAnimationFrame(frame)
}
