/**
 * `npm test`: all parts that continuous integration runs, those that find mistakes most cheaply first. Stops at the first
 * failed part. The closing line counts checks and tests in any case. `--only unit` (or check, or e2e) runs one part and
 * passes further arguments to its runner.
 */
import { PlainError, runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { parts, readTestArguments } from './test/parts.mjs'
import { forgetReport, readReport, summaryLines } from './test/reports.mjs'

const say = (text) => console.log(text)

await runScript(async (args) => {
  const { only, isRetry, passedOn } = readTestArguments(args)
  const names = Object.keys(parts).filter((name) => !only || name === only || (name === 'build' && only === 'e2e'))
  const results = []
  /** Runs one part. A part that could not start counts as failed, so that the summary is still printed. */
  const measure = async (name, run, isCounted) => {
    say(`\n── ${name}`)
    const begin = Date.now()
    const code = await run().catch((error) => {
      console.error(error instanceof PlainError ? error.message : error)
      return error instanceof PlainError ? error.exitCode : 1
    })
    results.push({ name, code, ms: Date.now() - begin, report: isCounted ? readReport(name, code) : undefined })
    return code
  }

  let runtime
  const setup = async () => {
    // Unit tests load native modules, and those load system libraries.
    const system = only === 'check' ? 'none' : 'tests'
    runtime = await prepare(say, { system, electron: names.includes('e2e'), isRetry })
    return 0
  }
  let code = await measure('setup', setup, false)
  for (const name of names) {
    if (code !== 0) break
    forgetReport(name)
    const run = () => parts[name]({ ...runtime, say, args: name === only ? passedOn : [] })
    code = await measure(name, run, name !== 'build')
  }
  say(`\n── summary\n${summaryLines(results).join('\n')}`)
  return code
})
