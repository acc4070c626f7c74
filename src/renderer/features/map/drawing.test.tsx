import { expect, it } from 'vitest'
import { type MapRecord, noFilter } from '../../../contract/features/map'
import { pngScale } from './draw-png'
import { drawingOf, escapeXml } from './drawing'
import { layOut, linesInFile } from './layout'
import { outlineOf } from './outline'
import type { Palette } from './palette'
import { widthOf, wrapped } from './text-width'
import { nextStep } from './use-zoom'

const colours: Palette = {
  ...{ canvas: '#f7f8fa', card: '#fff', edge: '#ddd', line: '#999', text: '#111', quiet: '#555' },
  ...{ gap: '#7d4a00', gapCard: '#fdf1dc', gapEdge: '#dfae5c' },
}

function draw(title: string, changes: Partial<MapRecord> = {}): Document {
  const goal: MapRecord = {
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
    ...changes,
  }
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
  expect(wrapped('one two three', { size: 10 }, 45, 3)).toEqual(['one two', 'three'])
  const long = wrapped('x'.repeat(90), { size: 10 }, 100, 2)
  expect(long).toHaveLength(2)
  expect(long[1]).toMatch(/…$/)
  for (const line of [...long, ...wrapped('自転車の電池が冬に早く切れる', { size: 13 }, 100, 4)]) {
    expect(widthOf(line, { size: line.startsWith('x') ? 10 : 13 })).toBeLessThanOrEqual(101)
  }
  expect(wrapped('', { size: 13 }, 100, 2)).toEqual([''])
})

it('keeps a word whole that just fits in a line', () => {
  const style = { size: 10 }
  expect(wrapped('a whole word', style, widthOf('whole', style), 3)).toEqual(['a', 'whole', 'word'])
  expect(wrapped('a whole', style, widthOf('whole', style), 3)).toEqual(['a', 'whole'])
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
