// Forgetting an environment: over a real settings file, real files on disk and a keychain in memory.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { EnvironmentList } from '../../contract/features/environments'
import { pushesAfter } from '../../contract/testing/pushes-after'
import type { WorkspaceRef } from '../../contract/workspace'
import { environmentsHandlers } from '../features/environments'
import { createLibraryKeys } from '../keychain/library-keys'
import { undeletedAccounts } from '../keychain/profile-keychain'
import { createMemoryDriver, type MemoryDriver } from '../keychain/testing/memory-driver'
import { openKeychain } from '../keychain/testing/open-keychain'
import { createTokens } from '../keychain/tokens'
import { createLibraryFiles } from '../library/library-files'
import { createLibraryOnDemand } from '../library/on-demand'
import { createSandboxProcess } from '../sandbox/sandbox-process'
import { createServiceClient } from '../service/client'
import { openSettings } from '../settings/settings'
import { typed } from '../testing/changes-setting'
import { createFakeProcess } from '../testing/fake-process'
import { createFakeService } from '../testing/fake-service'
import { createManualClock, settle } from '../testing/manual-clock'
import { createTestLibrary } from '../testing/test-library'
import { wireChanges } from '../testing/wire-changes'
import { claimProfile } from '../updates/profile-version'
import { createOpenWorkspace } from '../workspaces/open-workspace'
import { createOpenWorkspaces } from '../workspaces/open-workspaces'
import { createEnvironments } from './environments'
import { forgetEnvironment } from './forget'
import { isSetUpOrOnDisk } from './known-environments'
import { createWithReview } from './require-review'

const ids = {
  organisationId: '3f8a4f0e-6c8b-4f43-9d8c-0d5b8f4b2a01',
  workspaceId: '3f8a4f0e-6c8b-4f43-9d8c-0d5b8f4b2a02',
}
const context = { signal: new AbortController().signal }

let profile: string
let driver: MemoryDriver

beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'discovery-desk-'))
  driver = createMemoryDriver()
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

async function startApp() {
  const clock = createManualClock()
  const pushed: EnvironmentList[] = []
  const settings = await openSettings(path.join(profile, 'settings.json'))
  const { profileId } = settings.read()
  const keychain = await openKeychain({ driver, profileId, undeleted: undeletedAccounts(settings) })
  const tokens = createTokens({ keychain, profileId })
  const keys = createLibraryKeys({ keychain, profileId })
  const files = createLibraryFiles({ profile, keys, log: { defect: () => 'id' } })
  const library = createTestLibrary()
  const opened: string[] = []
  const libraries = createLibraryOnDemand({
    library: {
      ...library,
      open(input) {
        opened.push(input.environment)
        return library.open(input)
      },
    },
    locate: files.locate,
    isKnown: (name) => isSetUpOrOnDisk({ settings, files }, name),
    onOpened: () => void environments.announce(),
    requireReviewOnOpen: async () => {},
  })
  const address = { type: 'ready', baseUrl: 'http://127.0.0.1:1', ...ids, workspaceName: 'Seeded', token: 't' }
  const sandbox = createSandboxProcess({
    fork: () =>
      createFakeProcess((message, self) => {
        if ((message as { type: string }).type === 'start') self.answer(address)
        else self.exit(0)
      }),
    dataFile: path.join(profile, 'sandbox.data'),
    keychain,
    clock,
    log: { info: () => {} },
  })
  const environments = createEnvironments({
    ask: async () => true,
    trustsThisComputer: true,
    settings,
    tokens,
    keychain,
    client: createServiceClient({ fetch }),
    sandbox,
    libraryModeOf: libraries.modeOf,
    emitChanged: (list) => pushed.push(list),
    withReview: (scope, step) => withReview(scope, step),
    revokeApprovals: (environment) => changes.revokeApprovals(environment),
  })
  const service = createFakeService()
  const { sync, changes } = wireChanges({
    client: service.client,
    library: libraries.library,
    clock,
    newId: () => '7d7b2c52-6d7c-4d6e-9a43-0a4b0f0a6c11',
    findTarget: environments.findTarget,
  })
  const withReview = createWithReview({ libraries, files, changes, settings, emit: () => {} })
  const log = { defect: () => 'id' }
  const openWorkspaces = createOpenWorkspaces({ ensureOpen: libraries.ensureOpen, sync, log })
  const openWorkspace = createOpenWorkspace({ environments, openWorkspaces, log })
  const parts = { environments, keychain, sync, changes, libraries, files, keys, sandbox }
  const handlers = environmentsHandlers({
    environments,
    openWorkspace,
    openWorkspaces,
    library: libraries.library,
    changes,
    log,
    forget: (environment, confirmation) => forgetEnvironment(parts, environment, confirmation),
  })
  const connect = (
    environment: 'production' | 'staging' | 'development',
    token: string,
    host = environment as string,
  ) =>
    handlers.connect(
      { environment, baseAddress: `https://${host}.example.com`, ...ids, workspaceName: 'Research', token },
      context,
    )
  const secrets = () => JSON.stringify([...driver.entries.entries()])
  return {
    settings,
    handlers,
    connect,
    secrets,
    libraries,
    sync,
    changes,
    service,
    keys,
    environments,
    opened,
    sandbox,
    pushed,
    clock,
  }
}

