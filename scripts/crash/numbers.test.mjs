import { expect, test } from 'vitest'
import { readNumbers } from './numbers.mjs'

const defaults = { kills: 200, seed: 7 }

test('numbers are taken in both spellings, and what is missing is the default', () => {
  expect(readNumbers(['--kills', '10', '--seed=3'], defaults)).toEqual({ kills: 10, seed: 3 })
  expect(readNumbers([], defaults)).toEqual(defaults)
})

test.each([[['--kills', 'many']], [['--kills=-1']], [['--kills=1e3']], [['--other', '1']], [['10']]])(
  '%j is refused with the usage',
  (args) => {
    expect(() => readNumbers(args, defaults)).toThrow('usage: [--kills N] [--seed N]')
  },
)
