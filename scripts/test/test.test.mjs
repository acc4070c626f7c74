import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inProject } from '../setup/paths.mjs'
import { readTestArguments } from './parts.mjs'
import { formatDuration, readReport, repeatLines, summaryLines } from './reports.mjs'
import { workerCount } from './worker-count.mjs'

const folder = mkdtempSync(path.join(os.tmpdir(), 'reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(part, exitCode, report) {
  const file = path.join(folder, `${part}.json`)
  writeFileSync(file, JSON.stringify(report))
  return readReport(part, exitCode, file)
}

test('reads one part, and further arguments for its runner', () => {
  const args = ['--only', 'unit', 'src/library', '--bail=1', '--retry-electron']
  expect(readTestArguments(args)).toEqual({ only: 'unit', isRetry: true, passedOn: ['src/library', '--bail=1'] })
  expect(readTestArguments(['--only=e2e']).only).toBe('e2e')
  expect(readTestArguments([])).toEqual({ only: undefined, isRetry: false, passedOn: [] })
})

test.each([[['--only', 'nothing']], [['--only']], [['src/library']]])('refuses %j with the usage', (args) => {
  expect(() => readTestArguments(args)).toThrow('usage: npm test')
})

const unitFile = (name, status, ...tests) => ({
  name: inProject(name),
  status,
  assertionResults: tests.map(([fullName, state]) => ({ fullName, status: state })),
})

test('counts unit tests, and a file that cannot be loaded as one failure', () => {
  const testResults = [
    unitFile('a.test.ts', 'failed'),
    unitFile('b.test.ts', 'failed', ['one', 'failed'], ['two', 'passed']),
    unitFile('c.test.ts', 'passed', ['three', 'passed'], ['four', 'pending']),
  ]
  expect(read('unit', 1, { numPassedTests: 2, testResults })).toEqual({
    passed: 2,
    red: ['a.test.ts', 'b.test.ts › one'],
  })
})

test('counts e2e tests inside groups too, and an error outside of tests as a failure', () => {
  const suites = [
    {
      title: 'shell/places.spec.ts',
      specs: [{ title: 'menu', ok: true }],
      suites: [{ title: 'links', specs: [{ title: 'opens', ok: false }] }],
    },
  ]
  expect(read('e2e', 1, { stats: { expected: 5 }, errors: [{ message: 'no server\nat x' }], suites })).toMatchObject({
    passed: 5,
    red: ['shell/places.spec.ts › links › opens', 'no server'],
  })
})

test('counts a part that failed without a failed test, or without a report, as one failure', () => {
  expect(read('unit', 1, { numPassedTests: 7, testResults: [] })).toEqual({ passed: 7, red: ['(unit itself)'] })
  expect(readReport('unit', 1, path.join(folder, 'none.json'))).toEqual({ passed: 0, red: ['(unit itself)'] })
})

test('ends the summary with the sum of all parts', () => {
  const results = [
    { name: 'setup', code: 0, ms: 10 },
    { name: 'check', code: 0, ms: 5200, report: { passed: 7, red: [] } },
    { name: 'unit', code: 1, ms: 61_000, report: { passed: 100, red: ['one', 'two'] } },
  ]
  expect(summaryLines(results)).toEqual([
    '✓ setup: 0.0 s',
    '✓ check: 5.2 s, 7 passed, 0 failed',
    '✗ unit: 1 min 1 s, 100 passed, 2 failed',
    '',
    '107 passed, 2 failed',
  ])
})

test('never reports zero failures after a failed build', () => {
  expect(summaryLines([{ name: 'build', code: 1, ms: 1 }]).at(-1)).toBe('0 passed, 1 failed')
})

test('says only once in the summary what tests could not do on this machine', () => {
  const noted = { ok: true, tests: [{ annotations: [{ type: 'note', description: 'NOT compared' }] }] }
  const suites = [{ specs: [noted], suites: [{ specs: [noted, { ok: true }] }] }]
  const report = read('e2e', 0, { stats: { expected: 2 }, errors: [], suites })
  expect(report.notes).toEqual(['NOT compared'])
  expect(summaryLines([{ name: 'e2e', code: 0, ms: 0, report }])).toContain('! NOT compared')
})

test.each([
  [{ processors: 2, gigabytes: 8 }, 3],
  [{ processors: 2, gigabytes: 4 }, 3],
  [{ processors: 2, gigabytes: 3.8 }, 2],
  [{ processors: 2, gigabytes: 1 }, 1],
  [{ processors: 32, gigabytes: 64 }, 8],
  [{ processors: 32, gigabytes: 7.9 }, 6],
])('runs as many tests at once as a computer with %j can carry: %i', ({ processors, gigabytes }, count) => {
  expect(workerCount(8, { processors, bytes: gigabytes * 2 ** 30 })).toBe(count)
})

test('keeps durations short', () => {
  expect([formatDuration(950), formatDuration(125_400)]).toEqual(['0.9 s', '2 min 5 s'])
})

test('lists no tests when every repeated run was green', () => {
  const rounds = [1, 2].map((seed) => ({ seed, report: { passed: 3, red: [] } }))
  expect(repeatLines(rounds)).toEqual(['3 tests, 2 runs: green every time'])
})

test('lists each test that was red in any run with its seeds, least stable first', () => {
  const rounds = [
    { seed: 1, report: { passed: 2, red: ['b'] } },
    { seed: 2, report: { passed: 1, red: ['a', 'b', 'b'] } },
    { seed: 3, report: { passed: 0, red: ['(unit itself)'] } },
  ]
  expect(repeatLines(rounds)).toEqual([
    '✗ red in 2 of 3 runs: b (seed 1, 2)',
    '✗ red in 1 of 3 runs: a (seed 2)',
    '✗ red in 1 of 3 runs: (unit itself) (seed 3)',
    '4 tests, 3 runs: 3 not green every time',
  ])
})
