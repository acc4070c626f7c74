/** Which tests were not green in each of several runs, from the runners' own JSON reports. */
import path from 'node:path'
import { projectRoot } from '../setup/paths.mjs'

const runnerItself = '(the runner itself)'

const readers = {
  unit: ({ testResults }) =>
    testResults.flatMap(({ name, status, assertionResults }) => {
      const file = path.relative(projectRoot, name)
      // A file that cannot be loaded has no tests, and fails as a whole.
      if (assertionResults.length === 0) return [{ name: file, isGreen: status === 'passed' }]
      return assertionResults
        .filter((each) => each.status === 'passed' || each.status === 'failed')
        .map((each) => ({ name: `${file} › ${each.fullName}`, isGreen: each.status === 'passed' }))
    }),
  e2e: ({ suites }) => {
    const inSuite = (suite, titles) => [
      ...(suite.specs ?? []).map((spec) => ({ name: [...titles, spec.title].join(' › '), isGreen: spec.ok })),
      ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, [...titles, inner.title])),
    ]
    return suites.flatMap((file) => inSuite(file, [file.title]))
  },
}

/**
 * @typedef {{ seed: number, exitCode: number, tests: { name: string, isGreen: boolean }[] }} Round
 * @returns {Round} report undefined: the runner did not get as far as writing one
 */
export const roundOf = (step, { seed, exitCode, report }) => ({
  seed,
  exitCode,
  tests: report === undefined ? [] : readers[step](report),
})

/**
 * A test that did not run in a round was not green in it. A round that failed without a failed test counts against the
 * runner.
 * @param {Round[]} rounds
 * @returns {{ name: string, green: number, seeds: number[] }[]} seeds: of the rounds in which it was not green
 */
export function unstableTests(rounds) {
  const names = new Set(rounds.flatMap(({ tests }) => tests.map(({ name }) => name)))
  const seedsByName = new Map([...names].map((name) => [name, []]))
  const runner = []
  for (const { seed, exitCode, tests } of rounds) {
    const green = new Set(tests.filter(({ isGreen }) => isGreen).map(({ name }) => name))
    for (const { name, isGreen } of tests) if (!isGreen) green.delete(name)
    const missed = [...names].filter((name) => !green.has(name))
    for (const name of missed) seedsByName.get(name)?.push(seed)
    if (exitCode !== 0 && missed.length === 0) runner.push(seed)
  }
  return [...seedsByName, [runnerItself, runner]]
    .filter(([, seeds]) => seeds.length > 0)
    .map(([name, seeds]) => ({ name, green: rounds.length - seeds.length, seeds }))
    .sort((one, other) => one.green - other.green || (one.name < other.name ? -1 : 1))
}

/** @param {Round[]} rounds */
export function repeatLines(rounds) {
  const unstable = unstableTests(rounds)
  const tests = new Set(rounds.flatMap((round) => round.tests.map(({ name }) => name))).size
  const lines = unstable.map(
    ({ name, green, seeds }) => `✗ ${green} of ${rounds.length} green: ${name} (not with seed ${seeds.join(', ')})`,
  )
  const stable = tests - unstable.filter(({ name }) => name !== runnerItself).length
  return [...lines, `${stable} of ${tests} tests were green in all ${rounds.length} runs`]
}
