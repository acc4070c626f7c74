// Updates against a real server, with electron-updater as the app loads it and a file in the place of the AppImage.
import { createHash, randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Question } from '../question'
import { openSettings, type SettingsStore } from '../settings/settings'
import { createManualClock } from '../testing/manual-clock'
import { readUpdateSource, updateFileName } from './update-address'
import { createUpdateHttp, type UpdateLimits } from './update-http'
import { type InstallKind, installKind, loadUpdater, updateCacheFolder } from './updater'
import { createUpdates } from './updates'

// electron-updater tells it that the app quits for an update. Under Node the package is a path only.
const require = createRequire(import.meta.url)
require.cache[require.resolve('electron')] = { exports: { autoUpdater: new EventEmitter() } } as NodeModule

const newer = '0.2.0'
const fileName = `discovery-desk-${newer}-linux-x86_64.AppImage`
const program = randomBytes(300_000)
const sha512 = createHash('sha512').update(program).digest('base64')
const dayMs = 24 * 60 * 60 * 1000

let profile: string
let settings: SettingsStore
let server: Server
let address: string
let asked: Question[]
let told: string[][]
let answers: boolean[]
let opened: string[]
let quits: number
let requests: { url: string; headers: NodeJS.Dict<string | string[]> }[]
let respond: RequestListener

const feed = (version: string, more = '') => `version: ${version}
files:
  - url: ${fileName}
    sha512: ${sha512}
    size: ${program.length}
${more}releaseDate: '2026-11-01T00:00:00.000Z'
`

/** Serves these texts and bytes by the path below the address. */
function serve(files: Readonly<Record<string, string | Buffer>>): void {
  respond = (request, response) => {
    const body = files[(request.url ?? '').split('?')[0]?.split('/').at(-1) ?? '']
    if (body === undefined) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-length': Buffer.byteLength(body) }).end(body)
  }
}

async function listen(handle: RequestListener): Promise<{ readonly server: Server; readonly origin: string }> {
  const listening = createServer(handle)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return { server: listening, origin: `http://127.0.0.1:${(listening.address() as AddressInfo).port}` }
}

beforeEach(async () => {
  // Some computers start no program in the folder for temporary files.
  const folder = path.resolve(import.meta.dirname, '../../../.cache')
  mkdirSync(folder, { recursive: true })
  profile = mkdtempSync(path.join(folder, 'updates-test-'))
  chmodSync(profile, 0o700)
  settings = await openSettings(path.join(profile, 'settings.json'))
  requests = []
  asked = []
  told = []
  answers = []
  opened = []
  quits = 0
  const listening = await listen((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers })
    respond(request, response)
  })
  server = listening.server
  address = `${listening.origin}/desk`
  serve({ 'latest-linux.yml': feed(newer, 'releaseNotes: |\n  <b>Faster</b> search.\n'), [fileName]: program })
  mkdirSync(path.join(profile, 'resources'))
  writeFileSync(path.join(profile, 'resources/app-update.yml'), 'provider: generic\nupdaterCacheDirName: downloads\n')
  mkdirSync(path.join(profile, 'apps'))
  const appImage = path.join(profile, 'apps/discovery-desk.AppImage')
  writeFileSync(appImage, 'the old program')
  vi.stubEnv('APPIMAGE', appImage)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(profile, { recursive: true, force: true })
})

const setAddress = (content: object = { address }) =>
  writeFileSync(path.join(profile, updateFileName), JSON.stringify(content), { mode: 0o600 })

interface Setting {
  readonly version?: string
  readonly kind?: InstallKind
  readonly limits?: Partial<UpdateLimits>
}

function setUp({ version = '0.1.0', kind = 'appImage', limits = {} }: Setting = {}) {
  const clock = createManualClock()
  const load = vi.fn((source: { readonly address: string; readonly origin: string }) =>
    loadUpdater({
      ...{ kind, version, address: source.address, cacheFolder: path.join(profile, 'cache') },
      http: createUpdateHttp({ origin: source.origin, fetch, clock, limits }),
      resources: path.join(profile, 'resources'),
      restartArguments: ['--user-data-dir=/srv/other desk'],
      quit: () => undefined,
      log: { info: () => undefined },
    }),
  )
  const updates = createUpdates({
    ...{ version, kind, load, settings, clock },
    readSource: () => readUpdateSource({ profile, allowsHttp: true }),
    ask: async (question) => {
      asked.push(question)
      return answers.shift() ?? false
    },
    tell: async (...words) => void told.push(words),
    openPage: async (page) => void opened.push(page),
    showProgress: () => undefined,
    quit: () => (quits += 1),
    log: { info: () => undefined, defect: () => 'id' },
  })
  return { updates, clock, load }
}

