import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './log'

let folder: string
beforeEach(() => {
  // Other files of the worker leave the listeners of their logs, which would stand in for that of these.
  process.stderr.removeAllListeners('error')
  folder = mkdtempSync(path.join(tmpdir(), 'log-test-'))
})
afterEach(() => {
  process.stderr.removeAllListeners('error')
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })

test('writes to the file when stderr throws, and survives a later stderr error', () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => {
    throw broken
  })
  const log = createLog(folder)
  log.info('still here')
  expect(() => process.stderr.emit('error', broken)).not.toThrow()
  expect(readFileSync(path.join(folder, 'main.log'), 'utf8')).toContain('still here')
})

test('never throws, whatever it is given and wherever it writes', () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  const log = createLog(file)
  const hostile = {
    toString() {
      throw new Error('no text')
    },
  }
  const withoutStack = Object.defineProperty(new Error('x'), 'stack', {
    get() {
      throw new Error('no stack')
    },
  })
  for (const defect of [hostile, Object.create(null), Symbol('x'), withoutStack, new Error('y'.repeat(5_000_000))]) {
    expect(log.defect('anywhere', defect)).toMatch(/^[0-9a-f]{8}$/)
  }
})

test('truncates a huge error', () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  createLog(folder).defect('anywhere', new Error('y'.repeat(5_000_000)))
  expect(readFileSync(path.join(folder, 'main.log')).length).toBeLessThan(100_000)
})

const written = () => readFileSync(path.join(folder, 'main.log'), 'utf8')

test('keeps at most two files of about a mebibyte each, for their owner only', () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const log = createLog(folder)
  for (let line = 0; line < 400; line += 1) log.info(`line ${line} ${'filled in '.repeat(900)}`)
  expect(readdirSync(folder).sort()).toEqual(['main.log', 'main.old.log'])
  for (const name of readdirSync(folder)) {
    const { size, mode } = statSync(path.join(folder, name))
    expect(size).toBeLessThan(1024 * 1024 + 20_000)
    expect(mode & 0o777).toBe(0o600)
  }
  expect(written()).toContain('line 399 ')
})

test('stays bounded when the full file cannot be renamed', () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  mkdirSync(path.join(folder, 'main.old.log', 'in-the-way'), { recursive: true })
  const log = createLog(folder)
  for (let line = 0; line < 200; line += 1) log.info(`line ${line} ${'filled in '.repeat(900)}`)
  expect(statSync(path.join(folder, 'main.log')).size).toBeLessThan(1024 * 1024 + 20_000)
  expect(written()).toContain('line 199 ')
})

test('resumes the file once its folder is writable, and after the folder was deleted', () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const logs = path.join(folder, 'logs')
  writeFileSync(logs, 'a file where the folder should be')
  const log = createLog(logs)
  log.info('lost')
  rmSync(logs)
  log.info('kept')
  expect(readFileSync(path.join(logs, 'main.log'), 'utf8')).toContain('kept')
  rmSync(logs, { recursive: true })
  log.info('again')
  expect(readFileSync(path.join(logs, 'main.log'), 'utf8')).toContain('again')
})

test('logs where an error came from, and nothing that its message may quote', () => {
  const onStderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const log = createLog(folder)
  const title = 'Couriers ask for a lock'
  const errors: unknown[] = [
    new Error(`Could not store ${title}`),
    new TypeError(`x\n    at Couriers (index.cjs:1:2)\n    at ${title}`, { cause: new RangeError(title) }),
    Object.assign(new Error(`ENOENT: open '/home/${title}'`), { code: 'ENOENT', syscall: 'open', path: title }),
    Object.assign(new Error('x'), { name: title, code: title, stack: `${title}\n    at ${title}` }),
    title,
    { title },
  ]
  try {
    JSON.parse(`"${title}" and more`)
  } catch (error) {
    errors.push(error)
  }
  for (const error of errors) log.defect('sync', error)
  for (const word of ['Couriers', 'a lock', homedir()]) expect(written()).not.toContain(word)
  expect(onStderr.mock.calls.join('')).not.toContain('Couriers')
  expect(written()).toMatch(/[0-9a-f]{8} sync: Error\n {4}at (.* \()?log\.test\.ts:\d+:\d+/)
  expect(written()).toMatch(/caused by RangeError\n/)
  expect(written()).toMatch(/sync: Error ENOENT open\n/)
  expect(written()).toContain('sync: SyntaxError')
})

test('shows messages to developers on stderr, and not in the file', () => {
  const onStderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  createLog(folder, { showsMessages: true }).defect('sync', new Error('what it was about'))
  expect(onStderr.mock.calls.join('')).toContain('what it was about')
  expect(written()).not.toContain('what it was about')
})

test('keeps the message that names a missing module', () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const missing = Object.assign(new Error("Cannot find module 'keytar'"), { code: 'MODULE_NOT_FOUND' })
  createLog(folder).defect('start', missing)
  expect(written()).toContain("start: Error MODULE_NOT_FOUND: Cannot find module 'keytar'")
})

test.each([
  ['a token', `Bearer abc.def`, 'Bearer …'],
  ['a JWT', `got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJqdW5pcGVyIn0.c2ln of them`, 'got … of them'],
  ['a key', `key ${'0123456789abcdef'.repeat(4)} lost`, 'key … lost'],
  ['an opaque token', `token ${'aB3-'.repeat(12)} lost`, 'token … lost'],
  [
    'the path of an address',
    'GET https://user:secret@host.example:8443/a/b?c=d failed',
    'GET https://host.example:8443/… failed',
  ],
  ['the home folder', 'in /srv/ada/profile', 'in ~/profile'],
])('redacts %s', (_, text, expected) => {
  // A container may have none but the root.
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, '/srv/ada')
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  createLog(folder).info(text)
  expect(written()).toMatch(/^\S+Z /)
  expect(written().slice(25)).toBe(`${expected}\n`)
})
