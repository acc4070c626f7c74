/**
 * `npm run check`: all checks of the code that do not run it. All steps run, so that one look shows every problem.
 * `--only NAME` runs one.
 */
import { readOptions } from './setup/options.mjs'
import { inProject } from './setup/paths.mjs'
import { PlainError, runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { packageCommand, runQuietly } from './setup/run.mjs'
import { formatDuration, writeReport } from './test/reports.mjs'

const steps = {
  // By default, four checkers would each compute the packages' types.
  types: () => [packageCommand('typescript', 'tsc'), '-b', '--checkers', '1'],
  'lint and format': () => [packageCommand('@biomejs/biome', 'biome'), 'ci', '--colors=off', '.'],
  imports: () => [inProject('scripts', 'check', 'imports.mjs')],
  'dead code': () => [packageCommand('knip')],
  'page size': () => [inProject('scripts', 'check', 'page-size.mjs')],
}

await runScript(async (args) => {
  const { only } = readOptions(args, { only: '' })
  const names = Object.keys(steps).filter((name) => only === '' || name === only)
  if (names.length === 0) throw new PlainError(`Unknown step "${only}".`)
  const { node, env } = await prepare((text) => console.log(text), { system: 'none' })
  const red = []
  const run = async (name) => {
    const begin = Date.now()
    const { code, output } = await runQuietly(node, steps[name](), { cwd: inProject(), env })
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${formatDuration(Date.now() - begin)})`)
    if (code === 0) return
    red.push(name)
    console.log(output.trimEnd().replace(/^/gm, '    '))
  }
  const runInTurn = async (some) => {
    for (const name of some) await run(name)
  }
  // The first takes as long as all others together and rarely uses more than one processor.
  await Promise.all([runInTurn(names.slice(0, 1)), runInTurn(names.slice(1))])
  writeReport('check', { passed: names.length - red.length, red })
  return red.length === 0 ? 0 : 1
})
