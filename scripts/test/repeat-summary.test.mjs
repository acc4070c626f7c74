import { expect, test } from 'vitest'
import { inProject } from '../setup/paths.mjs'
import { repeatLines, roundOf, unstableTests } from './repeat-summary.mjs'

const unit = (results) => ({
  testResults: Object.entries(results).map(([file, tests]) => ({
    name: inProject(file),
    status: tests.every(([, status]) => status === 'passed') && tests.length > 0 ? 'passed' : 'failed',
    assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
  })),
})
const round = (seed, results, exitCode = 0) => roundOf('unit', { seed, exitCode, report: unit(results) })

test('lists nothing when every test was green in every run', () => {
  const rounds = [round(1, { 'a.test.ts': [['one', 'passed']] }), round(2, { 'a.test.ts': [['one', 'passed']] })]
  expect(unstableTests(rounds)).toEqual([])
  expect(repeatLines(rounds)).toEqual(['1 of 1 tests were green in all 2 runs'])
})

test('lists a test that was red once, with its count and the seed of that run', () => {
  const tests = (status) => ({
    'a.test.ts': [
      ['one', 'passed'],
      ['two', status],
    ],
  })
  const rounds = [round(1, tests('passed')), round(2, tests('failed'), 1), round(3, tests('passed'))]
  expect(unstableTests(rounds)).toEqual([{ name: 'a.test.ts › two', green: 2, seeds: [2] }])
  expect(repeatLines(rounds)).toEqual([
    '✗ 2 of 3 green: a.test.ts › two (not with seed 2)',
    '1 of 2 tests were green in all 3 runs',
  ])
})

test('counts a test that did not run, as its file could not be loaded', () => {
  const rounds = [round(1, { 'a.test.ts': [['one', 'passed']] }), round(2, { 'a.test.ts': [] }, 1)]
  expect(unstableTests(rounds)).toEqual([
    { name: 'a.test.ts', green: 0, seeds: [1, 2] },
    { name: 'a.test.ts › one', green: 1, seeds: [2] },
  ])
})

test('a run without a report was green for no test', () => {
  const rounds = [
    round(1, { 'a.test.ts': [['one', 'passed']] }),
    roundOf('unit', { seed: 2, exitCode: 1, report: undefined }),
  ]
  expect(unstableTests(rounds)).toEqual([{ name: 'a.test.ts › one', green: 1, seeds: [2] }])
})

test('names the runner when a run failed without a failed test', () => {
  const results = { 'a.test.ts': [['one', 'passed']] }
  const rounds = [round(1, results, 1), round(2, results)]
  expect(unstableTests(rounds)).toEqual([{ name: '(the runner itself)', green: 1, seeds: [1] }])
  expect(repeatLines(rounds).at(-1)).toBe('1 of 1 tests were green in all 2 runs')
})

test('leaves skipped tests out', () => {
  expect(round(1, { 'a.test.ts': [['one', 'pending']] }).tests).toEqual([])
})

test('a test of the same name in one file is green only if both are', () => {
  const twice = {
    'a.test.ts': [
      ['one', 'failed'],
      ['one', 'passed'],
    ],
  }
  expect(unstableTests([round(1, twice, 1)])).toEqual([{ name: 'a.test.ts › one', green: 0, seeds: [1] }])
})

test('reads e2e reports, also of tests inside groups', () => {
  const report = {
    suites: [
      {
        title: 'shell/places.spec.ts',
        specs: [{ title: 'menu', ok: true }],
        suites: [{ title: 'links', specs: [{ title: 'opens', ok: false }] }],
      },
    ],
  }
  expect(roundOf('e2e', { seed: 7, exitCode: 1, report }).tests).toEqual([
    { name: 'shell/places.spec.ts › menu', isGreen: true },
    { name: 'shell/places.spec.ts › links › opens', isGreen: false },
  ])
})
