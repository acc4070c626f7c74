// What waits does not go along with an address, or come back with a workspace, by itself: over a real settings file, two
// played services and everything that sends.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EnvironmentView } from '../../contract/features/environments'
import type { WorkspaceRef } from '../../contract/workspace'
import { environmentsHandlers } from '../features/environments'
import { createMemoryDriver } from '../keychain/testing/memory-driver'
import { openKeychain } from '../keychain/testing/open-keychain'
import { createTokens } from '../keychain/tokens'
import { createDisowned } from '../outbox/disowned'
import type { ServiceClient } from '../service/service-client'
import { openSettings } from '../settings/settings'
import { createFakeService } from '../testing/fake-service'
import { createManualClock, settle } from '../testing/manual-clock'
import { failing, never, typed } from '../testing/outbox-setting'
import { createTestLibrary } from '../testing/test-library'
import { wireOutbox } from '../testing/wire-outbox'
import { createOpenWorkspace } from '../workspaces/open-workspace'
import { createOpenWorkspaces } from '../workspaces/open-workspaces'
import { createAskFirst } from './ask-first'
import { createEnvironments } from './environments'

const ids = { organisationId: randomUUID(), workspaceId: randomUUID() }
const staging: WorkspaceRef = { environment: 'staging', ...ids }
const context = { signal: never }
const [addressA, addressB] = ['https://a.example', 'https://b.example'] as const

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ask-first-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function startApp({ mode = 'encrypted' as EnvironmentView['library'] } = {}) {
  const services = { [addressA]: createFakeService(), [addressB]: createFakeService() }
  const of = (baseAddress: string) => services[baseAddress as typeof addressA].client
  const client: ServiceClient = {
    send: (target, ...rest) => of(target.baseAddress).send(target, ...rest),
    streamList: (target, ...rest) => of(target.baseAddress).streamList(target, ...rest),
  }
  const settings = await openSettings(path.join(folder, 'settings.json'))
  const { profileId } = settings.read()
  const keychain = await openKeychain({ driver: createMemoryDriver(), profileId })
  const library = createTestLibrary()
  const clock = createManualClock()
  const written: (readonly string[])[] = []
  const disowned = createDisowned([], async (all) => void written.push(all))
  const tokens = createTokens({ keychain, profileId })
  /** Held up: the keychain takes its time. */
  const asked = { answers: Promise.resolve() }
  const environments = createEnvironments({
    ...{ settings, keychain, client },
    tokens: { ...tokens, find: (place) => asked.answers.then(() => tokens.find(place)) },
    sandbox: { current: () => null, start: () => Promise.reject(new Error('nobody asked for it')) },
    emitChanged: () => {},
    libraryModeOf: () => 'encrypted',
    askFirst: (asked, step) => askFirst(asked, step),
    revokeApprovals: (environment) => outbox.revokeApprovals(environment),
  })
  const { findTarget } = environments
  const { sync, outbox } = wireOutbox({ client, library, clock, newId: randomUUID, findTarget, disowned })
  const libraries = { library, modeOf: () => mode }
  const askFirst = createAskFirst({ libraries, files: { exist: async () => true }, outbox, disowned, emit: () => {} })
  const pendingChanges = { recover: outbox.recover, wake: outbox.look, tryAgain: outbox.tryAgain }
  const log = { defect: () => 'id' }
  const openWorkspaces = createOpenWorkspaces({ ensureOpen: async () => {}, pendingChanges, sync, log })
  const openWorkspace = createOpenWorkspace({ environments, openWorkspaces, log })
  const shown = { openWorkspace, openWorkspaces }
  const handlers = environmentsHandlers({ environments, ...shown, pendingChanges, library, forget: async () => {} })
  const connect = (baseAddress: string, workspaceId: string = ids.workspaceId) => {
    const input = { environment: 'staging', ...ids, workspaceId, baseAddress, workspaceName: workspaceId } as const
    return handlers.connect({ ...input, token: 't' }, context)
  }
  const save = (baseAddress: string) => {
    const relationships = { relationshipsParameter: 'changed', relationshipsValue: '' }
    return handlers.saveSettings({ environment: 'staging', baseAddress, ...relationships }, context)
  }
  const create = (title: string) => outbox.createInsight(staging, typed(title), never)
  const pending = async () =>
    (await library.pendingChanges({ environment: 'staging' })).map((entry) => `${entry.state} ${entry.needsReview}`)
  const reached = async () => {
    for (let time = 0; time < 3; time += 1) {
      await sync.now(staging).catch(() => undefined)
      await clock.advance(600_000)
      await settle()
    }
  }
  await connect(addressA)
  await settle()
  return { services, handlers, connect, save, create, pending, reached, outbox, library, sync, written, asked }
}

test('a queue made for one address is asked about at another, also what had arrived there', async () => {
  const { services, handlers, save, create, pending, reached, outbox, library } = await startApp()
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
  await reached()
  expect(b.arrivals()).toBe(0)
  expect(await pending()).toEqual(['waiting true', 'waiting true'])
  // With a word they go out, and what is made from now on needs none.
  const changeIds = (await library.pendingChanges({ environment: 'staging' })).map(({ changeId }) => changeId)
  await outbox.send(staging, changeIds.slice(1), never)
  await create('new')
  expect(b.titles(staging)).toEqual(['waits', 'new'])
})

test('the same address, with other relationships, asks nothing', async () => {
  const { services, save, create, pending, reached } = await startApp()
  const { [addressA]: a } = services
  a.onCreate = failing('CONNECTION_REFUSED')
  await create('waits')
  await save(addressA)
  expect(await pending()).toEqual(['waiting false'])
  a.onCreate = async (arrive) => arrive()
  await reached()
  expect(a.titles(staging)).toEqual(['waits'])
})

test('a workspace that was removed and is connected again asks before what waited in it goes out', async () => {
  const { services, handlers, connect, create, pending, reached } = await startApp()
  const { [addressA]: a } = services
  await connect(addressA, 'another')
  a.onCreate = failing('CONNECTION_REFUSED')
  await handlers.open({ workspace: staging }, context)
  await create('waits')
  await handlers.removeWorkspace({ workspace: staging }, context)
  a.onCreate = async (arrive) => arrive()
  // Known already: nothing is asked about in passing.
  await connect(addressA, 'another')
  expect(await pending()).toEqual(['waiting false'])
  await connect(addressA)
  await reached()
  expect([a.arrivals(), await pending()]).toEqual([0, ['waiting true']])
})

test('the last workspace removed, and one connected at another address: all is asked about', async () => {
  const { services, handlers, connect, create, pending, reached } = await startApp()
  services[addressA].onCreate = failing('CONNECTION_REFUSED')
  await create('waits')
  await handlers.removeWorkspace({ workspace: staging }, context)
  await connect(addressB, 'another')
  expect(await pending()).toEqual(['waiting true'])
  await connect(addressB)
  await reached()
  expect(services[addressB].arrivals()).toBe(0)
})

test('an address that is refused asks about nothing, and where asking cannot be written down it stays', async () => {
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

test('what is on a disk that cannot be read now is asked about when it is opened', async () => {
  const { save, written } = await startApp({ mode: 'memory' })
  await save(addressB)
  expect(written.at(-1)).toEqual(['!staging'])
})

test('of two wishes in one moment the second begins with what the first left behind', async () => {
  const { handlers, save, asked } = await startApp()
  let answer = () => {}
  asked.answers = new Promise((resolve) => {
    answer = resolve
  })
  // With the token that is kept, at the address that there is: it changes nothing for what waits, as long as that holds.
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
