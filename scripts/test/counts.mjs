/**
 * How many checks and tests passed. Each step leaves a small file; the runners' own JSON reports are read for the
 * tests. A step that fails without a failed test in its report (it could not even start) counts as one failure.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cacheFolder } from '../setup/paths.mjs'

export const reportFile = (step) => path.join(cacheFolder, 'test', `${step}.json`)

export const forgetCount = (step) => rmSync(reportFile(step), { force: true })

export function writeCount(step, count) {
  mkdirSync(path.dirname(reportFile(step)), { recursive: true })
  writeFileSync(reportFile(step), JSON.stringify(count))
}

const readers = {
  check: (report) => report,
  unit: (report) => ({
    passed: report.numPassedTests,
    // A file that cannot be loaded has no tests, and fails as a whole.
    failed: report.numFailedTests + report.testResults.filter(isBrokenFile).length,
  }),
  e2e: ({ stats, errors }) => ({ passed: stats.expected, failed: stats.unexpected + errors.length }),
}

const isBrokenFile = ({ status, assertionResults }) =>
  status === 'failed' && !assertionResults.some((each) => each.status === 'failed')

/** @returns {{ passed: number, failed: number }} */
export function countOf(step, report, exitCode) {
  const { passed, failed } = report === undefined ? { passed: 0, failed: 0 } : readers[step](report)
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed }
}

/** What a test says it could not do on this machine: its annotations of type `note`, each once. */
export function notesOf({ suites = [] } = {}) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
  const tests = suites.flatMap(specs).flatMap((spec) => spec.tests)
  // Where the runner puts what a test adds while it runs has changed between its versions.
  const sources = tests.flatMap((test) => [test, ...(test.results ?? [])])
  const annotations = sources.flatMap((source) => source.annotations ?? [])
  return [...new Set(annotations.filter(({ type }) => type === 'note').map(({ description }) => description))]
}

export function readCount(step, exitCode) {
  const file = reportFile(step)
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  return { ...countOf(step, report, exitCode), notes: step === 'e2e' ? notesOf(report) : [] }
}
