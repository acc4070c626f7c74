/**
 * `npm run test:guards`: tests the tests of the boundary. Makes each mistake of tests/guards in a copy of the sources,
 * builds the app from it where a spec should notice, and expects the named tests to turn red. Prints the mistakes that
 * survived. `--only 5` or `--only 5-9` picks mistakes by number, `--units` leaves the specs out. Takes about half an
 * hour, so it is not part of `npm test`.
 */
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { guards } from '../tests/guards/guards.mjs'
import { openDesktop } from './setup/desktop.mjs'
import { electronEnvironment } from './setup/electron-runtime.mjs'
import { copySources, hasFailedTests, withMutation } from './setup/mutants.mjs'
import { readOptions, readRange } from './setup/options.mjs'
import { inProject } from './setup/paths.mjs'
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { withCleanup } from './setup/processes.mjs'
import { lastLines, packageCommand, runOrFail, runQuietly } from './setup/run.mjs'
import { formatDuration } from './test/reports.mjs'

const say = (text) => console.log(text)
const copied = [
  ...['src', 'e2e', 'tests', 'scripts', 'package.json', 'README.md'],
  ...['vitest.config.ts', 'electron.vite.config.ts', 'playwright.config.ts'],
]
const limitMs = 5 * 60_000
const configOfMain = 'electron.vite.main.config.ts'
const withoutPage = `import whole from './electron.vite.config'

const { main, preload } = whole
export default { main, preload }
`

const wordsOf = ({ unit, e2e, title }) => unit ?? `${e2e} › ${title}`

await runScript(async (args) => {
  const options = readOptions(args, { only: `1-${guards.length}`, units: false })
  const chosen = readRange('only', options.only, { min: 1, max: guards.length })
  const hasSpecs = !options.units && chosen.some((number) => guards[number - 1].proofs.some(({ e2e }) => e2e))
  const { node, env } = await prepare(say, { system: 'tests', electron: hasSpecs, build: hasSpecs })

  return withCleanup(async (onClose) => {
    const folder = copySources('guards', copied)
    onClose(() => rmSync(folder, { recursive: true, force: true }))
    // The page is copied, not built, as no mistake changes it and it takes the longest to build.
    if (hasSpecs) {
      cpSync(inProject('out'), path.join(folder, 'out'), { recursive: true })
      writeFileSync(path.join(folder, configOfMain), withoutPage)
    }
    const desktop = hasSpecs && process.platform === 'linux' ? await openDesktop({ env }) : { env }
    if (desktop.close) onClose(desktop.close)
    const run = (command, rest) =>
      runQuietly(node, [command, ...rest], {
        cwd: folder,
        env: { ...electronEnvironment(desktop.env), NO_COLOR: '1' },
        timeoutMs: limitMs,
      })

    const build = [packageCommand('electron-vite'), 'build', '--config', configOfMain]
    const buildMain = () => runOrFail('The build', node, build, { cwd: folder, env })

    /** @returns {Promise<{ isRed: boolean, output: string }>} */
    async function runProof({ unit, e2e, title }) {
      if (unit !== undefined) {
        const result = await run(packageCommand('vitest'), ['run', '--project=node', unit])
        return { isRed: hasFailedTests(result), output: result.output }
      }
      const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      const named = ['test', '--workers=1', '--reporter=list', e2e, '--grep', pattern]
      const { code, output } = await run(packageCommand('@playwright/test', 'playwright'), named)
      // A test that could not start has noticed nothing.
      const hasRun = /^\s+\d+ failed$/m.test(output)
      if (code !== 0 && !hasRun) say(lastLines(output, 20))
      return { isRed: code !== 0 && hasRun, output }
    }

    /** Finds tests that are red without a mistake, and so prove nothing. */
    async function findRed(proofs) {
      const red = []
      for (const proof of proofs) {
        const { isRed, output } = await runProof(proof)
        if (!isRed) continue
        red.push(wordsOf(proof))
        say(`RED WITHOUT A MISTAKE: ${wordsOf(proof)}\n${lastLines(output, 40)}`)
      }
      return red
    }

    const queue = chosen.map((number) => ({ ...guards[number - 1], number }))
    const proofsOf = ({ proofs }) => proofs.filter(({ unit }) => !options.units || unit !== undefined)
    const different = new Map(queue.flatMap(proofsOf).map((proof) => [JSON.stringify(proof), proof]))
    const red = await findRed([...different.values()])

    const survived = []
    for (const guard of queue) {
      const proofs = proofsOf(guard)
      if (proofs.length === 0) continue
      const begin = Date.now()
      await withMutation(folder, guard, async () => {
        if (proofs.some(({ e2e }) => e2e)) await buildMain()
        for (const proof of proofs) {
          const words = wordsOf(proof)
          const result = !red.includes(words) && (await runProof(proof)).isRed ? 'red' : 'GREEN'
          if (result === 'GREEN') survived.push(`${guard.number}. ${guard.name} (${words})`)
          say(`${guard.number}. ${guard.name}: ${result} ${words} (${formatDuration(Date.now() - begin)})`)
        }
      })
    }
    say(survived.length === 0 ? 'Every mistake was noticed.' : `Survived:\n${survived.join('\n')}`)
    return survived.length === 0 && red.length === 0 ? 0 : 1
  })
})
