import { expect, it } from 'vitest'
import { relatedText, takeIds } from './metric-words'

const one = '018f6a52-7c1e-7b30-9c55-1f0f2a3b4c5d'
const two = '018f6a52-7c1e-7b30-9c55-1f0f2a3b4c5e'

it.each([
  [one, [one], ''],
  [` ${one}, ${two}\t`, [one, two], ''],
  // A field of one line takes the line breaks out of what is pasted.
  [`${one}${two}`, [one, two], ''],
  [`${one.toUpperCase()};${one}`, [one], ''],
  [`${one} brakes`, [one], 'brakes'],
  ['brakes', [], 'brakes'],
])('takes the ids out of %s', (text, ids, rest) => {
  expect(takeIds(text)).toEqual({ ids, rest })
})

it('says what became of a change', () => {
  const one = { count: 1, already: 0 }
  expect(relatedText('add', one, { state: 'done', error: null }, 'staging')).toBe('Linked 1 goal.')
  expect(relatedText('remove', { count: 1200, already: 0 }, { state: 'done', error: null }, 'staging')).toBe(
    'Unlinked 1,200 goals.',
  )
  expect(relatedText('add', one, { state: 'waiting', error: null }, 'staging')).toMatch(/^Saved on this computer/)
  expect(relatedText('add', one, { state: 'unknown', error: null }, 'staging')).toMatch(/^We’re checking/)
  expect(relatedText('add', one, { state: 'waiting', error: null }, 'production')).toMatch(
    /Review it in the sync status/,
  )
})

it.each([
  [2, 1, 'Linked 1 goal; 1 was already linked.'],
  [5, 2, 'Linked 3 goals; 2 were already linked.'],
  [1, 1, '1 goal was already linked.'],
  [1200, 1200, '1,200 goals were already linked.'],
])('says of %i goals that %i were linked before', (count, already, words) => {
  expect(relatedText('add', { count, already }, { state: 'done', error: null }, 'staging')).toBe(words)
})
