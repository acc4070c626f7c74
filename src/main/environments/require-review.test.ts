// Over a real settings file, two fake services, and the real sync and queue.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { EnvironmentView } from '../../contract/features/environments'
import { EnvironmentName } from '../../contract/workspace'
import { createLibrary } from '../../library/library'
import { confirmChange } from '../../library/testing/moved-changes'
import { environmentsHandlers } from '../features/environments'
import { createMemoryDriver } from '../keychain/testing/memory-driver'
import { openKeychain } from '../keychain/testing/open-keychain'
import { createTokens } from '../keychain/tokens'
import { inMemory } from '../library/library-files'
import { createLibraryOnDemand } from '../library/on-demand'
import type { ServiceClient } from '../service/service-client'
import { openSettings, type SettingsStore } from '../settings/settings'
import { failing, never, production, setUp, staging, typed } from '../testing/changes-setting'
import { createFakeService } from '../testing/fake-service'
import { createManualClock, settle } from '../testing/manual-clock'
import { quietLifecycle } from '../testing/quiet-lifecycle'
import { createTestLibrary } from '../testing/test-library'
import { wireChanges } from '../testing/wire-changes'
import { createLibraryLifecycle } from '../workspaces/library-lifecycle'
import { createOpenWorkspace } from '../workspaces/open-workspace'
import { createOpenWorkspaces } from '../workspaces/open-workspaces'
import { createEnvironments } from './environments'
import { createWithReview, locateWithReview, retireNotKeptList, setReviewOnOpen } from './require-review'

const { environment: _, ...ids } = staging
const context = { signal: never }
const [addressA, addressB] = ['https://a.example', 'https://b.example'] as const

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'require-review-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const openTestSettings = () => openSettings(path.join(folder, 'settings.json'))

async function startApp({ mode = 'encrypted' as EnvironmentView['library'] } = {}) {
  const services = { [addressA]: createFakeService(), [addressB]: createFakeService() }
  const of = (baseAddress: string) => services[baseAddress as typeof addressA].client
  const client: ServiceClient = {
    send: (target, ...rest) => of(target.baseAddress).send(target, ...rest),
    streamList: (target, ...rest) => of(target.baseAddress).streamList(target, ...rest),
  }
  const settings = await openTestSettings()
  const { profileId } = settings.read()
  const keychain = await openKeychain({ driver: createMemoryDriver(), profileId })
  const library = createTestLibrary()
  const clock = createManualClock()
  const tokens = createTokens({ keychain, profileId })
  /** Tests replace the promise to make the keychain slow. */
  const keychainDelay = { over: Promise.resolve() }
  const environments = createEnvironments({
    ask: async () => true,
    trustsThisComputer: true,
    ...{ settings, keychain, client },
    tokens: { ...tokens, find: (place) => keychainDelay.over.then(() => tokens.find(place)) },
    sandbox: { current: () => null, start: () => Promise.reject(new Error('nobody asked for it')) },
    emitChanged: () => {},
    libraryModeOf: () => 'encrypted',
    withReview: (scope, step) => withReview(scope, step),
    revokeApprovals: (environment) => changes.revokeApprovals(environment),
  })
  const { findTarget } = environments
  const { sync, changes } = wireChanges({ client, library, clock, newId: randomUUID, findTarget })
  const libraries = { library, modeOf: () => mode }
  const withReview = createWithReview({
    libraries,
    files: { exist: async () => true },
    changes,
    settings,
    emit: () => {},
  })
  const log = { defect: () => 'id' }
  const openWorkspaces = createOpenWorkspaces({ ensureOpen: async () => {}, sync, log })
  const openWorkspace = createOpenWorkspace({ environments, openWorkspaces, log })
  const shown = { openWorkspace, openWorkspaces }
  const handlers = environmentsHandlers({
    environments,
    ...shown,
    changes,
    library,
    log,
    forget: async () => {},
  })
  const connect = (baseAddress: string, workspaceId: string = ids.workspaceId) => {
    const input = { environment: 'staging', ...ids, workspaceId, baseAddress, workspaceName: workspaceId } as const
    return handlers.connect({ ...input, token: 't' }, context)
  }
  const save = (baseAddress: string) => {
    const relationships = { relationshipsParameter: 'changed', relationshipsValue: '' }
    return handlers.saveSettings({ environment: 'staging', baseAddress, ...relationships }, context)
  }
  const create = async (title: string) => {
    await changes.createInsight(staging, typed(title), never)
    await settle()
  }
  const pending = async () =>
    (await library.pendingChanges({ environment: 'staging' })).map((entry) => `${entry.state} ${entry.needsReview}`)
  const comeAround = async () => {
    for (let time = 0; time < 3; time += 1) {
      await sync.now(staging).catch(() => undefined)
      await clock.advance(600_000)
      await settle()
    }
  }
  await connect(addressA)
  await settle()
  return {
    services,
    handlers,
    connect,
    save,
    create,
    pending,
    comeAround,
    changes,
    library,
    sync,
    settings,
    keychainDelay,
  }
}

