// How points are drawn, and how many of 100,000 per frame.
import { afterEach, expect, it, vi } from 'vitest'
import { WordCanvas } from '../../testing/painted'
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

/** Draws points of these radii and colours, each ten pixels right of and below the last, with two pixels for one. */
function draw(circles: readonly (readonly [r: number, colour: number])[]) {
  const forms: WordCanvas[] = []
  const canvasOf = (words: WordCanvas) => ({ width: 0, height: 0, getContext: () => words.context })
  vi.stubGlobal('window', { devicePixelRatio: 2 })
  vi.stubGlobal('document', {
    createElement: () => {
      const form = new WordCanvas()
      forms.push(form)
      return canvasOf(form)
    },
  })
  const points = {
    ...{ count: circles.length, at: new Int32Array(circles.length) },
    x: Float32Array.from(circles, (_, index) => index * 10),
    y: Float32Array.from(circles, (_, index) => index * 10),
    r: Float32Array.from(circles, ([r]) => r),
    colour: Uint16Array.from(circles, ([, colour]) => colour),
  }
  const words = new WordCanvas()
  const canvas = canvasOf(words)
  const drawing = { points, width: 300.2, height: 99.9, colours: ['red', 'green'], edge: 'white' }
  drawPoints(canvas as unknown as HTMLCanvasElement, drawing, () => undefined)
  return { size: [canvas.width, canvas.height], painted: words.painted, forms: forms.map(({ painted }) => painted) }
}

it('draws small points over large ones, in their colours, and all but specks with an edge', () => {
  const { size, painted, forms } = draw([
    [2, 0],
    [5, 1],
    [2.9, 2],
    [3, 0],
    [5.1, 1],
  ])
  expect(size).toEqual([600, 200])
  // Radii are rounded, so that few forms are drawn.
  expect(painted).toEqual([
    'copy | 24 wide | 68 68 | alpha 0.75',
    'copy | 24 wide | 8 8 | alpha 0.75',
    'copy | 16 wide | 52 52 | alpha 0.75',
    'copy | 16 wide | 32 32 | alpha 0.75',
    'copy | 12 wide | -6 -6 | alpha 0.75',
  ])
  expect(forms).toEqual([
    ['fill | circle 12 12 10 | green', 'stroke | circle 12 12 10 | white 2'],
    ['fill | circle 8 8 6 | red', 'stroke | circle 8 8 6 | white 2'],
    ['fill | circle 8 8 6 | gray', 'stroke | circle 8 8 6 | white 2'],
    ['fill | circle 6 6 4 | red'],
  ])
})

it('draws a crowd fainter, in the order of its points', () => {
  const crowd = (count: number) => draw(Array.from({ length: count }, (_, index) => [index % 2, 0] as const)).painted
  expect(crowd(2_000)[0]).toBe('copy | 8 wide | 16 16 | alpha 0.75')
  expect(crowd(2_001).slice(0, 2)).toEqual(['copy | 4 wide | -2 -2 | alpha 0.4', 'copy | 8 wide | 16 16 | alpha 0.4'])
})
