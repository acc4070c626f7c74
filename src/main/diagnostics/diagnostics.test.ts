// Diagnostics of a real library in a file, a keychain with secrets and a real log, saved to real files and read back by
// another reader of zips.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../../contract/errors'
import type { Diagnostics } from '../../contract/features/help'
import { generateInsight } from '../../library/testing/generated-insights'
import {
  giveLabels,
  newChange,
  openTestLibrary,
  syncItems,
  syncKnowledge,
  workspace,
} from '../../library/testing/opened-library'
import { systemClock } from '../clock'
import { helpHandlers } from '../features/help'
import { createLibraryKeys } from '../keychain/library-keys'
import { createMemoryDriver } from '../keychain/testing/memory-driver'
import { openKeychain } from '../keychain/testing/open-keychain'
import { createTokens } from '../keychain/tokens'
import { createProxySignIns } from '../network/proxy-sign-in'
import { openSettings } from '../settings/settings'
import { createLog, logFolder } from '../shell/log'
import { createDiagnostics, type DiagnosticsDeps } from './diagnostics'
import { knownSecrets } from './known-secrets'
import { createSyncHistory } from './sync-history'
import { createTimings } from './timings'

const signal = new AbortController().signal
const { organisationId, workspaceId } = workspace

/** Each is somewhere in the app, and must be nowhere in the zip. */
const canaries = {
  token: `${'canary'.repeat(2)}-token-${randomUUID()}`,
  proxyName: 'bremen.courier',
  proxyPassword: 'canary with wet brass locks',
  title: 'Couriers ask for a lock that opens with gloves',
  feedback: 'I nearly cried in the rain over that lock',
  draft: 'Reflective bags for the night shift',
  document: 'Interview notes of the winter',
  note: 'Ask the depot in Bremen about this first',
  label: 'gloves-and-locks',
  workspace: 'Winter research of the couriers',
  search: 'handlebar',
  path: 'tenant-of-the-couriers',
}

const proxy = 'proxy.example:8080'

let opened: Awaited<ReturnType<typeof openTestLibrary>>
beforeAll(async () => {
  opened = await openTestLibrary('file')
  const insight = generateInsight(1)
  const told = { ...generateInsight(2).feedback?.[0], id: randomUUID(), content: canaries.feedback }
  await syncItems(opened.library, [{ ...insight, title: canaries.title, feedback: [told] }, generateInsight(2)])
  await syncKnowledge(opened.library, [
    { id: randomUUID(), title: canaries.document, state: 'completed', source: 'url' },
  ])
  const { id } = insight
  await opened.library.setNote({ workspace, kind: 'insight', id, note: canaries.note })
  await giveLabels(opened.library, { workspace, kind: 'insight', id }, [canaries.label])
  await opened.library.addChange(newChange(1, canaries.draft))
})
afterAll(() => opened.remove())

let profile = ''
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'diagnostics-'))
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const made = profile
  return () => {
    vi.restoreAllMocks()
    rmSync(made, { recursive: true, force: true })
  }
})

async function setUp(changes: Partial<DiagnosticsDeps> = {}, token = canaries.token, hasHangingSignIn = false) {
  const { clock = systemClock } = changes
  const driver = createMemoryDriver()
  const settings = await openSettings(path.join(profile, 'settings.json'))
  const { profileId } = settings.read()
  const keychain = await openKeychain({ driver, profileId })
  const tokens = createTokens({ keychain, profileId })
  const keys = createLibraryKeys({ keychain, profileId })
  const origin = 'https://service.example'
  await tokens.save({ environment: 'staging', organisationId, origin }, token)
  const signIns = createProxySignIns({ keychain, profileId, refused: [], onChange() {}, onRefused() {} })
  await signIns.save(proxy, { name: canaries.proxyName, password: canaries.proxyPassword })
  const key = (await keys.create('staging'))?.key ?? ''
  await settings.update(({ environments, preferences, ...rest }) => ({
    ...rest,
    preferences: { ...preferences, lastRoute: `/insights?q=${canaries.search}` },
    environments: {
      ...environments,
      staging: {
        ...environments.staging,
        baseAddress: `${origin}/${canaries.path}`,
        tokenPlaces: [{ organisationId, origin }],
      },
      sandbox: { ...environments.sandbox, workspaces: [{ organisationId, workspaceId, name: canaries.workspace }] },
    },
  }))
  const log = createLog(path.join(profile, logFolder))
  const syncHistory = createSyncHistory(log)
  const timings = createTimings(() => 812.4)
  const diagnostics = createDiagnostics({
    ...{ settings, syncHistory, timings, log, clock: systemClock },
    program: () => ({ app: '1.0.0' }),
    keychainState: keychain.state,
    environments: async () => ['sandbox'],
    libraries: { library: opened.library, modeOf: () => 'encrypted', inMemoryReason: () => null },
    logFolder: path.join(profile, logFolder),
    secrets: () =>
      knownSecrets({
        ...{ settings, tokens, keys, keychain, clock },
        network: {
          findSignIns: () => [signIns.find(proxy), ...(hasHangingSignIn ? [new Promise<null>(() => {})] : [])],
        },
        sandbox: { current: () => null },
      }),
    ...changes,
  })
  const shown: string[] = []
  const target = { file: path.join(profile, 'saved.zip') as string | null, names: [] as string[] }
  const handlers = helpHandlers({
    diagnostics,
    dialogs: {
      chooseFile: async (name) => {
        target.names.push(name)
        return target.file
      },
      showInFolder: (file) => void shown.push(file),
    },
    readLicences: async () => null,
    reportTo: null,
    now: () => new Date('2026-01-02T03:04:05Z'),
  })
  const textOf = ({ files }: Diagnostics, name: string) => files.find((file) => file.name === name)?.text ?? ''
  return {
    handlers,
    log,
    driver,
    key,
    target,
    shown,
    syncHistory,
    timings,
    textOf,
    collect: () => handlers.diagnostics({}, { signal }),
  }
}

