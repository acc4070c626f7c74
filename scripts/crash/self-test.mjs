/**
 * Tests the tests that guard against loss: makes each mistake of mutations.mjs in a copy of the sources, and expects the
 * runs that should notice it to turn red.
 */
import { rmSync } from 'node:fs'
import { mutations } from '../../tests/mutations/mutations.mjs'
import { copySources, hasFailedTests, withMutation } from '../setup/mutants.mjs'
import { readOptions, readRange } from '../setup/options.mjs'
import { packageCommand, runQuietly } from '../setup/run.mjs'
import { formatDuration } from '../test/reports.mjs'

const copied = ['src', 'tests', 'scripts', 'package.json', 'vitest.config.ts']
const limitMs = 20 * 60_000
/** Limit of a unit test: some mistakes make it loop. */
const unitLimitMs = 2 * 60_000

/** @param {import('../../tests/mutations/mutations.mjs').Proof} proof */
function describe(proof) {
  if ('unit' in proof) return { words: proof.unit, file: proof.unit, given: {} }
  const seed = String(proof.seed)
  if ('crash' in proof) {
    const given = { CRASH_KILLS: String(proof.crash), CRASH_SEED: seed }
    return { words: `--kills ${proof.crash} --seed ${seed}`, file: 'tests/crash/crash.test.ts', given }
  }
  const given = { SOAK_MINUTES: String(proof.soak), SOAK_SEED: seed }
  return { words: `test:soak --minutes ${proof.soak} --seed ${seed}`, file: 'tests/soak/soak.test.ts', given }
}

/**
 * Prints a line for each mistake. `--only 5` or `--only 5-9` picks mistakes by their numbers, `--jobs 2` tries two at a
 * time, `--units` leaves the kill tests and soaks out. @returns {Promise<number>} the exit code: 0 when every mistake was noticed
 */
export async function testTheTests(say, { node, env }, args) {
  const options = readOptions(args, { only: `1-${mutations.length}`, jobs: 1, units: false })
  const chosen = readRange('only', options.only, { min: 1, max: mutations.length })
  const queue = chosen.map((number) => ({ ...mutations[number - 1], number }))
  let missed = 0

  const runTests = (folder, files, { given = {}, timeoutMs = limitMs } = {}) =>
    runQuietly(node, [packageCommand('vitest'), 'run', '--project=node', ...files], {
      cwd: folder,
      env: { ...env, ...given, NO_COLOR: '1' },
      timeoutMs,
    })

  async function run(folder, proof) {
    const { words, file, given } = describe(proof)
    const begin = Date.now()
    const result = await runTests(folder, [file], {
      given,
      timeoutMs: 'unit' in proof ? unitLimitMs : limitMs,
    })
    // A test that is red without the mistake proves nothing.
    const isNoticed = hasFailedTests(result) && !redFiles.has(file)
    if (!isNoticed) missed += 1
    const verdict = isNoticed ? 'red' : redFiles.has(file) ? 'RED WITHOUT IT' : 'GREEN'
    return `${verdict} ${words} (${formatDuration(Date.now() - begin)})`
  }

  async function work(folder) {
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const { number, name, proofs } = next
        const results = []
        await withMutation(folder, next, async () => {
          for (const proof of proofs) if (!options.units || 'unit' in proof) results.push(await run(folder, proof))
        })
        say(`${number}. ${name}: ${results.join(', ')}`)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  const folders = Array.from({ length: Math.max(1, options.jobs) }, (_, index) =>
    copySources(`self-test-${index + 1}`, copied),
  )
  const units = queue.flatMap(({ proofs }) => proofs.flatMap((proof) => ('unit' in proof ? [proof.unit] : [])))
  const { output } = await runTests(folders[0], [...new Set(units)])
  const redFiles = new Set([...output.matchAll(/FAIL\s+\|node\|\s+(\S+)/g)].map(([, file]) => file))
  await Promise.all(folders.map(work))
  say(missed === 0 ? 'Every mistake was noticed.' : `${missed} run(s) noticed nothing.`)
  return missed === 0 ? 0 : 1
}
