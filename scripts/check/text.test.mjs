// Paths of one computer and names of registries would tie the project to a place. No file may have them, even in comments.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inProject } from '../setup/paths.mjs'
import { filesBelow } from '../setup/stamp.mjs'

const forbidden = [
  [/(?<![\w.@*-])\/(?:work|root)\/\w/, 'a path of one machine'],
  [/(?<![\w.@*-])\/(?:home|Users)\/[a-z]\w*/i, 'a path in the folder of one person'],
  [/\b[A-Z]:\\+Users\\+\w/, 'a path in the folder of one person'],
  [/\b(?:registry\.[a-z0-9-]+\.[a-z]{2,}|npm\.pkg\.[a-z.]+|[a-z0-9-]+\.jfrog\.io)/i, 'the host of a package registry'],
  [/\b(?:artifactory|verdaccio|nexus)\.[a-z0-9.-]+/i, 'the host of a package registry'],
]

const problemsOf = (name, text) =>
  text.split('\n').flatMap((line, place) => {
    const found = forbidden.filter(([pattern]) => pattern.test(line))
    return found.map(([pattern, why]) => `${name}:${place + 1}: "${pattern.exec(line)[0]}": ${why}`)
  })

const folders = ['.ci', '.github', 'docs', 'e2e', 'resources', 'scripts', 'src', 'tests', 'tools']
const atTop = /^(?:LICENSE|\.gitattributes|\.gitignore|\.npmrc|[^/]+\.(?:json|md|mjs|ts))$/

/** Files of the project. Others in its folder belong to the person, such as a log or the settings of an editor. */
const filesOf = (root) =>
  filesBelow(root, { skip: (name) => !(folders.includes(name.split('/')[0]) || atTop.test(name)) }).filter(
    (name) => !name.endsWith('.png'),
  )

test('no file contains a path of one machine or person, or the host of a package registry', () => {
  const files = filesOf(inProject())
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((name) => problemsOf(name, readFileSync(inProject(name), 'utf8')))).toEqual([])
})

test('the page about the architecture fits on three screens', () => {
  expect(readFileSync(inProject('docs/architecture.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(140)
})

test('a log or the settings of an editor may contain a path of one machine', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'text-'))
  try {
    const ours = ['.github/workflows/release.yml', '.npmrc', 'LICENSE', 'README.md', 'src/main/a.ts']
    for (const name of [...ours, 'test.log', 'nohup.out', '.envrc', '.idea/workspace.xml', 'out/main/index.cjs']) {
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
      writeFileSync(path.join(folder, name), '')
    }
    expect(filesOf(folder)).toEqual(ours)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

// Examples are assembled from pieces, because this file is checked too.
const joined = (...parts) => parts.join('')

test.each([
  joined('/ho', 'me/ada/notes'),
  joined('/Us', 'ers/ada'),
  joined('/wo', 'rk/project'),
  joined('/ro', 'ot/project'),
  joined('C:\\Us', 'ers\\ada'),
  joined('"resolved": "https://regis', 'try.example.com/zod.tgz"'),
])('finds %s', (text) => {
  expect(problemsOf('README.md', `see\n${text}`)).toEqual([expect.stringContaining('README.md:2')])
})

test('allows text that only looks similar', () => {
  expect(problemsOf('a.md', 'frame/work/flow, src/main/home.ts, https://example.com/home/page, ./root/x')).toEqual([])
})