/** The texts of the zip, as Python reads it. */
function unzipped(file: string): Readonly<Record<string, string>> {
  const script =
    'import json,sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps({n: z.read(n).decode() for n in z.namelist()}))'
  return JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }))
}

test('no token, key, title, feedback, note, label or name is in the zip, though each was in the app and in an error', async () => {
  const app = await setUp()
  const secrets = { ...canaries, key: app.key }
  expect(app.key).toMatch(/^[0-9a-f]{64}$/)
  for (const canary of Object.values(secrets)) {
    app.log.defect(`storing`, new TypeError(`Could not store "${canary}"`, { cause: new Error(canary) }))
    app.log.defect('reading', canary)
  }
  // Tests more than the rule for errors: lines with a secret, whole, cut, or in an address.
  for (const secret of [canaries.token, canaries.proxyName, canaries.proxyPassword, app.key]) {
    app.log.info(`sent ${secret} and ${secret.slice(0, 40)} to https://x:${secret}@service.example/${secret}`)
    app.log.info(Buffer.from(secret).toString('base64'))
    for (const lost of [0, 4, 19]) app.log.info(`lost: ${secret.slice(0, lost)}${secret.slice(lost + 1)}`)
    app.log.info(`its end: ${secret.slice(-20)}, in hex: ${Buffer.from(secret).toString('hex')}`)
  }
  const collected = await app.collect()
  expect(await app.handlers.saveDiagnostics({ id: collected.id }, { signal })).toEqual({ saved: true })
  const files = unzipped(app.target.file ?? '')
  const all = JSON.stringify(files)
  for (const [name, canary] of Object.entries(secrets)) {
    expect(all, name).not.toContain(canary)
    expect(all, name).not.toContain(canary.slice(0, 20))
    expect(all, name).not.toContain(Buffer.from(canary).toString('base64').slice(0, 20))
  }
  for (const secret of [canaries.token, app.key]) {
    for (const lost of [0, 4, 19]) expect(all).not.toContain(secret.slice(lost + 1).slice(0, 20))
    expect(all).not.toContain(secret.slice(-16))
    expect(all).not.toContain(Buffer.from(secret).toString('hex').slice(0, 16))
  }
  expect(all).not.toContain(profile)
  for (const id of [organisationId, workspaceId]) expect(all).not.toContain(id)
  expect(all).toContain('https://service.example')
  expect(files['log.txt']).toContain('storing: TypeError')
})

test('redacts a token from the keychain even if it looks like an ordinary word', async () => {
  const app = await setUp({}, 'juniper-hedge')
  app.log.info('refused: juniper-hedge')
  expect(readFileSync(path.join(profile, logFolder, 'main.log'), 'utf8')).toContain('juniper')
  expect(JSON.stringify(await app.collect())).not.toContain('juniper')
})

test('saves exactly what was shown, byte for byte, whatever happened meanwhile', async () => {
  const app = await setUp()
  const collected = await app.collect()
  app.log.info('after it was shown')
  await app.collect()
  await app.handlers.saveDiagnostics({ id: collected.id }, { signal })
  expect(unzipped(app.target.file ?? '')).toEqual(
    Object.fromEntries(collected.files.map(({ name, text }) => [name, text])),
  )
  expect(app.target.names).toEqual(['Discovery Desk diagnostics 2026-01-02.zip'])
  expect(statSync(app.target.file ?? '').mode & 0o777).toBe(0o600)
  await app.handlers.showDiagnostics({}, { signal })
  expect(app.shown).toEqual([app.target.file])
})

