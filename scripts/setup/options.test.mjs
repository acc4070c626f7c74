import { expect, test } from 'vitest'
import { readOptions, readRange } from './options.mjs'

const defaults = { kills: 200, seed: 7, trace: '', load: false }

test('reads options in both spellings, and the default of each missing one', () => {
  const args = ['--kills', '10', '--seed=3', '--load', '--trace=folder']
  expect(readOptions(args, defaults)).toEqual({ kills: 10, seed: 3, load: true, trace: 'folder', rest: [] })
  expect(readOptions([], defaults)).toEqual({ ...defaults, rest: [] })
})

test.each([[['--kills', 'many']], [['--kills=-1']], [['--kills=1e3']], [['--other', '1']], [['10']], [['--load=1']]])(
  'refuses %j with the usage',
  (args) => {
    expect(() => readOptions(args, defaults)).toThrow('usage: [--kills N] [--seed N] [--trace TEXT] [--load]')
  },
)

test('passes other arguments on where they are allowed', () => {
  expect(readOptions(['--load', '--', 'a.test.ts', '-t'], defaults, { allowRest: true })).toMatchObject({
    load: true,
    rest: ['a.test.ts', '-t'],
  })
})

test('reads one number or a range of them', () => {
  expect(readRange('seeds', '7')).toEqual([7])
  expect(readRange('seeds', '3-6')).toEqual([3, 4, 5, 6])
})

test.each(['0', '71', '9-5', '1-71', 'some', ''])('refuses the range "%s"', (text) => {
  expect(() => readRange('only', text, { min: 1, max: 70 })).toThrow('--only must be')
})