test('a new address requires review of changes made for the old one, even one that had arrived there', async () => {
  const { services, handlers, save, create, pending, comeAround, changes, library } = await startApp()
  const { [addressA]: a, [addressB]: b } = services
  a.onList = failing('CONNECTION_REFUSED')
  a.onCreate = async (arrive) => {
    arrive()
    throw await failing('CONNECTION_LOST')().catch((error: unknown) => error)
  }
  await create('arrived')
  a.onCreate = failing('CONNECTION_REFUSED')
  await create('waits')
  await save(addressB)
  await handlers.saveToken({ workspace: staging, token: 'of b' }, context)
  await comeAround()
  expect(b.arrivals()).toBe(0)
  expect(await pending()).toEqual(['waiting true', 'waiting true'])
  // Approved ones are sent, and new ones need no review.
  const changeIds = (await library.pendingChanges({ environment: 'staging' })).map(({ changeId }) => changeId)
  await changes.send(staging, changeIds.slice(1), never)
  await create('new')
  expect(b.titles(staging)).toEqual(['waits', 'new'])
})

test('the same address with other relationships requires no review', async () => {
  const { services, save, create, pending, comeAround } = await startApp()
  const { [addressA]: a } = services
  a.onCreate = failing('CONNECTION_REFUSED')
  await create('waits')
  await save(addressA)
  expect(await pending()).toEqual(['waiting false'])
  a.onCreate = async (arrive) => arrive()
  await comeAround()
  expect(a.titles(staging)).toEqual(['waits'])
})

test('removing and reconnecting a workspace requires review of its changes', async () => {
  const { services, handlers, connect, create, pending, comeAround } = await startApp()
  const { [addressA]: a } = services
  await connect(addressA, 'another')
  a.onCreate = failing('CONNECTION_REFUSED')
  await handlers.open({ workspace: staging }, context)
  await create('waits')
  await handlers.removeWorkspace({ workspace: staging }, context)
  a.onCreate = async (arrive) => arrive()
  // It is set up already, so connecting it concerns no changes.
  await connect(addressA, 'another')
  expect(await pending()).toEqual(['waiting false'])
  await connect(addressA)
  await comeAround()
  expect([a.arrivals(), await pending()]).toEqual([0, ['waiting true']])
})

test('removing the last workspace and connecting one at another address requires review of all changes', async () => {
  const { services, handlers, connect, create, pending, comeAround } = await startApp()
  services[addressA].onCreate = failing('CONNECTION_REFUSED')
  await create('waits')
  await handlers.removeWorkspace({ workspace: staging }, context)
  await connect(addressB, 'another')
  expect(await pending()).toEqual(['waiting true'])
  await connect(addressB)
  await comeAround()
  expect(services[addressB].arrivals()).toBe(0)
})

test('a refused address requires no review, and the address stays unchanged if the review cannot be stored', async () => {
  const { services, handlers, save, create, pending, library } = await startApp()
  services[addressA].onCreate = failing('CONNECTION_REFUSED')
  await create('waits')
  await expect(save('http://b.example/')).rejects.toMatchObject({ code: 'ADDRESS_INVALID' })
  expect(await pending()).toEqual(['waiting false'])
  library.requireReview = failing('DISK_FULL')
  await expect(save(addressB)).rejects.toMatchObject({ code: 'DISK_FULL' })
  const { environments } = await handlers.list({}, context)
  expect(environments.find(({ name }) => name === 'staging')?.baseAddress).toBe(addressA)
})