const staging: WorkspaceRef = { environment: 'staging', ...ids }
const libraryNames = () => readdirSync(path.join(profile, 'library')).sort()

test('deletes the environment’s files, key, workspaces and tokens for all addresses, and nothing of another', async () => {
  const { handlers, connect, secrets, settings, libraries, keys, environments } = await startApp()
  await connect('production', 'kept-token')
  await environments.unlock({ environment: 'production' }, context)
  await connect('staging', 'old-token', 'old')
  await connect('staging', 'new-token')
  await libraries.library.setNote({ workspace: staging, kind: 'insight', id: 'a', note: 'Ask the wombat' })
  for (const name of ['staging.db.unusable-20250101', 'staging.db.unusable-20250101-wal', 'staging.db.incoming-1']) {
    writeFileSync(path.join(profile, 'library', name), 'a backup')
  }
  // A newer version starts.
  writeFileSync(path.join(profile, 'written-by'), '0.1.0')
  expect(await claimProfile({ profile, version: '0.2.0' })).toEqual({ state: 'ready' })
  const backedUp = () => readdirSync(path.join(profile, 'backup/library')).sort()
  expect(backedUp()).toEqual(expect.arrayContaining(['staging.db', 'staging.db.private']))
  expect(libraryNames()).toContain('staging.db.private')
  expect(secrets()).toMatch(/old-token.*new-token|new-token.*old-token/)
  const ofProduction = libraryNames().filter((name) => name.startsWith('production.db'))
  expect(ofProduction).toContain('production.db')

  await handlers.forget({ environment: 'staging', confirmation: ' Staging ' }, context)

  expect(libraryNames()).toEqual(ofProduction)
  expect(backedUp()).toEqual(ofProduction.filter((name) => name !== 'production.db-shm'))
  expect(readFileSync(path.join(profile, 'backup/settings.json'), 'utf8')).not.toContain('old.example.com')
  expect(secrets()).not.toMatch(/old-token|new-token/)
  expect(secrets()).toContain('kept-token')
  expect(await keys.read('staging')).toBeNull()
  expect(await keys.read('production')).not.toBeNull()
  expect(settings.read().environments.staging).toMatchObject({ baseAddress: null, workspaces: [], tokenPlaces: [] })
  expect(readFileSync(path.join(profile, 'settings.json'), 'utf8')).not.toContain('old.example.com')
  expect(libraries.modeOf('staging')).toBe('closed')
})

