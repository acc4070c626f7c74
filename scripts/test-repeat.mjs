/**
 * `npm run test:repeat`: the unit tests, the e2e tests or both, several times in random order, with `--load` beside a
 * busy loop on every processor. Prints which tests were not green every time. A test that needs a second run is a defect
 * of the product or of the test: this finds it, and the seed plays its order again.
 */
import { existsSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { spawnTied, stopProcess, withCleanup } from './setup/processes.mjs'
import { forgetCount, reportFile } from './test/counts.mjs'
import { parseRepeatArguments } from './test/repeat-arguments.mjs'
import { repeatLines, roundOf, unstableTests } from './test/repeat-summary.mjs'
import { testSteps } from './test/steps.mjs'

const say = (text) => console.log(text)

/** How each runner is told to shuffle. */
const inOrderOf = {
  unit: (seed) => ['--sequence.shuffle', `--sequence.seed=${seed}`],
  e2e: (seed) => [`--shuffle=${seed}`],
}

const newSeed = () => Math.floor(Math.random() * 1_000_000)

await runScript(async (args) => {
  const { times, isLoaded, only, passedOn } = parseRepeatArguments(args)
  const parts = only === undefined ? ['unit', 'e2e'] : [only]
  const hasWindows = parts.includes('e2e')
  const runtime = await prepare(say, { system: 'tests', electron: hasWindows, build: hasWindows })
  return withCleanup(async (onClose, stopped) => {
    let isStopped = false
    void stopped.then(() => {
      isStopped = true
    })
    for (let core = 0; isLoaded && core < os.availableParallelism(); core += 1) {
      const loop = spawnTied(runtime.node, ['-e', 'for (;;);'], {
        env: runtime.env,
        stdio: ['ignore', 'ignore', 'ignore'],
      })
      onClose(() => stopProcess(loop, { graceMs: 1000 }))
    }
    const summaries = []
    let isStable = true
    for (const part of parts) {
      const step = testSteps.find(({ name }) => name === part)
      const rounds = []
      for (let time = 1; time <= times && !isStopped; time += 1) {
        const seed = newSeed()
        say(`\n── ${part}: run ${time} of ${times}${isLoaded ? ', under load' : ''}, seed ${seed}`)
        forgetCount(part)
        const exitCode = await step.run({ ...runtime, say, args: [...inOrderOf[part](seed), ...passedOn] })
        const file = reportFile(part)
        const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
        rounds.push(roundOf(part, { seed, exitCode, report }))
      }
      isStable &&= unstableTests(rounds).length === 0
      summaries.push(`── ${part}`, ...repeatLines(rounds))
    }
    say(`\n${summaries.join('\n')}`)
    return isStable ? 0 : 1
  })
})
