// Paths of one computer and names of registries would tie the project to a place. No file may have them, even in comments.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

const isListed = (name) => folders.includes(name.split('/')[0]) || atTop.test(name)

/** Without the variables by which a hook names its own repository. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
const git = (folder, ...args) => spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' })

/** What `git ls-files` prints for these arguments. Undefined where the folder is no checkout, or there is no git. */
function listedByGit(root, ...args) {
  if (!existsSync(path.join(root, '.git'))) return undefined
  const { status, stdout } = git(root, 'ls-files', '-z', ...args)
  if (status !== 0) return undefined
  return stdout.split('\0').filter((name) => name !== '' && existsSync(path.join(root, name)))
}

/**
 * Files of the project: all that git tracks, and new ones in the places of sources. Others in its folder belong to the
 * person, such as a log or the settings of an editor.
 */
function filesOf(root) {
  const tracked = listedByGit(root)
  const listed =
    tracked === undefined
      ? filesBelow(root, { skip: (name) => !isListed(name) })
      : [...tracked, ...listedByGit(root, '--others', '--exclude-standard').filter(isListed)].sort()
  return listed.filter((name) => !name.endsWith('.png'))
}

test('no file contains a path of one machine or person, or the host of a package registry', () => {
  const files = filesOf(inProject())
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((name) => problemsOf(name, readFileSync(inProject(name), 'utf8')))).toEqual([])
})

test('the page about the architecture fits on three screens', () => {
  expect(readFileSync(inProject('docs/architecture.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(140)
})

/** Runs the work in a folder with some sources and what a person may have beside them. */
function withPersonsFiles(work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'text-'))
  try {
    const ours = ['.github/workflows/release.yml', '.npmrc', 'LICENSE', 'README.md', 'src/main/a.ts']
    for (const name of [...ours, 'test.log', 'nohup.out', '.envrc', '.idea/workspace.xml', 'out/main/index.cjs']) {
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
      writeFileSync(path.join(folder, name), '')
    }
    work(folder, ours)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a log or the settings of an editor may contain a path of one machine', () => {
  withPersonsFiles((folder, ours) => expect(filesOf(folder)).toEqual(ours))
})

test.runIf(git('.', '--version').status === 0)('a file that git tracks is checked whatever its name', () => {
  withPersonsFiles((folder, ours) => {
    writeFileSync(path.join(folder, 'Dockerfile'), '')
    git(folder, 'init', '--quiet')
    git(folder, 'add', 'Dockerfile', 'README.md')
    expect(filesOf(folder)).toEqual([...ours, 'Dockerfile'].sort())
  })
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