test('creates no file when queried after forgetting, and starts afresh when connected again', async () => {
  const { handlers, connect, sync, opened } = await startApp()
  await connect('staging', 'token')
  await handlers.forget({ environment: 'staging', confirmation: 'Staging' }, context)
  expect(await handlers.measure({ environment: 'staging' }, context)).toEqual({
    ...{ bytes: 0, insights: 0, knowledge: 0, pendingChanges: 0, syncedAt: null },
  })
  await sync.status(staging)
  expect(libraryNames()).toEqual([])
  expect(opened).toEqual(['staging'])
  await connect('staging', 'token')
  expect(libraryNames()).toContain('staging.db')
  expect(opened).toEqual(['staging', 'staging'])
})

test.each(['', 'staging', 'Production', 'Stagin', 'Staging!'])('refuses the confirmation %j', async (confirmation) => {
  const { handlers, connect, secrets } = await startApp()
  await connect('staging', 'the-token')
  await expect(handlers.forget({ environment: 'staging', confirmation }, context)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    report: { fields: [{ path: ['confirmation'] }] },
  })
  expect(libraryNames()).toContain('staging.db')
  expect(secrets()).toContain('the-token')
})

test('keeps everything, and the workspace open, when the keychain is locked', async () => {
  const { handlers, connect, settings, sync, libraries } = await startApp()
  await connect('staging', 'the-token')
  driver.behave('locked')
  await expect(handlers.forget({ environment: 'staging', confirmation: 'Staging' }, context)).rejects.toMatchObject({
    code: 'KEYCHAIN_LOCKED',
  })
  expect(libraryNames()).toContain('staging.db')
  expect(libraries.modeOf('staging')).toBe('encrypted')
  expect(settings.read().active).toEqual(staging)
  expect(sync.isOpen(staging)).toBe(true)
})

test('keeps the token, and what was written, of a session that began with a locked keychain', async () => {
  driver.behave('locked')
  const { handlers, connect, libraries, environments } = await startApp()
  await connect('staging', 'the-token')
  const insight = { workspace: staging, kind: 'insight', id: 'a' } as const
  await libraries.library.setNote({ ...insight, note: 'Ask the wombat' })
  await expect(handlers.forget({ environment: 'staging', confirmation: 'Staging' }, context)).rejects.toMatchObject({
    code: 'KEYCHAIN_LOCKED',
  })
  expect(await libraries.library.getTriage(insight)).toMatchObject({ note: 'Ask the wombat' })
  expect(await environments.findTarget(staging)).toMatchObject({ token: 'the-token' })
})

test('keeps what was written without a keychain when the disk is too full to note the token', async () => {
  driver.behave('missing')
  const { handlers, connect, libraries, environments, settings } = await startApp()
  await connect('staging', 'the-token')
  const insight = { workspace: staging, kind: 'insight', id: 'a' } as const
  await libraries.library.setNote({ ...insight, note: 'Ask the wombat' })
  const { update } = settings
  settings.update = async (change) => {
    await update(change)
    throw new AppError('DISK_FULL', 'The disk is full.')
  }
  await expect(handlers.forget({ environment: 'staging', confirmation: 'Staging' }, context)).rejects.toMatchObject({
    code: 'DISK_FULL',
  })
  expect(await libraries.library.getTriage(insight)).toMatchObject({ note: 'Ask the wombat' })
  expect(await environments.findTarget(staging)).toMatchObject({ token: 'the-token' })
})

test('deletes a token and key left over from a missing keychain before the keychain is used again', async () => {
  await (await startApp()).connect('staging', 'the-token')
  driver.behave('missing')
  await (await startApp()).handlers.forget({ environment: 'staging', confirmation: 'Staging' }, context)
  expect(libraryNames()).toEqual([])
  driver.behave('open')
  const { connect, secrets, keys } = await startApp()
  expect(secrets()).not.toContain('the-token')
  expect(await keys.read('staging')).toBeNull()
  await connect('staging', 'another-token')
  const key = await keys.read('staging')
  const after = await startApp()
  expect(await after.keys.read('staging')).toEqual(key)
  expect(after.secrets()).toContain('another-token')
})