/** The person allowed the address before. */
const allow = () =>
  settings.update((current) => ({ ...current, updates: { ...current.updates, allowedAddress: address } }))

const downloads = () => {
  const pending = path.join(profile, 'cache/downloads/pending')
  return existsSync(pending) ? readdirSync(pending).filter((name) => name.endsWith('AppImage')) : []
}

/** Waits until the background check that is under way has ended. */
const untilChecked = (state: string, { updates }: ReturnType<typeof setUp>) =>
  expect.poll(async () => (await updates.status()).state).toBe(state)

describe('without an allowed address', () => {
  test('nothing is loaded or sent at startup, over days or when the person checks', async () => {
    const { updates, clock, load } = setUp()
    updates.start()
    await clock.advance(3 * dayMs)
    await updates.check()
    expect(load).not.toHaveBeenCalled()
    expect([requests, asked]).toEqual([[], []])
    expect(told).toEqual([['Updates are off.', 'No update address is set on this computer.']])
    expect((await updates.status()).state).toBe('off')
  })

  test('asks with the full address, and sends nothing after a No, even in later runs', async () => {
    setAddress()
    const first = setUp()
    first.updates.start()
    await first.clock.advance(dayMs)
    await expect.poll(() => settings.read().updates.declinedAddress).toBe(address)
    const second = setUp()
    second.updates.start()
    await second.clock.advance(3 * dayMs)
    expect(asked.map(({ detail, accept }) => [detail.split('\n')[0], accept])).toEqual([[address, 'Allow']])
    expect(requests).toEqual([])
    expect((await second.updates.status()).state).toBe('unconfirmed')
  })

  test('asks again about an address other than the allowed one', async () => {
    await allow()
    setAddress({ address: `${address}/other` })
    await setUp().updates.check()
    expect(asked.map(({ accept }) => accept)).toEqual(['Allow'])
    expect(requests).toEqual([])
  })

  test.each<[string, object]>([
    ['http on the network', { address: 'http://updates.example.com' }],
    ['a file', { address: 'file:///tmp/updates' }],
    ['a password in it', { address: 'https://a:b@updates.example.com' }],
    ['a page that is no https link', { address: 'https://updates.example.com', page: 'http://updates.example.com' }],
    ['an unknown field', { address: 'https://updates.example.com', allowDowngrade: true }],
  ])('%s is refused with a message', async (_, content) => {
    setAddress(content)
    const { updates } = setUp()
    await updates.check()
    expect(told).toEqual([['Couldn’t check for updates.', expect.stringContaining(updateFileName)]])
    expect([requests, asked]).toEqual([[], []])
    const { state, problem } = await updates.status()
    expect([state, told[0]?.[1]]).toEqual(['failed', `${problem} (${path.join(profile, updateFileName)})`])
    // The page gets no path.
    expect(problem).not.toContain(updateFileName)
  })

  test('an installed app accepts no http address, not even on this computer', async () => {
    setAddress()
    expect(await readUpdateSource({ profile, allowsHttp: false })).toMatchObject({ kind: 'invalid' })
  })

  test('an address that other users of the computer could have written is refused', async () => {
    setAddress()
    chmodSync(path.join(profile, updateFileName), 0o666)
    expect(await readUpdateSource({ profile, allowsHttp: true })).toMatchObject({ kind: 'invalid' })
    chmodSync(path.join(profile, updateFileName), 0o600)
    chmodSync(profile, 0o777)
    expect(await readUpdateSource({ profile, allowsHttp: true })).toMatchObject({ kind: 'invalid' })
  })
})

