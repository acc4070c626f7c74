// How many of 100,000 points are drawn per frame, on a counting canvas.
import { afterEach, expect, it, vi } from 'vitest'
import { drawPoints } from './draw-points'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('draws each of 100,000 points once, over several frames, and creates each shape once', () => {
  const frames: (() => void)[] = []
  let drawn = 0
  let forms = 0
  const context = { drawImage: () => (drawn += 1), beginPath() {}, arc() {}, fill() {}, stroke() {} }
  const canvasOf = () => ({ width: 0, height: 0, getContext: () => context }) as unknown as HTMLCanvasElement
  vi.stubGlobal('window', { devicePixelRatio: 1 })
  vi.stubGlobal('document', {
    createElement: () => {
      forms += 1
      return canvasOf()
    },
  })
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work))
  vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0))

  const count = 100_000
  const points = {
    ...{ count, at: new Int32Array(count), x: new Float32Array(count), y: new Float32Array(count) },
    r: Float32Array.from({ length: count }, (_, index) => 1.5 + (index % 3)),
    colour: Uint16Array.from({ length: count }, (_, index) => index % 7),
  }
  const onDone = vi.fn()
  drawPoints(canvasOf(), { points, width: 900, height: 200, colours: [], edge: '' }, onDone)
  const inFrames = [drawn]
  for (let work = frames.shift(); work !== undefined; work = frames.shift()) {
    const before = drawn
    work()
    inFrames.push(drawn - before)
  }
  expect(Math.max(...inFrames)).toBeLessThanOrEqual(20_000)
  expect(drawn).toBe(count)
  expect(forms).toBe(21)
  expect(onDone).toHaveBeenCalledOnce()

  const stop = drawPoints(canvasOf(), { points, width: 900, height: 200, colours: [], edge: '' }, onDone)
  stop()
  expect(frames).toEqual([])
  expect(onDone).toHaveBeenCalledOnce()
})
