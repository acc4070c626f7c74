/**
 * `npm run test:crash`: kills the app and its library process at random moments of a storm of changes and syncs, and
 * compares what was promised with what is there afterwards. Prints the numbers.
 */

import { readNumbers } from './crash/numbers.mjs'
import { inProject } from './setup/paths.mjs'
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { packageCommand, runShown } from './setup/run.mjs'

await runScript(async (args) => {
  const { kills, seed } = readNumbers(args, { kills: 200, seed: Date.now() % 1_000_000 })
  const { node, env } = await prepare((text) => console.log(text), { system: 'tests' })
  const command = [packageCommand('vitest'), 'run', '--project=node', 'src/main/outbox/crash.test.ts']
  return runShown(node, command, {
    cwd: inProject(),
    env: { ...env, CRASH_KILLS: String(kills), CRASH_SEED: String(seed) },
  })
})
