import fc from 'fast-check'
import { expect, it } from 'vitest'
import { confirmationOf } from '../../contract/features/listing'
import { isConfirmedBy } from './deletion/deletion-words'
import { insightKind } from './record-kind'
import { countText, figure, nameInNotice, sentimentText, statusWord, trendText } from './record-words'
import { similarityText, uncomparedText } from './similarity/similarity-words'

it('counts the matches among all records', () => {
  expect(countText(insightKind, { total: 42, all: 128 }, true)).toBe('42 of 128 insights')
  expect(countText(insightKind, { total: 1, all: 1 }, false)).toBe('1 insight')
  expect(countText(insightKind, { total: 0, all: 100_000 }, true)).toBe('0 of 100,000 insights')
})

it('shows an unknown status as it is', () => {
  expect(statusWord('InDevelopment')).toBe('In development')
  expect(statusWord('constructor')).toBe('constructor')
})

it('names a sentiment by its score, or by the service’s category if there is one', () => {
  const sentiment = { sentimentCategory: null, sentimentConfidence: null }
  expect(sentimentText({ ...sentiment, sentimentScore: 0.4 })).toBe('Positive · +0.40')
  expect(sentimentText({ ...sentiment, sentimentScore: -0.4 })).toBe('Negative · −0.40')
  expect(sentimentText({ ...sentiment, sentimentScore: -0.25 })).toBe('Neutral · −0.25')
  expect(sentimentText({ ...sentiment, sentimentCategory: 'Neutral', sentimentScore: -0.4 })).toBe('Neutral · −0.40')
})

it('writes a true minus sign, and trends with two decimals', () => {
  expect(trendText(-0.8)).toBe('Falling −0.80')
  expect(trendText(0.123)).toBe('Rising +0.12')
  expect(trendText(-0.004)).toBe('Steady')
  expect(figure(-2)).toBe('−2')
  expect(trendText(null)).toBe('–')
})

it('rounds a similarity down, but keeps exact hundredths', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100 }),
      fc.double({ min: 0, max: 0.009, noNaN: true }),
      (hundredths, more) => {
        const expected = (hundredths / 100).toFixed(2)
        expect(similarityText(hundredths / 100)).toBe(expected)
        if (hundredths < 100) expect(similarityText(hundredths / 100 + more)).toBe(expected)
      },
    ),
  )
  expect([0.9499, 0.9999].map(similarityText)).toEqual(['0.94', '0.99'])
})

it('says in one sentence per reason how many insights are not compared', () => {
  expect(uncomparedText({ without: 0, incomparable: 0, leftOut: 0 })).toEqual([])
  expect(uncomparedText({ without: 1, incomparable: 2, leftOut: 3_000 })).toEqual([
    '1 insight has no embedding and isn’t compared.',
    '2 insights have embeddings that can’t be compared.',
    '3,000 insights are left out to save memory.',
  ])
})

it('asks for the title, or for the ID if there is none', () => {
  expect(confirmationOf('Manual', 'k-1')).toEqual({ noun: 'title', text: 'Manual' })
  expect(confirmationOf(null, 'k-1')).toEqual({ noun: 'id', text: 'k-1' })
  expect(confirmationOf(' \n', 'k-1')).toEqual({ noun: 'id', text: 'k-1' })
})

it('ignores differences in whitespace, and those that a page does not show', () => {
  expect(isConfirmedBy(' The  old\tmanual ', 'The old manual\n')).toBe(true)
  expect(isConfirmedBy('the old manual', 'The old manual')).toBe(false)
  expect(isConfirmedBy('', 'The old manual')).toBe(false)
  expect(isConfirmedBy('R\u00e9sum\u00e9.pdf', 'Re\u0301sume\u0301.pdf')).toBe(true)
  expect(isConfirmedBy('Resume.pdf', 'Re\u0301sume\u0301.pdf')).toBe(false)
  expect(isConfirmedBy('Battery life', 'Bat\u00adtery\u200b life\u2060')).toBe(true)
  // Joined, they are one picture.
  expect(isConfirmedBy('\u{1f468}\u{1f469}', '\u{1f468}\u200d\u{1f469}')).toBe(false)
})

it('asks for the ID of a record whose title has nothing that a page shows', () => {
  expect(confirmationOf('\u200b\u00ad \u2060', 'k-1')).toEqual({ noun: 'id', text: 'k-1' })
})

it('asks for the ID if the title has more than 200 characters', () => {
  expect(confirmationOf('a'.repeat(200), 'k-1').noun).toBe('title')
  expect(confirmationOf('a'.repeat(201), 'k-1')).toEqual({ noun: 'id', text: 'k-1' })
  expect(confirmationOf('a'.repeat(2001), 'k-1')).toEqual({ noun: 'id', text: 'k-1' })
})

it.each([
  [{ title: 'Range  jumps\nback' }, '“Range jumps back”'],
  [{ title: 'Secret', hideContent: true }, '1 insight'],
  [{ title: ' ' }, '1 insight'],
  [{ title: null }, '1 insight'],
  [undefined, '1 insight'],
])('names a record by its title, unless that is hidden or blank: %o', (record, name) => {
  expect(nameInNotice(record, '1 insight')).toBe(name)
})