test('is saved while the date of the computer is before 1980, the first year of a zip', async () => {
  const app = await setUp({ clock: { ...systemClock, now: () => '1970-01-02T00:00:00.000Z' } })
  const collected = await app.collect()
  expect(await app.handlers.saveDiagnostics({ id: collected.id }, { signal })).toEqual({ saved: true })
  expect(unzipped(app.target.file ?? '')['program.json']).toContain('1970-01-02')
})

test('is saved after the time zone moved west', async () => {
  const app = await setUp()
  const collected = await app.collect()
  vi.stubEnv('TZ', 'Pacific/Pago_Pago')
  try {
    expect(await app.handlers.saveDiagnostics({ id: collected.id }, { signal })).toEqual({ saved: true })
  } finally {
    vi.unstubAllEnvs()
  }
})

test('contains the syncs, the timings, the library row counts and the changes by state', async () => {
  const app = await setUp()
  app.syncHistory.add({
    ...{ workspace, startedAt: '2026-01-02T03:00:00.000Z', ms: 421, result: 'TIMEOUT' },
    lists: [
      { resource: 'insights', items: 2 },
      { resource: 'knowledge', items: null },
    ],
  })
  app.timings.mark('first rows painted')
  for (const ms of [4, 8]) app.timings.call('insights.query', ms, null)
  app.timings.call('sync.now', 30, 'TIMEOUT')
  const collected = await app.collect()
  const json = (name: string) => JSON.parse(app.textOf(collected, name))
  expect(json('syncs.json')).toMatchObject({
    stored: [
      { workspace: 'sandbox 1', resource: 'insights', received: 2 },
      { workspace: 'sandbox 1', resource: 'knowledge', received: 1 },
    ],
    thisRun: [{ workspace: 'sandbox 1', ms: 421, result: 'TIMEOUT', items: { insights: 2, knowledge: 'unchanged' } }],
  })
  expect(json('timings.json')).toEqual({
    start: { 'first rows painted': 812 },
    calls: {
      'insights.query': { calls: 2, meanMs: 6, longestMs: 8, failed: {} },
      'sync.now': { calls: 1, meanMs: 30, longestMs: 30, failed: { TIMEOUT: 1 } },
    },
  })
  expect(json('library.json')).toMatchObject([
    { environment: 'sandbox', kept: 'encrypted', rows: { insights: 3, triage: 1 }, changes: { needsReview: 1 } },
  ])
  expect(json('settings.json')).toMatchObject({
    keychain: 'available',
    environments: {
      staging: { server: 'https://service.example', hasPath: true, tokens: 1 },
      sandbox: { workspaces: 1 },
    },
    preferences: { lastView: '/insights' },
  })
  expect(app.textOf(collected, 'log.txt')).toContain('sync: sandbox, 421 ms, TIMEOUT, insights 2, knowledge unchanged')
  expect(app.textOf(collected, 'read-me.txt')).toContain('Missing\n  nothing')
})

test('says which parts are missing when the library is stopped, locked or hanging, and includes the others', async () => {
  const stopped = () => Promise.reject(new AppError('LIBRARY_UNAVAILABLE', 'The library is stopped.'))
  const broken = { inspect: stopped, lastSync: stopped }
  const first = await setUp({
    libraries: { library: broken, modeOf: () => 'encrypted', inMemoryReason: () => null },
  })
  const without = await first.collect()
  expect(first.textOf(without, 'read-me.txt')).toContain('Missing\n  library.json: sandbox (LIBRARY_UNAVAILABLE)\n')
  expect(first.textOf(without, 'syncs.json')).toContain('"missing": "sandbox 1 (LIBRARY_UNAVAILABLE)"')
  expect(first.textOf(without, 'program.json')).toContain('1.0.0')

  const locked = await setUp({
    libraries: { library: opened.library, modeOf: () => 'memory', inMemoryReason: () => 'KEYCHAIN_LOCKED' },
  })
  expect(locked.textOf(await locked.collect(), 'read-me.txt')).toContain(
    'library.json: the file of sandbox (KEYCHAIN_LOCKED)',
  )

  const hangs = await setUp({
    clock: { ...systemClock, after: (ms, callback) => systemClock.after(ms / 500, callback) },
    libraries: {
      library: { inspect: () => new Promise(() => {}), lastSync: async () => null },
      ...{ modeOf: () => 'encrypted', inMemoryReason: () => null },
    },
  })
  expect(hangs.textOf(await hangs.collect(), 'read-me.txt')).toContain('library.json: sandbox (TIMEOUT)')

  const silent = await setUp({
    clock: { ...systemClock, after: (ms, callback) => systemClock.after(ms / 50, callback) },
    secrets: () => new Promise(() => {}),
  })
  expect(silent.textOf(await silent.collect(), 'read-me.txt')).toContain(
    '  a check for saved secrets: the keychain couldn’t be read (TIMEOUT)',
  )
})

