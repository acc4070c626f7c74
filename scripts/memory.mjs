/**
 * `npm run test:memory`: syncs a changing workspace five hundred times, and compares the memory of main and of the library
 * process at the end with that after the first fifty syncs. Prints both.
 */
import { readNumbers } from './crash/numbers.mjs'
import { inProject } from './setup/paths.mjs'
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { packageCommand, runShown } from './setup/run.mjs'

await runScript(async (args) => {
  const { syncs, insights } = readNumbers(args, { syncs: 500, insights: 2000 })
  const { node, env } = await prepare((text) => console.log(text), { system: 'tests' })
  const command = [packageCommand('vitest'), 'run', '--project=node', 'tests/memory/memory.test.ts']
  return runShown(node, command, {
    cwd: inProject(),
    env: { ...env, MEMORY_SYNCS: String(syncs), MEMORY_INSIGHTS: String(insights) },
  })
})
