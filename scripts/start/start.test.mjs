import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cacheFolder } from '../setup/paths.mjs'
import { withCleanup } from '../setup/processes.mjs'
import { followOutput, isChromiumNoise, openLog } from './app-output.mjs'
import { parseStartArguments } from './arguments.mjs'
import { openApp } from './open-app.mjs'
import { awaitReport, describeReport, reportLine } from './report.mjs'

const report = { environment: 'sandbox', workspace: 'Bikes', insights: 124, firstRowsMs: 812, electron: '25.1.1' }
const never = new Promise(() => {})
let folder

beforeEach(() => {
  // Some computers start no program in the folder for temporary files.
  mkdirSync(cacheFolder, { recursive: true })
  folder = mkdtempSync(path.join(cacheFolder, 'start-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('own arguments are removed, and all others are passed on in their order', () => {
  const parsed = parseStartArguments(['--sandbox', '--once', '--lang=en', '--retry-electron', 'x'], folder)
  expect(parsed).toMatchObject({ isOnce: true, isRetry: true, isHelp: false, profile: undefined })
  expect(parsed.passedOn).toEqual(['--sandbox', '--lang=en', 'x'])
})

test.each([[['--user-data-dir=profile']], [['--user-data-dir', 'profile']]])(
  'the profile folder is read from %j',
  (args) => {
    const parsed = parseStartArguments(args, folder)
    expect(parsed).toMatchObject({ profile: path.join(folder, 'profile'), passedOn: [] })
  },
)

test('a profile path may contain an equals sign', () => {
  expect(parseStartArguments(['--user-data-dir=a=b'], folder).profile).toBe(path.join(folder, 'a=b'))
})

test('a report is read once it has been written', async () => {
  const prefix = path.join(folder, 'window')
  setTimeout(() => writeFileSync(`${prefix}.json`, JSON.stringify(report)), 150)
  expect(await awaitReport(prefix, { timeoutMs: 5000, ended: never })).toEqual({ report })
})

test('an app that exits early or shows nothing is reported as a failure, with the reason', async () => {
  const prefix = path.join(folder, 'window')
  const ended = Promise.resolve('it ended (code 70)')
  expect(await awaitReport(prefix, { timeoutMs: 5000, ended })).toEqual({ failure: 'it ended (code 70)' })
  expect(await awaitReport(prefix, { timeoutMs: 200, ended: never })).toEqual({
    failure: 'the window showed nothing after 0.2 seconds',
  })
})

test('an app that fails after its start is reported with the lines of Chromium, which the person has not seen', async () => {
  const line = '[4823:1121/093118.946635:ERROR:ozone_platform_x11.cc(239)] Missing X server or $DISPLAY'
  const executable = path.join(folder, 'app')
  writeFileSync(executable, `#!/bin/sh\necho '${line}' >&2\necho 'seen' >&2\nexit 3\n`, { mode: 0o755 })
  const open = (onClose) =>
    openApp({ executable, args: [], env: process.env, isReporting: false, onClose, folder }).untilEnded()
  await expect(withCleanup(open)).rejects.toMatchObject({
    exitCode: 3,
    message: `The app failed: it ended with code 3.\n${line}`,
  })
})

test('the log of an app is open before its folder can go', () => {
  const child = Object.assign(new EventEmitter(), { stdout: new PassThrough(), stderr: new PassThrough() })
  const log = path.join(folder, 'app.log')
  followOutput(child, openLog(log))
  expect(existsSync(log)).toBe(true)
  child.emit('close')
})

test('an app whose log can’t be opened is not started', () => {
  mkdirSync(path.join(folder, 'app.log'))
  const executable = path.join(folder, 'app')
  writeFileSync(executable, '#!/bin/sh\n', { mode: 0o755 })
  const children = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length
  const before = children()
  const open = () => openApp({ executable, args: [], env: process.env, isReporting: false, onClose: () => {}, folder })
  expect(open).toThrow(
    expect.objectContaining({
      name: 'PlainError',
      message: expect.stringMatching(/^The log of the app can’t be opened: EISDIR/),
    }),
  )
  expect(children()).toBe(before)
})

test.each([
  ['keeps the screenshot', `echo new > "$DISCOVERY_DESK_REPORT.png"`, ['app', 'app.log', 'window.png']],
  ['deletes the screenshot of the run before when the app takes none', '', ['app', 'app.log']],
])('a start with a report %s', async (_, takePicture, files) => {
  const executable = path.join(folder, 'app')
  const lines = [
    '#!/bin/sh',
    takePicture,
    `echo '${JSON.stringify({ environment: 'staging', paintedAt: 0 })}' > "$DISCOVERY_DESK_REPORT.part"`,
    'mv "$DISCOVERY_DESK_REPORT.part" "$DISCOVERY_DESK_REPORT.json"',
    'exec sleep 600',
  ]
  writeFileSync(executable, lines.join('\n'), { mode: 0o755 })
  writeFileSync(path.join(folder, 'window.png'), 'old\n')
  const open = (onClose) =>
    openApp({ executable, args: [], env: process.env, isReporting: true, onClose, folder }).report()
  const { picture } = await withCleanup(open)
  expect(readdirSync(folder).toSorted()).toEqual(files)
  expect(picture === null ? 'none\n' : readFileSync(picture, 'utf8')).toBe(takePicture === '' ? 'none\n' : 'new\n')
})

test('an app gets no variable that would make Electron a plain Node or end it', async () => {
  const executable = path.join(folder, 'app')
  writeFileSync(executable, '#!/bin/sh\nexit $((3 + ELECTRON_RUN_AS_NODE + NODE_OPTIONS))\n', { mode: 0o755 })
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '9' }
  const open = (onClose) => openApp({ executable, args: [], env, isReporting: false, onClose, folder }).untilEnded()
  await expect(withCleanup(open)).rejects.toMatchObject({ exitCode: 3 })
})

test('the content of the window is described in words', () => {
  expect(describeReport(report)).toContain('124 insights of "Bikes" in sandbox')
  const first = { environment: null, workspace: null, insights: 0, firstRowsMs: 300, electron: '25.1.1' }
  expect(describeReport(first)).toContain('first-start screen')
})

test('the line of --once has six members in a fixed order and nothing else', () => {
  expect(reportLine({ ...report, secret: 'x' }, 'window.png')).toBe(
    '{"environment":"sandbox","workspace":"Bikes","insights":124,"firstRowsMs":812,"picture":"window.png","electron":"25.1.1"}',
  )
})

test("Chromium's own log lines are told apart from the app's", () => {
  expect(isChromiumNoise('[4823:1121/093118.946635:ERROR:bus.cc(399)] Failed to connect')).toBe(true)
  expect(isChromiumNoise('TypeError: x is not a function')).toBe(false)
})
