/**
 * `npm run test:crash`: kills the app and its library process at random moments of a storm of changes and syncs, and
 * compares every promise with the journal and the service afterwards. Prints the figures. `--electron` kills all processes
 * of the real app instead. `--self-test` makes mistakes on purpose, each of which must turn tests red.
 */

import { readNumbers } from './crash/numbers.mjs'
import { testTheTests } from './crash/self-test.mjs'
import { inProject } from './setup/paths.mjs'
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { packageCommand, runShown } from './setup/run.mjs'

await runScript(async (args) => {
  if (args.includes('--self-test')) {
    const prepared = await prepare((text) => console.log(text), { system: 'tests' })
    return testTheTests(
      prepared,
      args.filter((arg) => arg !== '--self-test'),
    )
  }
  const isElectron = args.includes('--electron')
  const numbers = args.filter((arg) => arg !== '--electron')
  const { kills, seed } = readNumbers(numbers, { kills: isElectron ? 20 : 200, seed: Date.now() % 1_000_000 })
  if (isElectron) {
    const command = [inProject('scripts', 'test.mjs'), '--only', 'e2e', 'reliability/kills.spec']
    const given = { ELECTRON_KILLS: String(kills), CRASH_SEED: String(seed) }
    return runShown(process.execPath, command, { cwd: inProject(), env: { ...process.env, ...given } })
  }
  const { node, env } = await prepare((text) => console.log(text), { system: 'tests' })
  const command = [packageCommand('vitest'), 'run', '--project=node', 'tests/crash/crash.test.ts']
  return runShown(node, command, {
    cwd: inProject(),
    env: { ...env, CRASH_KILLS: String(kills), CRASH_SEED: String(seed) },
  })
})