test('the address and the relationships stay unchanged if they cannot be saved', async () => {
  const { handlers, save, settings } = await startApp()
  const before = settings.read().environments.staging
  const { update } = settings
  let isFull = true
  settings.update = async (change) => {
    await update(change)
    if (isFull) throw new AppError('DISK_FULL', 'The disk is full.')
  }
  await expect(save(addressB)).rejects.toMatchObject({ code: 'DISK_FULL' })
  await expect(save(addressA)).rejects.toMatchObject({ code: 'DISK_FULL' })
  expect(settings.read().environments.staging).toEqual(before)
  isFull = false
  await save(addressB)
  const { environments } = await handlers.list({}, context)
  expect(environments.find(({ name }) => name === 'staging')?.baseAddress).toBe(addressB)
})

test('a concurrent address change starts from the result of the first', async () => {
  const { handlers, save, keychainDelay } = await startApp()
  let answer = () => {}
  keychainDelay.over = new Promise((resolve) => {
    answer = resolve
  })
  // With the same address and the stored token, connecting would not concern the changes.
  const input = { environment: 'staging', ...ids, baseAddress: addressA, workspaceName: 'Again' } as const
  const connected = handlers.connect(input, context)
  await settle()
  const saved = save(addressB)
  await settle()
  answer()
  await Promise.all([connected, saved])
  const { environments } = await handlers.list({}, context)
  expect(environments.find(({ name }) => name === 'staging')?.baseAddress).toBe(addressB)
})

