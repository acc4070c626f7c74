import { afterEach, expect, it, vi } from 'vitest'
import { type MapRecord, noFilter } from '../../../contract/features/map'
import { WordCanvas } from '../../testing/painted'
import { drawPng, pngScale } from './draw-png'
import { drawingOf, escapeXml } from './drawing'
import { layOut, linesInFile } from './layout'
import { outlineOf } from './outline'
import { type Palette, readPalette } from './palette'
import { widthOf, wrapped } from './text-width'
import { nextStep } from './use-zoom'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const colours: Palette = {
  ...{ canvas: '#f7f8fa', card: '#fff', edge: '#ddd', line: '#999', text: '#111', quiet: '#555' },
  ...{ gap: '#7d4a00', gapCard: '#fdf1dc', gapEdge: '#dfae5c' },
}

const goalOf = (title: string): MapRecord => ({
  ...{
    kind: 'outcome',
    id: 'g',
    title,
    hideContent: false,
    status: null,
    score: 0.81,
    at: null,
    gap: 'noOpportunities',
  },
  ...{ insights: 12, unseen: 3, feedback: 34, recent: 5, elsewhere: 0, matches: true, through: null },
  below: [{ list: 'goalOpportunities', total: 1 }],
})

function draw(title: string, changes: Partial<MapRecord> = {}): Document {
  const goal: MapRecord = { ...goalOf(title), ...changes }
  const opportunity: MapRecord = {
    ...goal,
    kind: 'opportunity',
    title: 'Range',
    through: 4,
    elsewhere: 2,
    gap: null,
    below: [],
  }
  const { nodes } = outlineOf({
    top: {
      below: [{ list: 'goals', total: 3 }],
      gaps: { noOpportunities: 0, noSolutions: 0, notFresh: 0 },
      matching: 0,
      all: 0,
    },
    read: ({ list }) => ({ records: [list === 'goals' ? goal : opportunity], total: list === 'goals' ? 3 : 1 }),
    ...{ filter: noFilter, opened: new Map(), limits: new Map(), isRevealed: () => false, most: 500 },
  })
  const svg = drawingOf(layOut(nodes, linesInFile), { colours, title: `Evidence map of ${title}`, note: '1 Jun 2026' })
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml')
  expect(parsed.querySelector('parsererror')).toBeNull()
  expect(svg).not.toMatch(/href|url\(|var\(|<image|<script|<foreignObject/)
  return parsed
}

const texts = (drawn: Document) => [...drawn.querySelectorAll('text')].map((each) => each.textContent)

it('draws the shown records as text, with gaps in words and inferred links dashed', () => {
  const drawn = draw('Riders trust the range')
  expect(texts(drawn)).toEqual(
    expect.arrayContaining([
      ...['Goal', '0.81', 'Riders trust the range', '12 insights · 3 unseen · 34 feedback'],
      ...[
        'No opportunities',
        'Opportunity',
        'Range',
        'through 4 shared insights',
        'also under 2 other goals',
        '2 more goals',
      ],
    ]),
  )
  expect(drawn.querySelectorAll('g path[stroke-dasharray]')).toHaveLength(1)
})

/** Each element that shows something, with its attributes and its text. */
const elements = (drawn: Document) =>
  [...drawn.querySelectorAll('rect, text, path, g')].map((each) =>
    [
      each.tagName,
      ...[...each.attributes].map(({ name, value }) => `${name}=${value}`),
      ...(each.tagName === 'text' ? [each.textContent] : []),
    ].join(' '),
  )

it('draws a title, a legend, and each card with its parts and lines', () => {
  const drawn = draw('Range')
  const svg = drawn.documentElement
  expect(['width', 'height', 'viewBox'].map((name) => svg.getAttribute(name))).toEqual(['760', '252', '0 0 760 252'])
  expect(svg.getAttribute('font-family')).toContain("'Segoe UI'")
  expect(drawn.querySelector('title')).toHaveTextContent('Evidence map of Range')
  const line = 'fill=none stroke=#999 stroke-width=1.4'
  const [small, note] = ['font-size=11 fill=#555', 'font-size=11.5 fill=#555']
  const bold = 'fill=#111 font-weight=600'
  expect(elements(drawn)).toEqual([
    'rect width=760 height=252 fill=#f7f8fa',
    `text x=24 y=36 font-size=16 ${bold} Evidence map of Range`,
    `text x=24 y=54 ${note} 1 Jun 2026`,
    'path d=M416 33h26 stroke=#999 stroke-width=1.4',
    `text x=448 y=37 ${note} Linked`,
    'path d=M504 33h26 stroke=#999 stroke-width=1.4 stroke-dasharray=4 4',
    `text x=536 y=37 ${note} Inferred through shared insights`,
    'g transform=translate(0 64)',
    `path d=M284 54C307 54 307 54 330 54 ${line} stroke-dasharray=4 4`,

    'rect x=24 y=24 width=260 height=96 rx=8 fill=#fff stroke=#dfae5c',
    `text x=36 y=45 ${small} Goal`,
    `text x=272 y=45 ${small} text-anchor=end 0.81`,
    `text x=36 y=64 font-size=13 ${bold} Range`,
    `text x=36 y=81 ${note} 12 insights · 3 unseen · 34 feedback`,
    'rect x=36 y=89 width=138 height=19 rx=4 fill=#fdf1dc',
    'path d=M48 93l5.5 10h-11zm0 3.6v2.6m0 1.9v.2 fill=none stroke=#7d4a00 stroke-width=1.2 stroke-linejoin=round stroke-linecap=round',
    'text x=59 y=102.5 font-size=11.5 fill=#7d4a00 font-weight=500 No opportunities',

    'rect x=330 y=24 width=260 height=105 rx=8 fill=#fff stroke=#ddd',
    `text x=342 y=45 ${small} Opportunity`,
    `text x=578 y=45 ${small} text-anchor=end 0.81`,
    `text x=342 y=64 font-size=13 ${bold} Range`,
    `text x=342 y=81 ${note} 12 insights · 3 unseen · 34 feedback`,
    `text x=342 y=98 ${note} through 4 shared insights`,
    `text x=342 y=115 ${note} also under 2 other goals`,

    'rect x=24 y=130 width=260 height=34 rx=8 fill=none stroke=#ddd',
    'text x=36 y=151 font-size=12 fill=#555 2 more goals',
  ])
})

it('draws titles in bold, customers’ words as they are, and hidden content quietly', () => {
  const title = (shown: string, changes: Partial<MapRecord> = {}) =>
    elements(draw('Words', changes)).find((each) => each.startsWith('text x=36') && each.endsWith(shown))
  expect(title('Words')).toBe('text x=36 y=64 font-size=13 fill=#111 font-weight=600 Words')
  expect(title('Words', { kind: 'feedback' })).toBe('text x=36 y=64 font-size=13 fill=#111 font-weight=400 Words')
  expect(title('Hidden content', { hideContent: true })).toBe('text x=36 y=64 font-size=13 fill=#555 Hidden content')
})

it('takes its colours from the style sheet', () => {
  const ground = document.createElement('div')
  for (const [name, colour] of Object.entries(colours)) {
    const property = { gapCard: '--map-gap-card', gapEdge: '--map-gap-edge' }[name] ?? `--map-${name}`
    ground.style.setProperty(property, ` ${colour} `)
  }
  document.body.append(ground)
  expect(readPalette(ground)).toEqual(colours)
  ground.remove()
})

it.each([
  ['outcome', true, 2],
  ['feedback', false, 3],
] as const)('gives the title of a card the room beside its button: %s', (kind, isBold, most) => {
  const title = 'i '.repeat(300)
  const record = { ...goalOf(title), kind }
  const lines = linesInFile(record)
  expect(lines).toHaveLength(most)
  for (const line of lines) {
    expect(widthOf(line, { size: 13, isBold })).toBeLessThanOrEqual(226)
    expect(widthOf(`${line} i`, { size: 13, isBold })).toBeGreaterThan(226)
  }
})

it('draws a wide map as wide as it is, with its legend at the right', () => {
  const svg = drawingOf({ boxes: [], edges: [], width: 1_000, height: 50 }, { colours, title: 'Map', note: 'Today' })
  expect(svg).toContain(' width="1000" height="114" ')
  expect(svg).toContain('M744 33h26')
})

it('draws text from the service as text, whatever it contains', () => {
  const drawn = draw('<script>alert("1")</script> & \u0007\ud800 more')
  expect(drawn.querySelector('script')).toBeNull()
  expect(texts(drawn).join(' ')).toContain('<script>')
  expect(escapeXml('a\u0000b\ud83d')).toBe('a�b�')
  expect(escapeXml('🔋 & range')).toBe('🔋 &amp; range')
})

it('keeps hidden content hidden', () => {
  const drawn = draw('Secret plans', { hideContent: true })
  expect(texts(drawn).filter((text) => text?.includes('Hidden content')).length).toBeGreaterThan(0)
  expect(texts(drawn).filter((text) => text === 'Secret plans')).toEqual([])
})

it('breaks lines between words, and within words that are too long, and ends cut text with an ellipsis', () => {
  for (const text of ['one two three', ' one\n\ttwo  three']) {
    expect(wrapped(text, { size: 10 }, 45, 3)).toEqual(['one two', 'three'])
  }
  const long = wrapped('x'.repeat(90), { size: 10 }, 100, 2)
  expect(long).toHaveLength(2)
  expect(long[1]).toMatch(/…$/)
  for (const line of [...long, ...wrapped('自転車の電池が冬に早く切れる', { size: 13 }, 100, 4)]) {
    expect(widthOf(line, { size: line.startsWith('x') ? 10 : 13 })).toBeLessThanOrEqual(101)
  }
  expect(wrapped('', { size: 13 }, 100, 2)).toEqual([''])
})

it('keeps words whole that just fit in a line', () => {
  const style = { size: 10 }
  expect(wrapped('a whole word', style, widthOf('whole', style), 3)).toEqual(['a', 'whole', 'word'])
  expect(wrapped('a whole', style, widthOf('whole', style), 3)).toEqual(['a', 'whole'])
  expect(wrapped('a whole word', style, widthOf('a whole', style), 3)).toEqual(['a whole', 'word'])
})

it('scales a large map down to what a canvas can hold', () => {
  expect(pngScale(1_000, 800)).toBe(2)
  expect(pngScale(1_000, 40_000) * 40_000).toBeLessThanOrEqual(16_000)
  const scale = pngScale(15_000, 15_000)
  expect(15_000 * 15_000 * scale * scale).toBeLessThanOrEqual(60_000_001)
})

it('zooms in steps and stops at the limits', () => {
  expect([nextStep(1, 1), nextStep(1, -1), nextStep(0.9, 1), nextStep(2, 1), nextStep(0.2, -1)]).toEqual([
    1.25, 0.8, 1, 2, 0.2,
  ])
})

it('makes an image twice as large as the drawing', async () => {
  const images: { src: string }[] = []
  vi.stubGlobal(
    'Image',
    class {
      src = ''
      readonly width = 300
      readonly height = 200
      decode = async () => void images.push(this)
    },
  )
  const canvas = new WordCanvas()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(canvas.context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(function (this: HTMLCanvasElement, type) {
    return `data:${type};base64,${this.width}by${this.height}`
  })
  expect(await drawPng('<svg>é</svg>')).toBe('600by400')
  expect(HTMLCanvasElement.prototype.toDataURL).toHaveBeenCalledWith('image/png')
  expect(images.map(({ src }) => src)).toEqual(['data:image/svg+xml;charset=utf-8,%3Csvg%3E%C3%A9%3C%2Fsvg%3E'])
  expect(canvas.painted).toEqual(['copy | 300 wide | 0 0 600 400'])
})

it('measures text in the font of the page, and heavier where it is bold', async () => {
  const canvas = new WordCanvas()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(canvas.context as never)
  // Another canvas than that of the tests before.
  vi.resetModules()
  const { measureOnScreen } = await import('./text-width')
  document.body.style.fontFamily = 'Serif'
  expect(measureOnScreen('four', { size: 13 })).toBe(4)
  expect(canvas.font).toBe('400 13px Serif')
  measureOnScreen('four', { size: 11, isBold: true })
  expect(canvas.font).toBe('600 11px Serif')
  document.body.style.fontFamily = ''
})

it('estimates the width of each kind of letter, and a bold one wider', () => {
  const widths = ['i', 'm', 'A', '7', 'a', '電', '🔋', '\u0301'].map((letter) => widthOf(letter, { size: 100 }))
  expect(widths.map(Math.round)).toEqual([34, 90, 70, 70, 58, 105, 105, 0])
  expect(widthOf('aa', { size: 100, isBold: true })).toBeCloseTo(2 * 58 * 1.18)
})
