import fc from 'fast-check'
import { expect, it } from 'vitest'
import { similarityText, uncomparedText } from './similarity-words'

it('never calls a similarity greater than it is, and hundredths what they are', () => {
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

it('says in a sentence for each reason who is not compared', () => {
  expect(uncomparedText({ without: 0, incomparable: 0, leftOut: 0 })).toEqual([])
  expect(uncomparedText({ without: 1, incomparable: 2, leftOut: 3_000 })).toEqual([
    '1 insight has no embedding and isn’t compared.',
    '2 insights have embeddings that can’t be compared.',
    '3,000 insights are left out to save memory.',
  ])
})
