/**
 * `npm test`: all that continuous integration runs, in the order in which mistakes are cheapest to find. Stops at
 * the first step that fails; the closing line counts checks and tests, also then.
 */
import { PlainError, runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { parseTestArguments } from './test/arguments.mjs'
import { forgetCount, readCount } from './test/counts.mjs'
import { testSteps } from './test/steps.mjs'
import { summaryLines } from './test/summary.mjs'

const say = (text) => console.log(text)

await runScript(async (args) => {
  const { only, isRetry, passedOn } = parseTestArguments(args)
  const steps = testSteps.filter(({ name, isFor }) => only === undefined || only === name || only === isFor)
  const needsElectron = steps.some(({ name }) => name === 'e2e')
  const results = []
  const measure = async (name, run, count) => {
    say(`\n── ${name}`)
    const begin = Date.now()
    const code = await run().catch(explain)
    results.push({ name, code, ms: Date.now() - begin, count: count?.(code) })
    return code
  }
  let runtime
  const setup = async () => {
    // Unit tests load native modules, and those load system libraries.
    const system = only === 'check' ? 'none' : 'tests'
    runtime = await prepare(say, { system, electron: needsElectron, isRetry })
    return 0
  }
  let code = await measure('setup', setup)
  for (const step of steps) {
    if (code !== 0) break
    if (step.isCounted) forgetCount(step.name)
    const run = () => step.run({ ...runtime, say, args: step.name === only ? passedOn : [] })
    code = await measure(step.name, run, step.isCounted ? (exit) => readCount(step.name, exit) : undefined)
  }
  say(`\n── summary\n${summaryLines(results).join('\n')}`)
  return code
})

/** A step that could not even begin is a failed step, so that the summary is printed all the same. */
function explain(error) {
  console.error(error instanceof PlainError ? error.message : error)
  return error instanceof PlainError ? error.exitCode : 1
}
