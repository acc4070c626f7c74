import { expect, it } from 'vitest'
import { repairText, repairValue } from './repair-text'

it.each([
  ['plain 🚲 text', 'plain 🚲 text'],
  ['a\u0000b', 'a\ufffdb'],
  ['\ud83d', '\ufffd'],
  ['\udeb2\ud83d', '\ufffd\ufffd'],
  ['\ud83d\ud83d\udeb2\udeb2', '\ufffd🚲\ufffd'],
])('%j becomes %j', (text, repaired) => {
  expect(repairText(text)).toBe(repaired)
})

it('repairs every string in a value, including keys', () => {
  const value = { 'a\u0000': ['\ud800', { b: '\u0000', c: null, d: 1, e: true }] }
  expect(repairValue(value)).toEqual({ 'a\ufffd': ['\ufffd', { b: '\ufffd', c: null, d: 1, e: true }] })
})
