import { expect, it } from 'vitest'
import { sizeText } from './size-text'

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_400, '1 kB'],
  [2_500_000, '2.5 MB'],
  [3_240_000_000, '3.2 GB'],
  [3_200_000_000_000, '3,200 GB'],
])('shows %i bytes as %s, with a decimal only for large units', (bytes, words) => {
  expect(sizeText(bytes)).toBe(words)
})
