// Keeps docs/adding-a-call.md current: its examples apply to the sources, touch three files at most, and compile.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cacheFolder, inProject } from '../setup/paths.mjs'
import { packageCommand, runQuietly } from '../setup/run.mjs'

const text = readFileSync(inProject('docs', 'adding-a-call.md'), 'utf8')
const [call = '', libraryCall = ''] = [...text.matchAll(/```diff\n([\s\S]*?)```/g)].map(([, diff]) => diff)

/** Returns the files of a diff with their hunks: the lines to find and their replacement. */
function filesOf(diff) {
  const parts = diff.split(/^--- a\/.*\n\+\+\+ b\//m).slice(1)
  return parts.map((part) => {
    const [file = '', ...hunks] = part.split(/\n?^@@.*@@$\n?/m)
    return {
      file,
      hunks: hunks.map((hunk) => {
        const lines = hunk.split('\n').filter((line) => line !== '')
        const without = (sign) => lines.filter((line) => line[0] !== sign).map((line) => `${line.slice(1)}\n`)
        return { before: without('+').join(''), after: without('-').join('') }
      }),
    }
  })
}

let copy
beforeAll(() => {
  mkdirSync(cacheFolder, { recursive: true })
  copy = mkdtempSync(path.join(cacheFolder, 'adding-a-call-'))
  for (const folder of ['contract', 'library', 'main']) {
    const isNeeded = (name) => !/\.test\.ts$|[\\/]testing$/.test(name)
    cpSync(inProject('src', folder), path.join(copy, 'src', folder), { recursive: true, filter: isNeeded })
  }
  const compilerOptions = {
    ...{ composite: false, emitDeclarationOnly: false, noEmit: true, rootDir: '.', incremental: true },
    tsBuildInfoFile: 'compiled.tsbuildinfo',
    types: ['node', 'electron-vite/node'],
  }
  const config = { extends: inProject('tsconfig.base.json'), compilerOptions, include: ['src/**/*.ts'] }
  writeFileSync(path.join(copy, 'tsconfig.json'), JSON.stringify(config))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function apply(files) {
  for (const { file, hunks } of files) {
    const source = path.join(copy, file)
    const changed = hunks.reduce(
      (content, { before, after }) => {
        expect(content.split(before), `${file} has this once:\n${before}`).toHaveLength(2)
        return content.replace(before, () => after)
      },
      readFileSync(source, 'utf8'),
    )
    writeFileSync(source, changed)
  }
}

/** The compiler's output, empty without mistakes. Several checkers would each compute the types of the packages. */
const compile = async () => {
  const command = [packageCommand('typescript', 'tsc'), '-p', '.', '--checkers', '1']
  return (await runQuietly(process.execPath, command, { cwd: copy })).output
}

test('there are two examples, and each touches three files at most', () => {
  expect(filesOf(call).map(({ file }) => file)).toEqual([
    'src/contract/features/insights.ts',
    'src/main/features/insights.ts',
  ])
  expect(filesOf(libraryCall).map(({ file }) => file)).toEqual([
    'src/contract/library.ts',
    'src/library/queries/insights.ts',
    'src/main/features/insights.ts',
  ])
})

test('the examples compile, and a call without its handler does not', async () => {
  const [contract, handler] = filesOf(call)
  apply([contract])
  expect(await compile()).toContain("Property 'countUnseen' is missing")
  apply([handler, ...filesOf(libraryCall)])
  expect(await compile()).toBe('')
})