test('opens another workspace in place of the forgotten one, production last and locked', async () => {
  const { handlers, connect, settings, sync, environments } = await startApp()
  await connect('production', 'a')
  await environments.unlock({ environment: 'production' }, context)
  await connect('development', 'b')
  await connect('staging', 'c')
  await handlers.forget({ environment: 'staging', confirmation: 'Staging' }, context)
  expect(settings.read().active).toEqual({ environment: 'development', ...ids })
  expect(sync.isOpen({ environment: 'development', ...ids })).toBe(true)
  expect(environments.isLocked('production')).toBe(false)
  await handlers.removeWorkspace({ workspace: { environment: 'development', ...ids } }, context)
  const production = { environment: 'production', ...ids } as const
  expect(settings.read().active).toEqual(production)
  expect(environments.isLocked('production')).toBe(true)
  expect(sync.isOpen(production)).toBe(true)
  await handlers.removeWorkspace({ workspace: production }, context)
  expect(settings.read().active).toBeNull()
})

test('leaves an open workspace of another environment alone', async () => {
  const { handlers, connect, settings, sync } = await startApp()
  await connect('development', 'b')
  await connect('staging', 'c')
  await handlers.forget({ environment: 'development', confirmation: 'Development' }, context)
  expect(settings.read().active).toEqual(staging)
  expect(sync.isOpen(staging)).toBe(true)
})

test('locks production again when it is forgotten', async () => {
  const { handlers, connect, environments } = await startApp()
  await connect('production', 'a')
  await environments.unlock({ environment: 'production' }, context)
  await handlers.forget({ environment: 'production', confirmation: 'Production' }, context)
  expect(environments.isLocked('production')).toBe(true)
})

test('stops the sandbox and deletes its data', async () => {
  const { handlers, sandbox } = await startApp()
  await handlers.exploreSandbox({}, context)
  for (const name of ['sandbox.data', 'sandbox.data.4711.new', 'sandbox.database']) {
    writeFileSync(path.join(profile, name), 'x')
  }
  await handlers.forget({ environment: 'sandbox', confirmation: 'Sandbox' }, context)
  expect(sandbox.current()).toBeNull()
  expect(readdirSync(profile).filter((name) => name.startsWith('sandbox'))).toEqual(['sandbox.database'])
})

test('opens another workspace of the environment when one is removed, and keeps synced data', async () => {
  const { handlers, connect, settings } = await startApp()
  await connect('staging', 'a')
  const second = { ...staging, workspaceId: 'second' }
  const connection = { environment: 'staging', baseAddress: 'https://staging.example.com' } as const
  await handlers.connect({ ...connection, ...ids, workspaceId: 'second', workspaceName: 'Second' }, context)
  expect(settings.read().active).toEqual(second)
  await handlers.removeWorkspace({ workspace: second }, context)
  expect(settings.read().active).toEqual(staging)
  expect(libraryNames()).toContain('staging.db')
  await handlers.removeWorkspace({ workspace: staging }, context)
  expect(settings.read().active).toBeNull()
  expect(libraryNames()).toContain('staging.db')
  const again = handlers.removeWorkspace({ workspace: staging }, context)
  await expect(again).rejects.toBeInstanceOf(AppError)
})

test('deletes the token of a workspace that was removed before', async () => {
  const { handlers, connect, secrets } = await startApp()
  await connect('staging', 'the-token')
  await handlers.removeWorkspace({ workspace: staging }, context)
  expect(secrets()).toContain('the-token')
  await handlers.forget({ environment: 'staging', confirmation: 'Staging' }, context)
  expect(secrets()).not.toContain('token')
})

