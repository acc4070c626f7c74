// Shows each of the project's own lint rules (scripts/lint) fail where it applies and nowhere else.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProject } from '../setup/paths.mjs'
import { packageCommand, runQuietly } from '../setup/run.mjs'

const unfinished = 'Every test runs, and is finished.'
const computed = 'A computed import cannot be checked.'
const keyring = 'It crashes the process on a locked keyring'
const derived = 'A key is derived: see client/queries.ts.'
const pushed = 'Main pushes what a command changed.'
const localised = 'Dates and numbers are in the language of the words'
const offline = 'The library has no network.'
const invalidation = 'void queryClient.invalidateQueries()'
const typedKey = "export const options = { queryKey: ['metrics', 'list'] }"

/** File, text, and the rule that it breaks. */
const forbidden = [
  ...['only', 'skip', 'todo', 'fixme', 'fails'].map((mark) => [`src/${mark}.test.ts`, `test.${mark}('x')`, unfinished]),
  ['e2e/specs/one.spec.ts', "test.describe.only('x')", unfinished],
  ['e2e/commands/two.ts', "test.skip('x')", unfinished],
  ['src/main/one.ts', 'await import(name)', computed],
  ['src/main/two.ts', 'require(name)', computed],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of an example.
  ['src/main/three.ts', 'await import(`./${name}`)', computed],
  ['src/main/four.ts', "await keytar.findCredentials('x')", keyring],
  ['src/renderer/features/one.ts', typedKey, derived],
  ['src/renderer/features/keys-one.ts', "export const options = { queryKey: [...read.queryKey, 'rows'] }", derived],
  ['src/renderer/features/keys-two.ts', "export const options = { mutationKey: ['deletion'] }", derived],
  ['src/renderer/features/keys-three.ts', "export const deletionKey = ['deletion']", derived],
  ['src/renderer/features/keys-four.ts', "const snapshotKey = ['snapshot', ...read.queryKey]", derived],
  ['src/renderer/features/two.ts', invalidation, pushed],
  [
    'src/renderer/Three.tsx',
    "export const a = <p dangerouslySetInnerHTML={{ __html: 'x' }} />",
    'dangerouslySetInnerHTML',
  ],
  ['src/renderer/three.ts', 'export const a = new Intl.NumberFormat()', localised],
  ['src/renderer/four.ts', "export const a = new Intl.DateTimeFormat(undefined, { month: 'long' })", localised],
  ['src/renderer/five.ts', 'export const a = (b) => b.toLocaleString()', localised],
  ['src/library/one.ts', 'fetch(a)', offline],
  ['src/library/two.ts', 'globalThis.fetch(a)', offline],
  ['src/library/three.ts', 'new WebSocket(a)', offline],
  ['src/library/four.ts', 'new EventSource(a)', offline],
  ['src/library/five.ts', 'new XMLHttpRequest()', offline],
]

const allowed = [
  ['src/main/ok-one.test.ts', "test.runIf(true)('x')"],
  ['src/main/ok-two.ts', "await import('./b')"],
  ['src/main/ok-three.ts', 'await import(`./b`)'],
  ['src/main/ok-four.ts', "export const code = 'require(name)' // never findCredentials: it crashes"],
  ['src/main/ok-five.ts', 'fetch(a)'],
  ['src/library/ok-six.test.ts', 'fetch(a)'],
  ['src/renderer/ok-seven.ts', "export const a = new Intl.NumberFormat('en-GB')"],
  ['src/renderer/ok-eight.ts', 'export const of = ({ queryKey: [feature] }) => ({ queryKey: read.queryKey, feature })'],
  ['src/renderer/client/ok-one.ts', `${typedKey}\n${invalidation}`],
  ['src/renderer/app/pushes.ts', invalidation],
  ['scripts/ok.mjs', "export const a = Map.groupBy(b, c)\ntest.skip('x')"],
]

const temporary = mkdtempSync(path.join(os.tmpdir(), 'lint-rules-'))
afterAll(() => rmSync(temporary, { recursive: true }))
/** Names of the project's own folders above it change nothing. */
const folder = path.join(temporary, 'src', 'e2e', 'desk')

let lines
beforeAll(async () => {
  const config = JSON.parse(readFileSync(inProject('biome.json'), 'utf8'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'biome.json'), JSON.stringify({ ...config, $schema: undefined, vcs: undefined }))
  cpSync(inProject('scripts', 'lint'), path.join(folder, 'scripts', 'lint'), { recursive: true })
  for (const [name, text] of [...forbidden, ...allowed]) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(folder, name), `${text}\n`)
  }
  const command = [packageCommand('@biomejs/biome', 'biome'), 'lint', '--reporter=github', '--max-diagnostics=none']
  lines = (await runQuietly(process.execPath, command, { cwd: folder })).output.split('\n')
})

const linesOf = (name) => lines.filter((line) => line.includes(`/${name},line=`))

test.each(forbidden)('%s must not have: %s (%s)', (name, _, why) => {
  expect(linesOf(name)).toContainEqual(expect.stringContaining(why))
})

test.each(allowed)('%s may have: %s', (name) => {
  expect(linesOf(name).filter((line) => line.includes('title=plugin'))).toEqual([])
})
