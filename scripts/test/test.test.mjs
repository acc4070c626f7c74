import { expect, test } from 'vitest'
import { parseTestArguments } from './arguments.mjs'
import { countOf, notesOf } from './counts.mjs'
import { formatDuration, summaryLines } from './summary.mjs'

test('one part is chosen, and further arguments are for its runner', () => {
  const parsed = parseTestArguments(['--only', 'unit', 'src/library', '--bail=1'])
  expect(parsed).toEqual({ only: 'unit', isRetry: false, passedOn: ['src/library', '--bail=1'] })
  expect(parseTestArguments(['--only=e2e']).only).toBe('e2e')
  expect(parseTestArguments([])).toEqual({ only: undefined, isRetry: false, passedOn: [] })
})

test.each([[['--only', 'nothing']], [['--only']], [['src/library']]])('%j is refused with the usage', (args) => {
  expect(() => parseTestArguments(args)).toThrow('usage: npm test')
})

const vitestReport = (more) => ({ numPassedTests: 7, numFailedTests: 0, testResults: [], ...more })

test('unit tests: a file that cannot be loaded is one failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ]
  expect(countOf('unit', vitestReport({ numFailedTests: 1, testResults }), 1)).toEqual({ passed: 7, failed: 2 })
})

test('e2e: an error outside of tests is a failure', () => {
  const stats = { expected: 5, unexpected: 2, skipped: 3 }
  expect(countOf('e2e', { stats, errors: [{}] }, 1)).toEqual({ passed: 5, failed: 3 })
})

test('a step that failed without any failed test still counts as a failure', () => {
  expect(countOf('unit', undefined, 1)).toEqual({ passed: 0, failed: 1 })
  expect(countOf('unit', vitestReport({}), 1)).toEqual({ passed: 7, failed: 1 })
})

test('the last line of a summary is the sum of all', () => {
  const results = [
    { name: 'setup', code: 0, ms: 10 },
    { name: 'check', code: 0, ms: 5200, count: { passed: 7, failed: 0 } },
    { name: 'unit', code: 1, ms: 61_000, count: { passed: 100, failed: 2 } },
  ]
  expect(summaryLines(results)).toEqual([
    '✓ setup: 0.0 s',
    '✓ check: 5.2 s, 7 passed, 0 failed',
    '✗ unit: 1 min 1 s, 100 passed, 2 failed',
    '',
    '107 passed, 2 failed',
  ])
})

test('a failed step without tests keeps the sum from saying that nothing failed', () => {
  expect(summaryLines([{ name: 'build', code: 1, ms: 1 }]).at(-1)).toBe('0 passed, 1 failed')
})

test('what a test could not do on this machine stands in the summary, once', () => {
  const noted = { tests: [{ annotations: [{ type: 'note', description: 'NOT compared' }] }] }
  const report = { suites: [{ specs: [noted], suites: [{ specs: [noted, { tests: [{}] }] }] }] }
  expect(notesOf(report)).toEqual(['NOT compared'])
  const count = { passed: 2, failed: 0, notes: notesOf(report) }
  expect(summaryLines([{ name: 'e2e', code: 0, ms: 0, count }])).toContain('! NOT compared')
})

test('durations are short to read', () => {
  expect([formatDuration(950), formatDuration(125_400)]).toEqual(['0.9 s', '2 min 5 s'])
})
