import { expect, test } from 'vitest'
import { draw, keyOf, mistakesIn, withMistake, wordsOf } from './mistakes.mjs'

const content = `export const isOld = (years: number) => {
  return years >= 65
}
export const label = 'old'
`

const all = await mistakesIn('src/age.ts', content)
const changed = all.map(withMistake)

test('makes one mistake at a time, and leaves texts alone', () => {
  expect(changed).toContain(content.replace('>=', '>'))
  expect(changed).toContain(content.replace('years >= 65', 'false'))
  expect(changed.filter((text) => !text.includes("'old'"))).toEqual([])
  expect(changed).not.toContain(content)
})

test('names a mistake by its line and both texts', () => {
  const words = all.map(wordsOf)
  expect(words).toContain('src/age.ts:2  years >= 65  →  years < 65')
  expect(new Set(all.map(keyOf)).size).toBe(all.length)
})

test('draws each mistake once, the same ones for a seed, and only those that count', async () => {
  const drawWith = (seed, counts = async () => true) => draw(all, all.length, seed, counts)
  const one = await drawWith(1)
  expect(new Set(one.map(keyOf)).size).toBe(all.length)
  expect(await drawWith(1)).toEqual(one)
  expect(await drawWith(2)).not.toEqual(one)
  expect(await draw(all, 2, 1, async () => true)).toEqual(one.slice(0, 2))
  const comparing = await drawWith(1, async (mistake) => withMistake(mistake).includes('years >'))
  expect(comparing.length).toBeGreaterThan(0)
  expect(comparing.length).toBeLessThan(all.length)
})
