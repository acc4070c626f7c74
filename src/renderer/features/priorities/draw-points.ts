// Draws the matrix's points on a canvas: each form is drawn once, then copied in batches per frame, so the page stays responsive.
import type { Points } from './matrix-points'

/** Copies per frame; some milliseconds. */
const perFrame = 20_000
/** Above this number, points are more transparent, so that a crowd looks denser than a few. */
const crowd = 2_000
/** Radii are rounded to this step, in CSS pixels. */
const radiusStep = 0.5

export interface Drawing {
  readonly points: Points
  readonly width: number
  readonly height: number
  /** Indexed by colour number. */
  readonly colours: readonly string[]
  /** Separates points that touch. */
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

/** Sizes the canvas, which also clears it. null: it cannot draw. */
export function clearCanvas(canvas: HTMLCanvasElement, width: number, height: number) {
  const ratio = window.devicePixelRatio
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const context = canvas.getContext('2d')
  return context === null ? null : { context, ratio }
}

/** Returns a function to stop it. `onDone` is called after the last point. */
export function drawPoints(canvas: HTMLCanvasElement, drawing: Drawing, onDone: () => void): () => void {
  const { points, width, height, colours, edge } = drawing
  const forms = new Map<number, HTMLCanvasElement>()
  const cleared = clearCanvas(canvas, width, height)
  if (cleared === null) return () => undefined
  const { context, ratio } = cleared
  context.globalAlpha = points.count > crowd ? 0.4 : 0.75
  let frame = 0
  let from = 0
  // Smallest on top, or nobody could point at them; in a crowd all have nearly one size.
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
