/**
 * `npm run test:soak`: simulates hours of a person's work under faults against the whole main process, in fast time, and
 * compares the promises with the results.
 *
 *   --minutes N      of the person's time (60)
 *   --seed N         one seed (default: a new one each time)
 *   --seeds A-B      a range of seeds, one line each and summed up
 *   --jobs N         number of seeds side by side (number of cores)
 *   --self-check     plays the seed twice, once beside busy loops on every core: both must match, event by event
 *   --trace FOLDER   writes every event of each run into a file of its own
 */
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { playSeeds } from '../tests/soak/play-seeds.mjs'
import { lineOf, summaryOf } from '../tests/soak/summary.mjs'
import { readOptions, readRange } from './setup/options.mjs'
import { PlainError, runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { withBusyCores } from './setup/processes.mjs'

const defaults = {
  ...{ minutes: 60, seed: Date.now() % 1_000_000, seeds: '', jobs: availableParallelism() },
  ...{ 'self-check': false, trace: '' },
}

await runScript(async (args) => {
  const { minutes, seed, jobs, trace, ...options } = readOptions(args, defaults)
  if (options.seeds && seed !== defaults.seed) throw new PlainError('--seed and --seeds can’t be used together')
  const seeds = readRange('seeds', options.seeds || String(seed))
  const { node, env } = await prepare((text) => console.log(text), { system: 'tests' })
  Object.assign(process.env, env)
  if (trace) mkdirSync(trace, { recursive: true })
  const { runnerImport } = await import('vite')
  const builder = fileURLToPath(new URL('../tests/soak/build-soak.ts', import.meta.url))
  const { module } = await runnerImport(builder, { configFile: false, logLevel: 'error' })
  const { library, player } = await module.buildSoak()
  const play = (label) =>
    playSeeds(seeds, {
      node,
      player,
      jobs: Math.max(1, jobs),
      orderOf: (each) => ({
        program: library.folder,
        minutes,
        seed: each,
        traceFile: trace ? path.resolve(trace, `${each}${label}.txt`) : null,
      }),
      onReport(report) {
        const isOneOfMany = seeds.length > 1 && report.broken.length === 0
        console.log(isOneOfMany ? lineOf(report) : module.describeReport(report, minutes))
      },
    })
  try {
    const reports = await play('')
    const busy = options['self-check'] ? await withBusyCores(node, () => play('-busy')) : undefined
    const { text, code } = summaryOf(reports, busy)
    console.log(text)
    return code
  } finally {
    await library.remove()
  }
})
