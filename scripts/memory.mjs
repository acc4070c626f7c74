/**
 * `npm run test:memory`: syncs a changing workspace five hundred times, and compares the memory of main and the library
 * process after the first fifty syncs and at the end. Prints both.
 */
import { readOptions } from './setup/options.mjs'
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { runVitest } from './setup/run.mjs'

await runScript(async (args) => {
  const { syncs, insights } = readOptions(args, { syncs: 500, insights: 2000 })
  const runtime = await prepare((text) => console.log(text), { system: 'tests' })
  return runVitest(runtime, 'tests/memory/memory.test.ts', { MEMORY_SYNCS: syncs, MEMORY_INSIGHTS: insights })
})