test('is collected with a locked keychain, and reports a failed part by its code only', async () => {
  const app = await setUp({
    program: () => {
      throw new TypeError(canaries.title)
    },
  })
  app.driver.behave('locked')
  const collected = await app.collect()
  const readMe = app.textOf(collected, 'read-me.txt')
  expect(readMe).toContain('  program.json (INTERNAL)')
  expect(readMe).toContain('  a check for saved secrets: the keychain couldn’t be read')
  expect(readMe).toContain('  access tokens, keys and proxy sign-ins, as far as the app knows: see Missing')
  const logged = readFileSync(path.join(profile, logFolder, 'main.log'), 'utf8')
  expect(logged).toMatch(/^\S+ [\da-f]{8} diagnostics: program\.json: TypeError$/m)
  expect(JSON.stringify([collected, logged])).not.toContain(canaries.title)
})

test('redacts the secrets it knows when one look-up hangs, and says that the check is incomplete', async () => {
  const clock = { ...systemClock, after: (ms: number, callback: () => void) => systemClock.after(ms / 50, callback) }
  const app = await setUp({ clock }, canaries.token, true)
  app.log.info(`sent ${canaries.token} and ${canaries.proxyPassword}`)
  const collected = await app.collect()
  expect(JSON.stringify(collected)).not.toMatch(/canary/)
  expect(app.textOf(collected, 'read-me.txt')).toContain('  a check for saved secrets: the keychain couldn’t be read')
})

test('contains the end of a long log, across its rotation, and an empty log if there is none', async () => {
  const app = await setUp()
  const empty = await app.collect()
  expect(app.textOf(empty, 'log.txt')).toBe('')
  mkdirSync(path.join(profile, logFolder), { recursive: true })
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, place) => `line ${from + place} ${'of many '.repeat(20)}\n`).join('')
  writeFileSync(path.join(profile, logFolder, 'main.old.log'), lines(0, 4000))
  writeFileSync(path.join(profile, logFolder, 'main.log'), lines(4000, 4500))
  const text = app.textOf(await app.collect(), 'log.txt')
  expect(text.length).toBeLessThanOrEqual(256 * 1024)
  expect(text).toMatch(/^line \d+ of many/)
  expect(text).toContain('line 3999 ')
  expect(text.trimEnd()).toMatch(/line 4499 [a-z ]+$/)
})

test('leaves nothing behind when the zip cannot be saved, and reports the error', async () => {
  const app = await setUp()
  const { id } = await app.collect()
  for (const file of [path.join(profile, 'none', 'saved.zip'), path.join(profile, 'settings.json', 'saved.zip')]) {
    app.target.file = file
    await expect(app.handlers.saveDiagnostics({ id }, { signal })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'Couldn’t save the file there. Choose another folder or name.',
    })
  }
  const disk = smallDisk(path.join(profile, 'disk'))
  if (disk !== null) {
    app.target.file = path.join(disk, 'saved.zip')
    await expect(app.handlers.saveDiagnostics({ id }, { signal })).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(readdirSync(disk)).toEqual(['full'])
    execFileSync('umount', [disk])
  }
  app.target.file = null
  expect(await app.handlers.saveDiagnostics({ id }, { signal })).toEqual({ saved: false })
  expect(readdirSync(profile).filter((name) => /zip|part/.test(name))).toEqual([])
  await expect(app.handlers.showDiagnostics({}, { signal })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('saves only what it collected: an ID made up by the page, or an old one, is not found', async () => {
  const app = await setUp()
  const old = await app.collect()
  for (let time = 0; time < 3; time += 1) await app.collect()
  for (const id of [randomUUID(), old.id]) {
    await expect(app.handlers.saveDiagnostics({ id }, { signal })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(app.target.names).toEqual([])
})

/** A disk with no room left; null where this computer does not allow one. */
function smallDisk(disk: string): string | null {
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return null
  }
  try {
    writeFileSync(path.join(disk, 'full'), Buffer.alloc(64 * 1024))
  } catch {
    // The disk is full, as wanted.
  }
  return disk
}

test('contains the log exactly as it is on disk', async () => {
  const app = await setUp()
  app.log.info('one line')
  expect(app.textOf(await app.collect(), 'log.txt')).toBe(
    readFileSync(path.join(profile, logFolder, 'main.log'), 'utf8'),
  )
})
