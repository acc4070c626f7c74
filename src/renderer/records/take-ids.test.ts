import { expect, it } from 'vitest'
import { takeIds } from './take-ids'

const one = '018f6a52-7c1e-7b30-9c55-1f0f2a3b4c5d'
const two = '018f6a52-7c1e-7b30-9c55-1f0f2a3b4c5e'

it.each([
  [one, [one], ''],
  [` ${one}, ${two}\t`, [one, two], ''],
  // A field of one line removes the line breaks of a pasted text.
  [`${one}${two}`, [one, two], ''],
  [`see ${one.toUpperCase()} and ${two},`, [one, two], 'see  and'],
  [`${one.toUpperCase()};${one}`, [one], ''],
  [`${one} brakes`, [one], 'brakes'],
  [`${one}, ${two}; brakes`, [one, two], 'brakes'],
  ['brakes', [], 'brakes'],
])('extracts the IDs from %s', (text, ids, rest) => {
  expect(takeIds(text)).toEqual({ ids, rest })
})
