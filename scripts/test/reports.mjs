/** Reads the runners' JSON reports and writes the closing lines of a run. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cacheFolder, projectRoot } from '../setup/paths.mjs'

/** @typedef {{ passed: number, red: string[], notes?: string[] }} Report red: names of failed checks or tests */

export const reportFile = (part) => path.join(cacheFolder, 'test', `${part}.json`)

export const forgetReport = (part) => rmSync(reportFile(part), { force: true })

/** For a part without a runner of its own. @param {string} part @param {Report} report */
export function writeReport(part, report) {
  mkdirSync(path.dirname(reportFile(part)), { recursive: true })
  writeFileSync(reportFile(part), JSON.stringify(report))
}

const nothing = { passed: 0, red: [] }

/** @type {Record<string, (report: any) => Report>} */
const readers = {
  check: (report) => report,
  unit: ({ numPassedTests, testResults }) => ({
    passed: numPassedTests,
    red: testResults.flatMap(({ name, status, assertionResults }) => {
      const file = path.relative(projectRoot, name)
      const failed = assertionResults.filter((each) => each.status === 'failed')
      // A file that cannot be loaded has no tests and fails as a whole.
      if (failed.length === 0 && status === 'failed') return [file]
      return failed.map(({ fullName }) => `${file} › ${fullName}`)
    }),
  }),
  e2e({ stats, errors, suites = [] }) {
    const specsOf = (suite, titles) => [
      ...(suite.specs ?? []).map((spec) => ({ ...spec, name: [...titles, spec.title].join(' › ') })),
      ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, [...titles, inner.title])),
    ]
    const specs = suites.flatMap((file) => specsOf(file, [file.title]))
    const red = specs.filter(({ ok }) => !ok).map(({ name }) => name)
    // Annotations say what a test could not do on this computer. Those made while it runs belong to its result.
    const sources = specs.flatMap(({ tests = [] }) => tests.flatMap((each) => [each, ...(each.results ?? [])]))
    const annotations = sources.flatMap((each) => each.annotations ?? [])
    const notes = annotations.filter(({ type }) => type === 'note').map(({ description }) => description)
    return {
      passed: stats.expected,
      red: [...red, ...errors.map(({ message = '' }) => message.split('\n')[0])],
      notes: [...new Set(notes)],
    }
  },
}

/** Counts a part that failed without a red test (because it could not start) as one failure. @returns {Report} */
export function readReport(part, exitCode, file = reportFile(part)) {
  const report = existsSync(file) ? readers[part](JSON.parse(readFileSync(file, 'utf8'))) : nothing
  return exitCode !== 0 && report.red.length === 0 ? { ...report, red: [`(${part} itself)`] } : report
}

export const formatDuration = (ms) => {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/**
 * Closing lines of `npm test`.
 * @param {{ name: string, code: number, ms: number, report?: Report }[]} results without a report where nothing is counted
 */
export function summaryLines(results) {
  const lines = results.map(({ name, code, ms, report }) => {
    const counted = report === undefined ? '' : `, ${report.passed} passed, ${report.red.length} failed`
    return `${code === 0 ? '✓' : '✗'} ${name}: ${formatDuration(ms)}${counted}`
  })
  const notes = results.flatMap(({ report }) => report?.notes ?? [])
  const passed = results.reduce((sum, { report }) => sum + (report?.passed ?? 0), 0)
  // The build has no tests. Its failure counts too, so that no failed run ends with "0 failed".
  const failed = results.reduce((sum, { code, report }) => sum + (report?.red.length ?? (code === 0 ? 0 : 1)), 0)
  return [...lines, ...notes.map((note) => `! ${note}`), '', `${passed} passed, ${failed} failed`]
}

/**
 * Closing lines of `npm run test:repeat`: each red test, with the seeds that repeat its order.
 * @param {{ seed: number, report: Report }[]} rounds
 */
export function repeatLines(rounds) {
  const seedsByName = new Map()
  for (const { seed, report } of rounds) {
    for (const name of new Set(report.red)) seedsByName.set(name, [...(seedsByName.get(name) ?? []), seed])
  }
  const unstable = [...seedsByName].sort(([, one], [, other]) => other.length - one.length)
  const tests = Math.max(0, ...rounds.map(({ report }) => report.passed + report.red.length))
  return [
    ...unstable.map(([name, seeds]) => {
      return `✗ red in ${seeds.length} of ${rounds.length} runs: ${name} (seed ${seeds.join(', ')})`
    }),
    `${tests} tests, ${rounds.length} runs: ${unstable.length === 0 ? 'green every time' : `${unstable.length} not green every time`}`,
  ]
}
