/**
 * Whether the tests of what must not be lost are worth anything: each mistake of mutations.mjs is made in a copy of the
 * sources, and the runs that are to notice it must turn red.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { mutations } from '../../tests/mutations/mutations.mjs'
import { cacheFolder, inProject } from '../setup/paths.mjs'
import { packageCommand, runQuietly } from '../setup/run.mjs'
import { formatDuration } from '../test/summary.mjs'

const copied = ['src', 'tests', 'package.json', 'vitest.config.ts']
const limitMs = 20 * 60_000

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

/** @returns {string} the folder of the copy */
function copySources() {
  const folder = path.join(cacheFolder, 'self-test')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of copied) cpSync(inProject(name), path.join(folder, name), { recursive: true })
  symlinkSync(inProject('node_modules'), path.join(folder, 'node_modules'), 'junction')
  return folder
}

/** Prints a line for each run. @returns {Promise<number>} the exit code: 0 when every mistake was noticed */
export async function testTheTests({ node, env }) {
  const folder = copySources()
  let missed = 0
  try {
    for (const { name, file, from, to, proofs } of mutations) {
      const target = path.join(folder, file)
      const text = readFileSync(target, 'utf8')
      writeFileSync(target, text.replace(from, to))
      console.log(name)
      for (const proof of proofs) {
        const { words, file: test, given } = describe(proof)
        const begin = Date.now()
        const command = [packageCommand('vitest'), 'run', '--project=node', test]
        const run = await runQuietly(node, command, {
          cwd: folder,
          env: { ...env, ...given, NO_COLOR: '1' },
          timeoutMs: limitMs,
        })
        // A run that could not even begin has noticed nothing.
        const isNoticed = run.code !== 0 && /Tests\s.*\d+ failed/.test(run.output)
        if (!isNoticed) missed += 1
        console.log(`  ${isNoticed ? 'red  ' : 'GREEN'} ${words} (${formatDuration(Date.now() - begin)})`)
      }
      writeFileSync(target, text)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(missed === 0 ? 'Every mistake was noticed.' : `${missed} run(s) noticed nothing.`)
  return missed === 0 ? 0 : 1
}
