/**
 * `npm run test:repeat`: runs the unit tests, the e2e tests or both several times, each in a new random order on new
 * generated inputs; `--load` adds a busy loop on every processor. Prints the tests that were not always green. A test
 * that needs a second run is a defect of the product or of the test: this finds it, and the seed repeats its order and
 * inputs (`--sequence.seed`, PROPERTY_SEED).
 */
import { readOptions } from './setup/options.mjs'
import { PlainError, runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { withBusyCores, withCleanup } from './setup/processes.mjs'
import { parts } from './test/parts.mjs'
import { forgetReport, readReport, repeatLines } from './test/reports.mjs'

const say = (text) => console.log(text)

/** Arguments that make each runner shuffle. */
const inOrderOf = {
  unit: (seed) => ['--sequence.shuffle', `--sequence.seed=${seed}`],
  e2e: (seed) => [`--shuffle=${seed}`],
}

await runScript(async (args) => {
  const { times, load, only, rest } = readOptions(args, { times: 5, load: false, only: '' }, { allowRest: true })
  if (only !== '' && !Object.hasOwn(inOrderOf, only)) throw new PlainError('--only must be unit or e2e')
  if (rest.length > 0 && only === '') throw new PlainError(`"${rest[0]}" works with --only unit or --only e2e`)
  const names = only === '' ? Object.keys(inOrderOf) : [only]
  const hasWindows = names.includes('e2e')
  const runtime = await prepare(say, { system: 'tests', electron: hasWindows, build: hasWindows })

  const runAll = async (stopped) => {
    let isStopped = false
    void stopped.then(() => {
      isStopped = true
    })
    const summary = []
    let failures = 0
    for (const name of names) {
      const rounds = []
      for (let time = 1; time <= times && !isStopped; time += 1) {
        const seed = Math.floor(Math.random() * 1_000_000)
        say(`\n── ${name}: run ${time} of ${times}${load ? ', under load' : ''}, seed ${seed}`)
        forgetReport(name)
        const env = { ...runtime.env, PROPERTY_SEED: String(seed) }
        const code = await parts[name]({ ...runtime, env, say, args: [...inOrderOf[name](seed), ...rest] })
        if (code !== 0) failures += 1
        rounds.push({ seed, report: readReport(name, code) })
      }
      summary.push(`── ${name}`, ...repeatLines(rounds))
    }
    say(`\n${summary.join('\n')}`)
    return failures === 0 ? 0 : 1
  }
  return load ? withBusyCores(runtime.node, runAll) : withCleanup((_, stopped) => runAll(stopped))
})