describe('with an allowed address', () => {
  beforeEach(async () => {
    setAddress()
    await allow()
  })

  test('offers a newer version with plain-text notes, then downloads, verifies and installs it, each after a Yes', async () => {
    answers = [true, true]
    const { updates } = setUp()
    await updates.check()
    expect(asked.map(({ message, accept }) => [message, accept])).toEqual([
      ['Discovery Desk 0.2.0 is available.', 'Download'],
      ['Discovery Desk 0.2.0 is ready to install.', 'Install and restart'],
    ])
    expect(asked[0]?.detail).toBe('You have version 0.1.0.\n\nFaster search.')
    expect(quits).toBe(1)
    const [file = ''] = downloads()
    const downloaded = path.join(profile, 'cache/downloads/pending', file)
    expect(readFileSync(downloaded).equals(program)).toBe(true)
    expect((await updates.status()).state).toBe('ready')
    // The replacing of the program is tried where one can be started.
    writeFileSync(downloaded, '#!/bin/sh\nprintf "%s\\n" "$@" > "$(dirname "$0")/started"\n', { mode: 0o755 })
    expect(updates.install(() => undefined)).toBe(true)
    const startedWith = () => readFileSync(path.join(profile, 'apps/started'), 'utf8')
    await expect.poll(startedWith).toBe('--user-data-dir=/srv/other desk\n')
    expect(readFileSync(path.join(profile, 'apps/discovery-desk.AppImage'), 'utf8')).toContain('started')
  })

  test('no request carries a token, a cookie or an id', async () => {
    answers = [true]
    await setUp().updates.check()
    expect(requests.map(({ url }) => url.split('?')[0])).toEqual(['/desk/latest-linux.yml', `/desk/${fileName}`])
    for (const { headers } of requests) {
      expect(Object.keys(headers).filter((name) => /auth|cookie|token|staging|x-/.test(name))).toEqual([])
    }
  })

  test('after Later, does not download or offer that version again unless the person checks', async () => {
    const first = setUp()
    first.updates.start()
    await first.clock.advance(dayMs)
    await expect.poll(() => settings.read().updates.declinedVersion).toBe(newer)
    const later = setUp()
    later.updates.start()
    await later.clock.advance(dayMs)
    await untilChecked('available', later)
    expect(asked).toHaveLength(1)
    await later.updates.check()
    expect(asked).toHaveLength(2)
    expect([downloads(), quits, told]).toEqual([[], 0, []])
    serve({ 'latest-linux.yml': feed('0.3.0') })
    await later.clock.advance(dayMs)
    await expect.poll(() => asked).toHaveLength(3)
  })

  test('installs nothing after Later, and installs the same download when the person checks again', async () => {
    answers = [true, false]
    const { updates, clock } = setUp()
    updates.start()
    await updates.check()
    expect([quits, updates.install(() => undefined)]).toEqual([0, false])
    await clock.advance(2 * dayMs)
    expect(asked).toHaveLength(2)
    answers = [true]
    await updates.check()
    expect([asked.length, quits]).toEqual([3, 1])
    expect(requests.filter(({ url }) => url.endsWith('AppImage'))).toHaveLength(1)
  })

  test('refuses a file with another hash, and leaves nothing of it', async () => {
    serve({ 'latest-linux.yml': feed(newer), [fileName]: randomBytes(program.length) })
    answers = [true]
    const { updates } = setUp()
    await updates.check()
    expect(told).toEqual([
      ['Discovery Desk 0.2.0 couldn’t be downloaded.', expect.stringContaining('isn’t the one that was published')],
    ])
    expect([asked.length, downloads(), quits, updates.install(() => undefined)]).toEqual([1, [], 0, false])
    expect(readFileSync(process.env.APPIMAGE ?? '', 'utf8')).toBe('the old program')
  })

  test('refuses a feed without a SHA-512', async () => {
    serve({ 'latest-linux.yml': feed(newer).replace(/sha512: .*/, `sha2: ${'a'.repeat(64)}`), [fileName]: program })
    answers = [true]
    await setUp().updates.check()
    expect(told).toEqual([['Discovery Desk 0.2.0 couldn’t be downloaded.', expect.any(String)]])
    expect(downloads()).toEqual([])
  })

  test('refuses a file over the size limit during the download', async () => {
    answers = [true]
    await setUp({ limits: { downloadBytes: 100_000 } }).updates.check()
    expect(told).toEqual([[expect.any(String), 'The update server’s response is too large for an update.']])
    expect(downloads()).toEqual([])
  })

  test.each<[string, () => void, string]>([
    ['no feed', () => serve({}), 'has no list of versions'],
    ['text that is no feed', () => serve({ 'latest-linux.yml': '<html>Sign in</html>' }), 'isn’t a list of versions'],
    ['an empty feed', () => serve({ 'latest-linux.yml': '' }), 'isn’t a list of versions'],
    ['broken YAML', () => serve({ 'latest-linux.yml': 'version: [0.2.0' }), 'isn’t a list of versions'],
    ['a version that is none', () => serve({ 'latest-linux.yml': feed('newest') }), 'isn’t a list of versions'],
    ['a huge feed', () => serve({ 'latest-linux.yml': '#'.repeat(300_000) }), 'too large'],
    ['an error', () => (respond = (_, response) => response.writeHead(503).end()), 'went wrong on the update server'],
  ])('reports the problem to a person who checks, but not in the background: %s', async (_, fail, words) => {
    fail()
    const setting = setUp()
    setting.updates.start()
    await setting.clock.advance(60_000)
    await untilChecked('failed', setting)
    expect([asked, told]).toEqual([[], []])
    await setting.updates.check()
    expect(told).toEqual([['Couldn’t check for updates.', expect.stringContaining(words)]])
    expect(await setting.updates.status()).toMatchObject({ state: 'failed', problem: told[0]?.[1], checkedAt: null })
  })

  test('reports an unreachable server to a person who checks', async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await setUp().updates.check()
    expect(told).toEqual([['Couldn’t check for updates.', expect.stringContaining('can’t be reached')]])
  })

  test('gives up on a server that stalls', async () => {
    respond = (_, response) => response.writeHead(200).write('version: ')
    const { updates, clock } = setUp()
    const checking = updates.check()
    await expect.poll(() => requests).toHaveLength(1)
    await clock.advance(60_000)
    await checking
    expect(told).toEqual([['Couldn’t check for updates.', expect.stringContaining('stopped answering')]])
  })

  test.each(['latest-linux.yml', fileName])(
    'does not follow a redirect of %s, or fetch a file from another origin',
    async (redirected) => {
      const elsewhere: string[] = []
      const other = await listen((request, response) => {
        elsewhere.push(request.url ?? '')
        response.end(program)
      })
      respond = (request, response) => {
        if (request.url?.includes(redirected))
          response.writeHead(302, { location: `${other.origin}/${redirected}` }).end()
        else response.end(feed(newer))
      }
      answers = [true]
      await setUp().updates.check()
      serve({ 'latest-linux.yml': feed(newer).replace(`url: ${fileName}`, `url: ${other.origin}/${fileName}`) })
      answers = [true]
      await setUp().updates.check()
      other.server.close()
      expect(elsewhere).toEqual([])
      expect(told.map(([, cause]) => cause)).toEqual([
        expect.stringContaining('redirects to another address'),
        expect.stringContaining('redirects to another address'),
      ])
    },
  )

  test.each(['0.2.0', '0.1.9', '0.2.0-beta'])('%s is not an update for 0.2.0', async (published) => {
    serve({ 'latest-linux.yml': feed(published) })
    const { updates } = setUp({ version: '0.2.0' })
    await updates.check()
    expect(told).toEqual([['Discovery Desk is up to date.', 'You have version 0.2.0.']])
    expect(asked).toEqual([])
    expect(await updates.status()).toMatchObject({ state: 'current', version: null, checkedAt: expect.any(String) })
  })

  test('for an installation that cannot be replaced, announces the version and offers the download page', async () => {
    vi.stubEnv('APPIMAGE', undefined)
    await setUp({ kind: 'page' }).updates.check()
    expect(told).toEqual([
      ['Discovery Desk 0.2.0 is available.', expect.stringContaining('ask the people who gave you')],
    ])
    const page = 'https://updates.example.com/download'
    setAddress({ address, page })
    answers = [true]
    await setUp({ kind: 'page' }).updates.check()
    expect(asked.map(({ detail, accept }) => [detail.includes(page), accept])).toEqual([[true, 'Open download page']])
    expect([opened, downloads()]).toEqual([[page], []])
  })

  test('keeps the download private to its owner under the app’s umask', async () => {
    const umask = process.umask(0o077)
    try {
      answers = [true]
      await setUp().updates.check()
      expect(statSync(path.join(profile, 'cache/downloads/pending')).mode & 0o077).toBe(0)
    } finally {
      process.umask(umask)
    }
  })
})

