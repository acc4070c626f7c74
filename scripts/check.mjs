/**
 * `npm run check`: everything that can be said about the code without running it. All steps run, so that one look
 * shows all that is wrong. `--only NAME` runs one.
 */
import { checkSteps } from './check/steps.mjs'
import { inProject } from './setup/paths.mjs'
import { PlainError, runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { runQuietly } from './setup/run.mjs'
import { writeCount } from './test/counts.mjs'
import { formatDuration } from './test/summary.mjs'

await runScript(async (args) => {
  const { node, env } = await prepare((text) => console.log(text), { system: 'none' })
  const only = args[0] === '--only' ? args[1] : undefined
  const steps = checkSteps().filter(({ name }) => only === undefined || name === only)
  if (steps.length === 0) throw new PlainError(`Unknown step "${only}".`)
  let failed = 0
  const runInTurn = async (some) => {
    for (const { name, command } of some) {
      const begin = Date.now()
      const { code, output } = await runQuietly(node, command, { cwd: inProject(), env })
      const isShown = output.trim() !== '' && code !== 0
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${formatDuration(Date.now() - begin)})`)
      if (isShown) console.log(output.trimEnd().replace(/^/gm, '    '))
      if (code !== 0) failed += 1
    }
  }
  // The first takes as long as all others together, and seldom needs more than one processor.
  await Promise.all([runInTurn(steps.slice(0, 1)), runInTurn(steps.slice(1))])
  writeCount('check', { passed: steps.length - failed, failed })
  return failed === 0 ? 0 : 1
})
