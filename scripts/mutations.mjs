/**
 * `npm run test:mutations`: tests the tests of the page. Draws 40 places of `src/renderer` at random, makes one mistake
 * at each, and runs the unit tests that reach it. Prints whether a test noticed each. Takes about a quarter of an hour, so
 * it is not part of `npm test`.
 *
 *   --count N   how many (40)
 *   --seed N    the mistakes of an earlier run
 *   --only TEXT files whose path contains the text
 */
import { readOptions } from './setup/options.mjs'
import { inProject } from './setup/paths.mjs'
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { runShown } from './setup/run.mjs'

await runScript(async (args) => {
  const { count, seed, only } = readOptions(args, { count: 40, seed: Date.now() % 1_000_000, only: '' })
  const { node, env } = await prepare((text) => console.log(text), { system: 'tests' })
  const given = [String(count), String(seed), only]
  return runShown(node, [inProject('scripts/mutations/page-sample.mjs'), ...given], { cwd: inProject(), env })
})
