import { expect, test } from 'vitest'
import { readSoakOptions } from './options.mjs'
import { summaryOf } from './summary.mjs'

test('one seed, a range of seeds, or none', () => {
  expect(readSoakOptions(['--seed', '7', '--minutes=5']).seeds).toEqual([7])
  expect(readSoakOptions(['--seeds', '3-6', '--jobs', '2'])).toMatchObject({
    seeds: [3, 4, 5, 6],
    jobs: 2,
    minutes: 60,
  })
  expect(readSoakOptions([], 11).seeds).toEqual([11])
})

test.each([[['--seeds', '6-3']], [['--seeds', '3']], [['--seed', 'x']], [['--seed', '1', '--seeds', '1-2']], [['7']]])(
  'refuses %j with the usage',
  (args) => {
    expect(() => readSoakOptions(args)).toThrow('usage:')
  },
)

const report = (seed, broken = [], digest = 'a') => ({ seed, broken, digest, seconds: 2 })

test('names the seed and the promise that it broke, and fails', () => {
  const { text, code } = summaryOf([report(1), report(2, ['it was lost\nat line 1'])])
  expect(text).toContain('with violations: 1')
  expect(text).toContain('seed 2: it was lost')
  expect(text).not.toContain('at line 1')
  expect(code).toBe(1)
})

test('fails where a seed was replayed otherwise', () => {
  expect(summaryOf([report(1)], [report(1)]).code).toBe(0)
  const { text, code } = summaryOf([report(1), report(2)], [report(1), report(2, [], 'b')])
  expect(text).toContain('with differences: seeds 2')
  expect(code).toBe(1)
})