describe('an installation replaces itself', () => {
  const linux = { platform: 'linux', isPackaged: true, resources: '/nowhere' } as const

  test('if it is an AppImage in a writable folder', () => {
    expect(installKind({ ...linux, appImage: process.env.APPIMAGE })).toBe('appImage')
    expect(installKind({ ...linux, appImage: path.join(profile, 'gone/desk.AppImage') })).toBe('page')
    expect(installKind({ ...linux, appImage: undefined })).toBe('page')
  })

  test('on macOS, unless it runs from a read-only volume', () => {
    const mac = { platform: 'darwin', isPackaged: true, appImage: undefined, resources: '/nowhere' } as const
    const kindIf = (code: string) =>
      installKind(mac, () => {
        throw Object.assign(new Error(code), { code })
      })
    expect(installKind(mac, () => undefined)).toBe('mac')
    expect(kindIf('EROFS')).toBe('page')
    expect(kindIf('EACCES')).toBe('mac')
  })

  test('on Windows, if it names its publisher', () => {
    const resources = path.join(profile, 'resources')
    const windows = { platform: 'win32', isPackaged: true, appImage: undefined, resources } as const
    expect(installKind(windows)).toBe('page')
    writeFileSync(path.join(resources, 'app-update.yml'), 'provider: generic\npublisherName:\n  - Discovery Desk\n')
    expect(installKind(windows)).toBe('nsis')
  })
})

test.each([
  ['win32', 'C:\\local', 'C:\\local'],
  ['win32', undefined, 'profile'],
  ['linux', 'C:\\local', 'profile'],
] as const)('keeps downloads where they stay on the computer: %s, %s', (platform, localAppData, folder) => {
  expect(updateCacheFolder({ platform, localAppData, profile: 'profile' })).toBe(folder)
})