describe('while the address changes', () => {
  /** Begins to require review in an environment. `release` ends the step. */
  async function move({ changes, library }: ReturnType<typeof setUp>, environment = staging.environment) {
    let release = () => {}
    const step = new Promise<void>((resolve) => {
      release = resolve
    })
    const withReview = createWithReview({
      libraries: { library, modeOf: () => 'encrypted' },
      files: { exist: async () => true },
      settings: await openTestSettings(),
      changes,
      emit: () => {},
    })
    const done = withReview({ environment, workspace: null }, () => step)
    return { release: () => release(), end: () => done.then(settle, settle) }
  }

  test('a new change is kept and needs review', async () => {
    const app = setUp()
    const moving = await move(app)
    const made = app.create('for the old address')
    await settle()
    moving.release()
    expect(await made).toMatchObject({ state: 'waiting', error: { code: 'ENVIRONMENT_CHANGED' } })
    await moving.end()
    await app.sync.now(staging)
    await app.clock.advance(60_000)
    expect(app.service.arrivals()).toBe(0)
    expect(await app.journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
  })

  test('a change that cannot wait is dropped with an error that the page reports', async () => {
    const app = setUp()
    const moving = await move(app)
    const deleted = app.changes.deleteKnowledge(staging, 'document', never)
    await settle()
    moving.release()
    // CANCELLED would mean that the person stopped it, which the page does not report.
    await expect(deleted).rejects.toMatchObject({ code: 'ENVIRONMENT_CHANGED' })
    expect(await app.journal()).toEqual([])
    expect(app.service.arrivals()).toBe(0)
  })

  test('an approval given before or during the move does not count afterwards, for one change or several', async () => {
    const app = setUp()
    const { service, create, journal, changes } = app
    const { onCreate } = service
    service.onCreate = failing('CONNECTION_REFUSED')
    await create('one', production)
    await create('two', production)
    service.onCreate = onCreate
    const [one, two] = (await journal('production')).map(({ changeId }) => changeId)
    const retry = () =>
      expect(changes.retry(production, one ?? '')).rejects.toMatchObject({ code: 'ENVIRONMENT_CHANGED' })
    const send = () => changes.send(production, [one ?? '', two ?? ''], never)
    for (const [approve, isDuringStep] of [
      [retry, false],
      [retry, true],
      [send, false],
      [send, true],
    ] as const) {
      const moving = await move(app, 'production')
      if (isDuringStep) await settle()
      const approved = approve()
      await settle()
      moving.release()
      await approved
      await moving.end()
      expect(service.arrivals()).toBe(0)
    }
    expect((await journal('production')).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    await changes.send(production, [one ?? '', two ?? ''], never)
    expect(service.titles(production)).toEqual(['one', 'two'])
  })
})

describe('a library file that cannot currently be opened', () => {
  const isRequired = async () => (await openTestSettings()).read().environments.staging.requiresReviewOnOpen

  test('the settings record before the step that its changes need review on opening, even after a restart', async () => {
    const { changes, library } = setUp()
    const settings = await openTestSettings()
    const libraries = { library, modeOf: () => 'memory' as const }
    const requireReview = async (exists: boolean) => {
      const files = { exist: async () => exists }
      const withReview = createWithReview({ libraries, files, changes, settings, emit: () => {} })
      const seen: boolean[] = []
      await withReview({ environment: 'staging', workspace: null }, async () => void seen.push(await isRequired()))
      return seen
    }
    expect(await requireReview(false)).toEqual([false])
    expect(await requireReview(true)).toEqual([true])
    expect(await isRequired()).toBe(true)
  })

  /** With a file whose library changes its mode when its changes are read. */
  async function openWhileReading(before: EnvironmentView['library'], after: EnvironmentView['library']) {
    const { changes, library } = setUp()
    const settings = await openTestSettings()
    let mode = before
    const opening: typeof library = {
      ...library,
      async pendingChanges(input) {
        mode = after
        return library.pendingChanges(input)
      },
    }
    const libraries = { library: opening, modeOf: () => mode }
    return createWithReview({ libraries, files: { exist: async () => true }, changes, settings, emit: () => {} })
  }

  test('the settings record this even when reading the changes is what opens the library in memory', async () => {
    const withReview = await openWhileReading('closed', 'memory')
    const seen: boolean[] = []
    await withReview({ environment: 'staging', workspace: null }, async () => void seen.push(await isRequired()))
    expect(seen).toEqual([true])
  })

  test('the settings record nothing any more once the file was opened and its changes were marked', async () => {
    // The move had read the settings before, and the reading waits for its end.
    const withReview = await openWhileReading('memory', 'encrypted')
    await withReview({ environment: 'staging', workspace: null }, async () => {})
    expect(await isRequired()).toBe(false)
  })

  test('the step does not run when the settings cannot be stored', async () => {
    const { changes, library } = setUp()
    const libraries = { library, modeOf: () => 'memory' as const }
    const files = { exist: async () => true }
    const settings = { update: failing('DISK_FULL') }
    const withReview = createWithReview({ libraries, files, changes, settings, emit: () => {} })
    const steps: string[] = []
    const required = withReview({ environment: 'staging', workspace: null }, async () => void steps.push('step'))
    await expect(required).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(steps).toEqual([])
  })

  test('the next opening marks its changes for review once and clears the setting', async () => {
    const settings = await openTestSettings()
    const { closeAllNow, ...library } = createLibrary({ now: () => new Date(), log: () => {} })
    onTestFinished(closeAllNow)
    const input = { environment: 'staging', file: path.join(folder, 'staging.db'), key: 'ab'.repeat(32) } as const
    const where = { input: { ...input, generation: 'g' }, inMemoryReason: null, isKeyNew: false }
    const start = () => {
      const lifecycle = createLibraryLifecycle({ ...quietLifecycle, settings })
      const locate = locateWithReview(async () => where, settings)
      return createLibraryOnDemand({
        ...{ library, locate, isKnown: async () => true, onOpened: lifecycle.onOpened },
        requireReviewOnOpen: async () => {},
      })
    }
    const changeId = randomUUID()
    const needReview = async (libraries: ReturnType<typeof start>) =>
      (await libraries.library.pendingChanges({ environment: 'staging' })).map(({ needsReview }) => needsReview)
    const restart = async () => {
      await library.close({ environment: 'staging' })
      return start()
    }

    const first = start()
    const link = { kind: 'linkMetric', targetId: 'metric', body: { outcomeIds: ['goal'] } } as const
    await first.library.addChange({ ...link, workspace: staging, changeId, createdAt: '2025-01-01T00:00:00.000Z' })
    await confirmChange(first.library, 'staging', changeId)
    await setReviewOnOpen(settings, 'staging', true)
    const second = await restart()
    expect(await needReview(second)).toEqual([true])
    await settings.flush()
    expect(await isRequired()).toBe(false)
    await confirmChange(second.library, 'staging', changeId)
    expect(await needReview(await restart())).toEqual([false])
  })

  test.each([
    ['the library stopped during it', 'record', new AppError('LIBRARY_UNAVAILABLE', '')],
    ['the library was given up before', 'do not record', new AppError('LIBRARY_UNAVAILABLE', '', { retryable: false })],
    ['the disk is full, so that nothing was moved', 'do not record', new AppError('DISK_FULL', '')],
  ] as const)(
    'when moving to the file fails because %s, the settings %s that its changes need review',
    async (_, does, failure) => {
      const settings = await openTestSettings()
      const { closeAllNow, ...library } = createLibrary({ now: () => new Date(), log: () => {} })
      onTestFinished(closeAllNow)
      const environment = 'staging'
      const file = path.join(folder, 'staging.db')
      const onDisk = {
        input: { environment, file, key: 'ab'.repeat(32), generation: 'g' },
        inMemoryReason: null,
      } as const
      let isUnlocked = false
      const libraries = createLibraryOnDemand({
        library: {
          ...library,
          async open(input) {
            if (input.file !== null) throw failure
            return library.open(input)
          },
        },
        locate: async () => (isUnlocked ? { ...onDisk, isKeyNew: false } : inMemory(environment, 'KEYCHAIN_LOCKED')),
        isKnown: async () => true,
        onOpened: () => {},
        requireReviewOnOpen: (name) => setReviewOnOpen(settings, name, true),
      })
      await libraries.ensureOpen(environment)
      isUnlocked = true
      const moved = libraries.moveToDisk(true)
      await settle()
      // The setting is there before a call that waited for the move is answered.
      await libraries.library.pendingChanges({ environment })
      expect([await isRequired(), await moved]).toEqual([does === 'record', []])
    },
  )

  test('an in-memory library leaves the setting in place for the file', async () => {
    const settings = await openTestSettings()
    await setReviewOnOpen(settings, 'staging', true)
    const where = inMemory('staging', 'KEYCHAIN_LOCKED')
    expect(await locateWithReview(async () => where, settings)('staging')).toEqual(where)
    expect(await isRequired()).toBe(true)
  })
})

describe('an older version’s list of changes that were not kept', () => {
  const marked = async () => {
    const { environments } = (await openTestSettings()).read()
    return EnvironmentName.options.filter((name) => environments[name].requiresReviewOnOpen)
  }
  const lists = () => readdirSync(folder).filter((name) => name.startsWith('not-kept'))
  const write = (...texts: readonly string[]) => {
    for (const [place, text] of texts.entries()) {
      writeFileSync(path.join(folder, place === 0 ? 'not-kept' : 'not-kept-2'), text)
    }
  }
  const empty = '= 2 0123456789abcdef\n'
  const [id, ofEnvironment] = [`${randomUUID()}\n= 1 0123456789abcdef\n`, '!staging\n= 1 0123456789abcdef\n']

  test.each([
    ['with an entry', [id, id]],
    ['with an environment', [ofEnvironment, ofEnvironment]],
    ['with an entry in one of the two files', [empty, id]],
    ['of a version that had one file', [`${randomUUID()}\n`]],
  ])('%s: requires review of the changes of all environments once, and is removed', async (_, texts) => {
    write(...texts)
    await retireNotKeptList(folder, await openTestSettings())
    expect([await marked(), lists()]).toEqual([EnvironmentName.options, []])
    const settings = await openTestSettings()
    await setReviewOnOpen(settings, 'staging', false)
    await retireNotKeptList(folder, settings)
    expect(await marked()).not.toContain('staging')
  })

  test('is removed without requiring review when empty', async () => {
    write(empty, empty)
    await retireNotKeptList(folder, await openTestSettings())
    expect([await marked(), lists()]).toEqual([[], []])
  })

  test('requires review in this run and stays for the next when the disk cannot be written to', async () => {
    write(id, id)
    const { read } = await openTestSettings()
    let settings = read()
    const update: SettingsStore['update'] = async (change) => {
      settings = change(settings)
      await failing('DISK_FULL')()
    }
    await retireNotKeptList(folder, { update })
    expect(Object.values(settings.environments).map(({ requiresReviewOnOpen }) => requiresReviewOnOpen)).toEqual(
      EnvironmentName.options.map(() => true),
    )
    expect(lists()).toHaveLength(2)
  })
})
