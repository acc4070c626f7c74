/**
 * `npm run test:soak`: plays hours of a person's work in bad times against the whole main process, in fast time, and
 * compares what was promised with what came of it.
 *
 *   --minutes N      of the person's time (60)
 *   --seed N         one seed (by default another one each time)
 *   --seeds A-B      a range of seeds, summed up
 *   --jobs N         so many seeds side by side (1)
 *   --self-check     plays the seed twice, once beside busy loops on every core: both must be identical, event by event
 *   --trace FOLDER   writes every event of each run into a file of its own
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { readSoakOptions } from './soak/options.mjs'
import { playSeeds, withBusyCores } from './soak/play.mjs'
import { summaryOf } from './soak/summary.mjs'

await runScript(async (args) => {
  const { minutes, seeds, jobs, isSelfCheck, traceFolder } = readSoakOptions(args)
  const { node, env } = await prepare((text) => console.log(text), { system: 'tests' })
  Object.assign(process.env, env)
  if (traceFolder) mkdirSync(traceFolder, { recursive: true })
  const { runnerImport } = await import('vite')
  const builder = fileURLToPath(new URL('../tests/soak/build-soak.ts', import.meta.url))
  const { module } = await runnerImport(builder, { configFile: false, logLevel: 'error' })
  const { buildSoak, describeReport } = module
  const { library, player } = await buildSoak()
  const play = (label, onReport) =>
    playSeeds({ node, player, program: library.folder, minutes, seeds, jobs, onReport, traceFile: traceOf(label) })
  const traceOf = (label) => (seed) => (traceFolder ? path.resolve(traceFolder, `${seed}${label}.txt`) : null)
  try {
    const show = (report) => console.log(describeReport(report, minutes))
    const reports = await play('', show)
    const busy = isSelfCheck ? await withBusyCores(node, () => play('-busy', show)) : undefined
    const { text, code } = summaryOf(reports, busy)
    console.log(text)
    return code
  } finally {
    await library.remove()
  }
})
