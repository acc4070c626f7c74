import { expect, test } from 'vitest'
import { readChoice } from './self-test.mjs'

test('takes all mistakes, or one, or a range of them', () => {
  expect(readChoice([], 70)).toEqual({ first: 1, last: 70, jobs: 1, hasUnitsOnly: false })
  expect(readChoice(['--only', '5'], 70)).toMatchObject({ first: 5, last: 5 })
  const args = ['--only', '5-70', '--jobs', '2', '--units']
  expect(readChoice(args, 70)).toEqual({ first: 5, last: 70, jobs: 2, hasUnitsOnly: true })
})

test.each([['0'], ['71'], ['9-5'], ['1-71'], ['some']])('refuses the range %s with the usage', (only) => {
  expect(() => readChoice(['--only', only], 70)).toThrow('usage: --self-test')
})

test.each([[['--jobs', '0']], [['--jobs=many']], [['--other']]])('refuses %j with the usage', (args) => {
  expect(() => readChoice(args, 70)).toThrow('usage: --self-test')
})
