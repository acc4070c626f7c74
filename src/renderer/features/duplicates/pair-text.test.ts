import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sampleId, sampleRow } from '../../testing/sample-insights'
import { sampleFeedback } from '../../testing/sample-records'
import { areMarksOfUse, ownParts, pairMarkdown } from './pair-text'

it('marks the words missing from the other text, ignoring case, punctuation and order', () => {
  const parts = ownParts('Range falls on steep Hills', 'The RANGE drops on hills')
  expect(parts.filter(({ isOwn }) => isOwn).map(({ text }) => text.trim())).toEqual(['falls', 'steep'])
  expect(ownParts('Same words', 'words, same').some(({ isOwn }) => isOwn)).toBe(false)
  expect(ownParts('', 'a')).toEqual([])
})

it('leaves punctuation between words unmarked', () => {
  const parts = ownParts('Range – falls', 'Range drops')
  expect(parts.filter(({ isOwn }) => isOwn)).toEqual([{ text: 'falls', isOwn: true }])
})

it('marks neither text when most of one would be marked', () => {
  expect(areMarksOfUse('Range falls on steep hills', 'Range drops on hills')).toBe(true)
  expect(areMarksOfUse('Range falls', 'Range falls because the map knows no wind')).toBe(false)
  expect(areMarksOfUse('A permission was never requested', 'Median time to open the app')).toBe(false)
  expect(areMarksOfUse('', '')).toBe(true)
})

it('keeps every character of a text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, other) => {
      expect(
        ownParts(text, other)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

const detail = (place: number, changes = {}) => ({
  ...sampleRow(place),
  ...{ description: 'Told *twice*', ownerId: null, lastScoreCalculatedAt: null, embeddingLength: 3 },
  ...{ opportunities: [], solutions: [], outcomes: [], feedback: [], ...changes },
})

it('copies both insights as Markdown with their own markup escaped, and hides hidden content', () => {
  const related = { description: '', hideContent: false }
  const opportunities = [
    { ...related, id: 'o', title: 'Range', status: 'New' },
    { ...related, id: 'p', title: 'Secret sale', status: 'New', hideContent: true },
  ]
  const outcomes = [{ ...related, id: 'g', title: 'Fewer *returns*', rank: 1, trend: null }]
  const solutions = [{ ...related, id: 's', title: 'Larger battery', status: 'New' }]
  const first = detail(1, { feedback: [sampleFeedback(3)], opportunities, outcomes, solutions })
  const hidden = detail(2, { hideContent: true, title: 'Secret' })
  expect(pairMarkdown([first, hidden], 0.968).split('\n')).toEqual([
    '# Possible duplicates, similarity 0.96',
    ...['', '## Insight number 1', ''],
    `General feedback, score 0.50, created 2026-01-01, ID ${sampleId(1)}`,
    ...['', 'Told \\*twice\\*'],
    ...['', 'Belongs to: Range; Fewer \\*returns\\*; Larger battery'],
    ...['', '> Somebody said number 3', '>', '> Survey, 2026-01-01'],
    ...['', '## Hidden content', '', `ID ${sampleId(2)}`],
  ])
  const bare = detail(4, { combinedScore: null, description: '', type: 'Bug' })
  expect(pairMarkdown([bare, hidden], 0.968)).toContain(
    `\n## Insight number 4\n\nBug, not scored, created 2026-01-01, ID ${sampleId(4)}\n\n## Hidden`,
  )
  const unnamed = detail(5, { title: '', opportunities: [{ ...related, id: 'o', title: ' ', status: 'New' }] })
  const text = pairMarkdown([unnamed, hidden], 0.968)
  expect(text).toContain('\n## Untitled 00000000\n')
  expect(text).toContain('\nBelongs to: Untitled o\n')
})
