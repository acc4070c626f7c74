/**
 * `npm run test:crash`: kills the app and its library process at random moments of a storm of changes and syncs, then
 * compares every promise with the journal and the service. Prints the figures. `--electron` kills all processes of the
 * real app instead. `--self-test` makes mistakes on purpose, each of which must turn tests red.
 */
import { testTheTests } from './crash/self-test.mjs'
import { readOptions } from './setup/options.mjs'
import { inProject } from './setup/paths.mjs'
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { runShown, runVitest } from './setup/run.mjs'

const say = (text) => console.log(text)
const prepareTests = () => prepare(say, { system: 'tests' })

await runScript(async (args) => {
  if (args.includes('--self-test')) {
    const others = args.filter((arg) => arg !== '--self-test')
    return testTheTests(say, await prepareTests(), others)
  }
  const isElectron = args.includes('--electron')
  const defaults = { electron: false, kills: isElectron ? 20 : 200, seed: Date.now() % 1_000_000 }
  const { kills, seed } = readOptions(args, defaults)
  if (isElectron) {
    const command = [inProject('scripts', 'test.mjs'), '--only', 'e2e', 'reliability/kills.spec']
    const given = { ELECTRON_KILLS: String(kills), CRASH_SEED: String(seed) }
    return runShown(process.execPath, command, { cwd: inProject(), env: { ...process.env, ...given } })
  }
  return runVitest(await prepareTests(), 'tests/crash/crash.test.ts', { CRASH_KILLS: kills, CRASH_SEED: seed })
})
