/**
 * Makes mistakes at random places of the page, has Stryker judge them, and prints what became of each. Run by
 * `npm run test:mutations` with the count, the seed and a part of a path.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { copySources } from '../setup/mutants.mjs'
import { cacheFolder, inProject } from '../setup/paths.mjs'
import { PlainError, runScript } from '../setup/plain-error.mjs'
import { packageCommand, runQuietly } from '../setup/run.mjs'
import { drawnFile, keyOfResult } from './drawn-only.mjs'
import { draw, excludedMutations, keyOf, mistakesIn, withMistake, wordsOf } from './mistakes.mjs'

const noticedAtLeast = 37 / 40

/** Draws mistakes that the compiler accepts, as nobody could commit the others. */
async function drawCompiling(mistakes, count, seed) {
  const folder = copySources('mutations', ['src', 'package.json', ...globSync('tsconfig*.json')])
  const compile = [packageCommand('typescript', 'tsc'), '-b', 'tsconfig.renderer.json']
  const compiles = async () => (await runQuietly(process.execPath, compile, { cwd: folder })).code === 0
  if (!(await compiles())) throw new PlainError('The page has type errors. "npm run check" shows them.')
  const drawn = await draw(mistakes, count, seed, async (mistake) => {
    const file = path.join(folder, mistake.file)
    writeFileSync(file, withMistake(mistake))
    const isAccepted = await compiles()
    writeFileSync(file, mistake.content)
    return isAccepted
  })
  rmSync(folder, { recursive: true })
  return drawn
}

const rangeOf = ({ file, location: { start, end } }) =>
  `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`

/** @returns {Promise<ReadonlyMap<string, string>>} what became of each drawn mistake, by its key */
async function judge(drawn) {
  writeFileSync(drawnFile, JSON.stringify(drawn.map(keyOf)))
  const results = await new Stryker({
    mutate: drawn.map(rangeOf),
    mutator: { excludedMutations, plugins: null },
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutations/page.vitest.config.mjs', related: false },
    plugins: ['@stryker-mutator/vitest-runner', inProject('scripts/mutations/drawn-only.mjs')],
    checkers: ['drawn-only'],
    coverageAnalysis: 'perTest',
    concurrency: 3,
    // For slow computers.
    dryRunTimeoutMinutes: 60,
    timeoutMS: 30_000,
    reporters: ['progress-append-only'],
    tempDirName: path.join(cacheFolder, 'stryker'),
    ignorePatterns: ['.cache', 'docs/pictures', 'out', 'dist'],
    // Stryker reads it with a module that this compiler no longer has.
    tsconfigFile: 'none',
    warnings: false,
  }).runMutationTest()
  const judged = results.filter(({ status }) => status !== 'CompileError')
  return new Map(judged.map((result) => [keyOfResult(result), result.status]))
}

await runScript(async ([count, seed, part = '']) => {
  const isOwn = (file) => !/\.test\.|\/testing\/|-testing\./.test(file) && file.includes(part)
  const files = globSync('src/renderer/**/*.{ts,tsx}').filter(isOwn).sort()
  const mistakes = await Promise.all(files.map((file) => mistakesIn(file, readFileSync(inProject(file), 'utf8'))))
  const drawn = await drawCompiling(mistakes.flat(), Number(count), Number(seed))
  if (drawn.length === 0) throw new PlainError(`No mistake can be made in files whose path contains "${part}".`)
  const statuses = await judge(drawn)
  const statusOf = (mistake) => statuses.get(keyOf(mistake))
  if (drawn.some((mistake) => statusOf(mistake) === undefined)) throw new Error('Stryker lost a drawn mistake.')
  for (const mistake of drawn) console.log(`${statusOf(mistake)}: ${wordsOf(mistake)}`)
  const noticed = drawn.filter((mistake) => ['Killed', 'Timeout', 'RuntimeError'].includes(statusOf(mistake))).length
  const again = `--count ${count} --seed ${seed}${part && ` --only ${part}`}`
  console.log(`${noticed} of ${drawn.length} mistakes were noticed. Repeat them with ${again}`)
  return noticed / drawn.length >= noticedAtLeast ? 0 : 1
})