test('waits for the answer to a change in flight before it deletes anything', async () => {
  const { handlers, connect, changes, service, secrets } = await startApp()
  await connect('staging', 'the-token')
  let answer = () => {}
  service.onCreate = (arrive) =>
    new Promise((resolve) => {
      answer = () => resolve(arrive())
    })
  const made = changes.createInsight(staging, typed('x'), context.signal)
  await settle()
  let isForgotten = false
  const forgotten = handlers.forget({ environment: 'staging', confirmation: 'Staging' }, context).then(() => {
    isForgotten = true
  })
  for (let turn = 0; turn < 5; turn += 1) await settle()
  expect(isForgotten).toBe(false)
  expect(libraryNames()).toContain('staging.db')
  expect(secrets()).toContain('the-token')
  answer()
  expect(await made).toMatchObject({ state: 'done' })
  await forgotten
  expect(libraryNames()).toEqual([])
})

test('leaves the sandbox stopped when the answer to a change is lost while the sandbox is being forgotten', async () => {
  const { handlers, changes, service, clock, sandbox } = await startApp()
  await handlers.exploreSandbox({}, context)
  await settle()
  let lose = () => {}
  service.onCreate = () =>
    new Promise((_, reject) => {
      lose = () => reject(new AppError('CONNECTION_LOST', 'Lost.'))
    })
  service.onList = () => Promise.reject(new AppError('CONNECTION_LOST', 'Lost.'))
  const made = changes.createInsight({ environment: 'sandbox', ...ids }, typed('x'), context.signal)
  await settle()
  const forgotten = handlers.forget({ environment: 'sandbox', confirmation: 'Sandbox' }, context)
  await settle()
  lose()
  expect(await made).toMatchObject({ state: 'unknown' })
  await forgotten
  // The list that shows whether it arrived would be asked for again and again.
  await clock.advance(3_600_000)
  expect(sandbox.current()).toBeNull()
})

test('stops a sync of the environment even when another environment is open', async () => {
  const { handlers, connect, service, sync } = await startApp()
  await connect('development', 'b')
  await connect('staging', 'c')
  let isStopped = false
  Object.assign(service.client, {
    streamList: (_: unknown, __: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isStopped = true
          reject(new AppError('CANCELLED', 'Stopped.'))
        })
      }),
  })
  void sync.now({ ...staging, environment: 'development' })
  await settle()
  await handlers.forget({ environment: 'development', confirmation: 'Development' }, context)
  expect(isStopped).toBe(true)
})

test('pushes the list after each command that changes it', async () => {
  const { handlers, connect, pushed, environments } = await startApp()
  await connect('staging', 'token')
  const workspace = staging
  const settings = { relationshipsParameter: '', relationshipsValue: '' }
  const commands: readonly [string, () => Promise<unknown>][] = [
    ['connect', () => connect('production', 'token')],
    ['exploreSandbox', () => handlers.exploreSandbox({}, context)],
    ['open', () => handlers.open({ workspace }, context)],
    [
      'saveSettings',
      () =>
        handlers.saveSettings(
          { environment: 'staging', baseAddress: 'https://moved.example.com', ...settings },
          context,
        ),
    ],
    ['saveToken', () => handlers.saveToken({ workspace, token: 'another' }, context)],
    ['renameWorkspace', () => handlers.renameWorkspace({ workspace, name: 'Renamed' }, context)],
    ['unlock', () => handlers.unlock({ environment: 'production' }, context)],
    ['lock', () => handlers.lock({ environment: 'production' }, context)],
    ['removeWorkspace', () => handlers.removeWorkspace({ workspace }, context)],
    ['forget', () => handlers.forget({ environment: 'production', confirmation: 'Production' }, context)],
  ]
  const listed = Object.entries(pushesAfter).filter(([, pushes]) => pushes.environments)
  expect(commands.map(([name]) => `environments.${name}`).sort()).toEqual(listed.map(([name]) => name).sort())
  for (const [name, run] of commands) {
    pushed.length = 0
    await run()
    // Opening a library pushes too, a moment later.
    const list = await environments.list({}, context)
    await expect.poll(() => pushed.at(-1), { message: name }).toEqual(list)
  }
})
