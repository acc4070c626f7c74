/**
 * `npm run test:fuzz`: tries each property of tests/properties on 100,000 new inputs each time, where `npm test` tries the
 * same 1,000. One property tries a twenty-fifth (`costs`), as each case opens a file in another process. Prints the number
 * tried of each. A property that fails prints the smallest input that breaks it.
 *
 *   --cases N   of each property (100,000)
 *   --seed N    the inputs of an earlier run
 *   --only TEXT properties of files whose name begins with TEXT
 */
import { readOptions } from './setup/options.mjs'
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { runVitest } from './setup/run.mjs'

await runScript(async (args) => {
  const { cases, seed, only } = readOptions(args, { cases: 100_000, seed: Date.now() % 1_000_000, only: '' })
  const runtime = await prepare((text) => console.log(text), { system: 'tests' })
  const again = `npm run test:fuzz -- --cases ${cases} --seed ${seed}${only && ` --only ${only}`}`
  console.log(`Repeat these inputs with: ${again}`)
  const given = { PROPERTY_CASES: cases, PROPERTY_SEED: seed }
  const code = await runVitest(runtime, `tests/properties/${only}`, given, ['--reporter=verbose'])
  if (code !== 0) console.log(`Repeat these inputs with: ${again}`)
  return code
})
