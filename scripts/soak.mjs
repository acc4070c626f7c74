/**
 * `npm run test:soak`: plays a person's hour in bad times against the whole main process, in fast time, and compares
 * what was promised with what came of it. Prints the numbers; where a promise broke, the seed and what happened last.
 */
import { readNumbers } from './crash/numbers.mjs'
import { inProject } from './setup/paths.mjs'
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { packageCommand, runShown } from './setup/run.mjs'

await runScript(async (args) => {
  const { minutes, seed } = readNumbers(args, { minutes: 60, seed: Date.now() % 1_000_000 })
  const { node, env } = await prepare((text) => console.log(text), { system: 'tests' })
  const command = [packageCommand('vitest'), 'run', '--project=node', 'tests/soak/soak.test.ts']
  return runShown(node, command, {
    cwd: inProject(),
    env: { ...env, SOAK_MINUTES: String(minutes), SOAK_SEED: String(seed) },
  })
})
