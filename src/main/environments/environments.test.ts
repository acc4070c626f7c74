// Environments over a keychain in memory and a real settings file.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EnvironmentList } from '../../contract/features/environments'
import type { SandboxReady } from '../../contract/sandbox'
import type { WorkspaceRef } from '../../contract/workspace'
import { createMemoryDriver, type MemoryDriver } from '../keychain/testing/memory-driver'
import { openKeychain } from '../keychain/testing/open-keychain'
import { createTokens } from '../keychain/tokens'
import type { Question } from '../question'
import { createServiceClient } from '../service/client'
import { failureOf } from '../service/testing/failures'
import { canary } from '../service/testing/serve'
import { openSettings } from '../settings/settings'
import { createManualClock } from '../testing/manual-clock'
import { createEnvironments, type Environments } from './environments'

const organisationId = '3f8a4f0e-6c8b-4f43-9d8c-0d5b8f4b2a01'
const workspaceId = '3f8a4f0e-6c8b-4f43-9d8c-0d5b8f4b2a02'
const workspace: WorkspaceRef = { environment: 'staging', organisationId, workspaceId }
const ready: SandboxReady = {
  type: 'ready',
  baseUrl: 'http://127.0.0.1:4242',
  organisationId,
  workspaceId,
  workspaceName: 'Seeded',
  token: new UnsecuredJWT({}).setExpirationTime(Date.UTC(2030, 0, 1) / 1000).encode(),
  metrics: [{ id: 'metric', title: 'Rides' }],
  topics: [],
}

let folder: string
let driver: MemoryDriver
let sandbox: { running: SandboxReady | null; starts: number }
let changes: EnvironmentList[]
let environments: Environments
let asked: Question[]
let isAccepted: boolean
/** Runs while a question is open. */
let answerNow: (() => Promise<void>) | null
let trustsThisComputer: boolean
let clock: ReturnType<typeof createManualClock>

/** Starts the app on the same profile and the same keychain. */
async function startApp(): Promise<Environments> {
  const settings = await openSettings(path.join(folder, 'settings.json'))
  const { profileId } = settings.read()
  const keychain = await openKeychain({ driver, profileId })
  return createEnvironments({
    ask: async (question) => {
      asked.push(question)
      const meanwhile = answerNow
      answerNow = null
      await meanwhile?.()
      return isAccepted
    },
    trustsThisComputer,
    clock,
    settings,
    keychain,
    tokens: createTokens({ keychain, profileId }),
    client: createServiceClient({ fetch }),
    sandbox: {
      current: () => sandbox.running,
      start: async () => {
        if (sandbox.running === null) sandbox.starts += 1
        sandbox.running = ready
        return ready
      },
    },
    emitChanged: (list) => changes.push(list),
    libraryModeOf: () => 'closed',
    withReview: (_, step) => step(),
    revokeApprovals: () => {},
  })
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'discovery-desk-'))
  driver = createMemoryDriver()
  sandbox = { running: null, starts: 0 }
  changes = []
  asked = []
  isAccepted = true
  answerNow = null
  trustsThisComputer = true
  clock = createManualClock()
  environments = await startApp()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const context = { signal: new AbortController().signal }
const connection = (baseAddress: string, token?: string) => ({
  environment: 'staging' as const,
  baseAddress,
  organisationId,
  workspaceId,
  ...(token === undefined ? {} : { token }),
})
const connect = (baseAddress: string, token?: string) =>
  environments.connect({ ...connection(baseAddress, token), workspaceName: 'Research' }, context)
const viewOf = async (name: string) =>
  (await environments.list({}, context)).environments.find((environment) => environment.name === name)

describe('the list', () => {
  test('starts with four environments, none set up, production locked', async () => {
    const list = await environments.list({}, context)
    expect(list.environments.map(({ name, isLocked, baseAddress }) => [name, isLocked, baseAddress])).toEqual([
      ['production', true, null],
      ['staging', false, null],
      ['development', false, null],
      ['sandbox', false, null],
    ])
    expect(list).toMatchObject({ active: null, keychain: 'available' })
  })

  test('permits creating insights only where both ids are UUIDs', async () => {
    await connect('https://staging.example.com', canary)
    await environments.connect(
      { ...connection('https://staging.example.com'), workspaceId: 'plain', workspaceName: 'Plain' },
      context,
    )
    expect(
      (await viewOf('staging'))?.workspaces.map(({ name, canCreateInsights }) => [name, canCreateInsights]),
    ).toEqual([
      ['Research', true],
      ['Plain', false],
    ])
  })
})

describe('connecting', () => {
  test('keeps the address, workspace and token, selects the workspace, and tells the page', async () => {
    const jwt = new UnsecuredJWT({}).setExpirationTime(Date.UTC(2031, 0, 1) / 1000).encode()
    const token = { kept: 'keychain', expiresAt: '2031-01-01T00:00:00.000Z' }
    expect(await connect('https://Staging.example.com/v4/', jwt)).toEqual({ workspace, token })
    const staging = {
      baseAddress: 'https://staging.example.com/v4',
      workspaces: [{ ref: workspace, name: 'Research', token }],
    }
    expect(await viewOf('staging')).toMatchObject(staging)
    expect(changes.at(-1)?.active).toEqual(workspace)

    environments = await startApp()
    expect(await viewOf('staging')).toMatchObject(staging)
    expect(await environments.findTarget(workspace)).toEqual({
      workspace,
      baseAddress: 'https://staging.example.com/v4',
      token: jwt,
      relationships: { parameter: 'relationships', value: 'opportunities,solutions,outcomes,feedback' },
    })
  })

  test('never exposes the token in an answer, push or file', async () => {
    const answers = [await connect('https://staging.example.com', canary)]
    const kept = await environments.saveToken({ workspace, token: `${canary}2` }, context)
    const seen = JSON.stringify([answers, kept, changes, await environments.list({}, context)])
    expect(seen).not.toContain(canary)
    expect(readFileSync(path.join(folder, 'settings.json'), 'utf8')).not.toContain(canary)
  })

  test('keeps nothing of a connection with an invalid address', async () => {
    expect(await failureOf(connect('http://staging.example.com', canary))).toMatchObject({ code: 'ADDRESS_INVALID' })
    expect([...driver.entries.values()]).not.toContain(canary)
    expect((await viewOf('staging'))?.workspaces).toEqual([])
  })

  test('refuses another address for an environment with other workspaces, and names them', async () => {
    await connect('https://staging.example.com', canary)
    const second = (baseAddress: string) =>
      environments.connect(
        { ...connection(baseAddress, `${canary}2`), workspaceId: 'second', workspaceName: 'Second' },
        context,
      )
    const failure = await failureOf(second('https://other.example.com'))
    expect(failure).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: ['baseAddress'] }] })
    expect(failure.message).toContain('Research')
    expect(failure.message).toContain('https://staging.example.com')
    expect(failure.message).toContain('Settings')
    expect(await viewOf('staging')).toMatchObject({ baseAddress: 'https://staging.example.com' })
    expect((await viewOf('staging'))?.workspaces).toHaveLength(1)
    expect([...driver.entries.values()]).not.toContain(`${canary}2`)
    // The same address, written otherwise, is the same.
    await second('https://STAGING.example.com/')
    expect((await viewOf('staging'))?.workspaces).toHaveLength(2)
  })

  test('lets the only workspace of an environment move to another address', async () => {
    await connect('https://staging.example.com', canary)
    await connect('https://other.example.com', `${canary}2`)
    expect(await viewOf('staging')).toMatchObject({ baseAddress: 'https://other.example.com' })
  })

  test('leaves token, address and active workspace as they were when settings cannot be saved', async () => {
    await connect('https://staging.example.com', canary)
    // Writing to a folder that is gone fails for everybody, even for root.
    rmSync(folder, { recursive: true })
    const elsewhere = environments.connect(
      { ...connection('https://staging.example.com', `${canary}2`), workspaceId: 'second', workspaceName: 'Second' },
      context,
    )
    expect(await failureOf(elsewhere)).toMatchObject({ code: 'PROFILE_READ_ONLY' })
    expect((await environments.findTarget(workspace)).token).toBe(canary)
    expect((await viewOf('staging'))?.workspaces.map(({ name }) => name)).toEqual(['Research'])
    expect(changes.at(-1)?.active).toEqual(workspace)
  })

  test('takes a new token although settings cannot be saved, and deletes it with the others', async () => {
    await connect('https://staging.example.com', canary)
    rmSync(folder, { recursive: true })
    await environments.saveToken({ workspace, token: `${canary}2` }, context)
    expect((await environments.findTarget(workspace)).token).toBe(`${canary}2`)
    await environments.deleteTokens('staging')
    expect(await failureOf(environments.findTarget(workspace))).toMatchObject({ code: 'TOKEN_MISSING' })
  })

  test('opens another workspace, or the sandbox, although settings cannot be saved', async () => {
    await connect('https://staging.example.com', canary)
    const second = { ...workspace, workspaceId: 'second' }
    await environments.connect(
      { ...connection('https://staging.example.com'), workspaceId: 'second', workspaceName: 'Second' },
      context,
    )
    rmSync(folder, { recursive: true })
    await environments.select(workspace)
    expect(changes.at(-1)?.active).toEqual(workspace)
    await environments.select(second)
    expect(environments.active()).toEqual(second)
    await environments.selectSandbox()
    expect(changes.at(-1)?.active).toEqual({ ...workspace, environment: 'sandbox' })
  })

  test('uses the token already kept for the connection, or requires one', async () => {
    const failure = await failureOf(connect('https://staging.example.com'))
    expect(failure).toMatchObject({ code: 'TOKEN_MISSING', fields: [{ path: ['token'] }] })
    await connect('https://staging.example.com', canary)
    expect((await connect('https://staging.example.com')).token.kept).toBe('keychain')
    expect((await viewOf('staging'))?.workspaces).toHaveLength(1)
  })

  test('sends a token only to the origin it was given for', async () => {
    await connect('https://staging.example.com', canary)
    const moved = { environment: 'staging', relationshipsParameter: '', relationshipsValue: 'feedback' } as const
    await environments.saveSettings({ ...moved, baseAddress: 'https://other.example.com' }, context)
    expect(await failureOf(environments.findTarget(workspace))).toMatchObject({ code: 'TOKEN_MISSING' })
    expect((await viewOf('staging'))?.workspaces[0]?.token.kept).toBe('none')
    expect(await environments.testConnection(connection('https://other.example.com'), context)).toMatchObject({
      code: 'TOKEN_MISSING',
    })
    await environments.saveSettings({ ...moved, baseAddress: 'https://staging.example.com/prefix' }, context)
    expect(await environments.findTarget(workspace)).toMatchObject({ token: canary, relationships: null })
  })

  test('throws WORKSPACE_UNKNOWN for a workspace that is not set up', async () => {
    const unknown = { code: 'WORKSPACE_UNKNOWN' }
    expect(await failureOf(environments.findTarget(workspace))).toMatchObject(unknown)
    expect(await failureOf(environments.select(workspace))).toMatchObject(unknown)
    expect(await failureOf(environments.saveToken({ workspace, token: canary }, context))).toMatchObject(unknown)
    await connect('https://staging.example.com', canary)
    const elsewhere: WorkspaceRef = { ...workspace, environment: 'production' }
    expect(await failureOf(environments.findTarget(elsewhere))).toMatchObject(unknown)
  })
})

describe('the keychain', () => {
  test('keeps the token for the session only while the keychain is locked, and reports that', async () => {
    driver.behave('locked')
    environments = await startApp()
    expect((await connect('https://staging.example.com', canary)).token.kept).toBe('session')
    expect((await environments.list({}, context)).keychain).toBe('locked')
    expect((await environments.findTarget(workspace)).token).toBe(canary)
    environments = await startApp()
    expect(await failureOf(environments.findTarget(workspace))).toMatchObject({ code: 'KEYCHAIN_LOCKED' })
  })

  test('saves a token while a request with the previous one hangs', async () => {
    let isAsked = () => {}
    const request = new Promise<void>((resolve) => (isAsked = resolve))
    const hanging = createServer(() => isAsked())
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
    const { port } = hanging.address() as AddressInfo
    await connect(`http://127.0.0.1:${port}`, canary)
    const stop = new AbortController()
    const hangingTest = failureOf(environments.testWorkspace({ workspace }, { signal: stop.signal }))
    await request
    expect(await environments.saveToken({ workspace, token: `${canary}2` }, context)).toMatchObject({
      kept: 'keychain',
    })
    expect((await environments.findTarget(workspace)).token).toBe(`${canary}2`)
    stop.abort()
    expect(await hangingTest).toMatchObject({ code: 'CANCELLED' })
    hanging.closeAllConnections()
    hanging.close()
  })

  test('finds the token again on the next selection once the keychain is unlocked', async () => {
    await connect('https://staging.example.com', canary)
    driver.behave('locked')
    environments = await startApp()
    expect(await failureOf(environments.findTarget(workspace))).toMatchObject({ code: 'KEYCHAIN_LOCKED' })
    driver.behave('open')
    await environments.select(workspace)
    expect((await environments.findTarget(workspace)).token).toBe(canary)
    expect(changes.at(-1)?.keychain).toBe('available')
  })
})

describe('production', () => {
  const unlock = () => environments.unlock({ environment: 'production' }, context)
  const address = 'https://live.example.com'
  const connectProduction = (baseAddress = address) =>
    environments.connect(
      { ...connection(baseAddress, canary), environment: 'production', workspaceName: 'Live' },
      context,
    )
  const move = (baseAddress: string) =>
    environments.saveSettings(
      { environment: 'production', baseAddress, relationshipsParameter: '', relationshipsValue: '' },
      context,
    )

  test('is locked at first, can be unlocked and locked, and is locked again after a restart', async () => {
    expect(environments.isLocked('production')).toBe(true)
    expect(environments.isLocked('staging')).toBe(false)
    expect(await unlock()).toEqual({ isUnlocked: true })
    expect(environments.isLocked('production')).toBe(false)
    expect(changes.at(-1)?.environments[0]).toMatchObject({ name: 'production', isLocked: false })
    await environments.lock({ environment: 'production' }, context)
    expect(environments.isLocked('production')).toBe(true)
    expect(changes.at(-1)?.environments[0]).toMatchObject({ name: 'production', isLocked: true })
    await unlock()
    expect((await startApp()).isLocked('production')).toBe(true)
  })

  test('stays locked unless the person accepts the question main asks', async () => {
    isAccepted = false
    expect(await unlock()).toEqual({ isUnlocked: false })
    expect(environments.isLocked('production')).toBe(true)
    expect(asked.map(({ message }) => message)).toEqual(['Unlock editing in Production?'])
    expect(asked[0]?.detail).toContain('deletions')
    expect(asked[0]?.detail).toMatch(
      /Editing stays unlocked until you lock it, close the app, change the address or connect another workspace in Production\.$/,
    )
    isAccepted = true
    await connectProduction()
    await unlock()
    expect(asked.at(-1)?.detail).toContain(`(${address})`)
  })

  test('stays unlocked while another environment is opened and left again', async () => {
    await connect('https://staging.example.com', canary)
    await connectProduction()
    await unlock()
    await environments.select(workspace)
    expect(environments.isLocked('production')).toBe(false)
    await environments.select({ ...workspace, environment: 'production' })
    expect(environments.isLocked('production')).toBe(false)
  })

  test('asks nothing when the environment is not locked', async () => {
    await environments.unlock({ environment: 'staging' }, context)
    await unlock()
    await unlock()
    expect(asked).toHaveLength(1)
  })

  test('moves to another address only after a question that names both, and is then locked again', async () => {
    await connectProduction()
    await unlock()
    asked = []
    isAccepted = false
    for (const step of [
      () => move('https://other.example.com'),
      () => connectProduction('https://other.example.com'),
    ]) {
      expect(await failureOf(step())).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: ['baseAddress'] }] })
    }
    // A path of the same host may be another service.
    expect(await failureOf(move(`${address}/other`))).toMatchObject({ code: 'INVALID_INPUT' })
    expect(asked.map(({ message }) => message)).toEqual(Array(3).fill('Change the address of Production?'))
    expect(asked[0]?.detail).toContain(address)
    expect(asked[0]?.detail).toContain('https://other.example.com')
    expect(await viewOf('production')).toMatchObject({ baseAddress: address, isLocked: false })
    isAccepted = true
    await move('https://other.example.com')
    expect(await viewOf('production')).toMatchObject({ baseAddress: 'https://other.example.com', isLocked: true })
    await unlock()
    await connectProduction('https://third.example.com')
    expect(await viewOf('production')).toMatchObject({ baseAddress: 'https://third.example.com', isLocked: true })
  })

  test('is locked again once another workspace is connected at the same address, or one that was removed', async () => {
    await connectProduction()
    await unlock()
    await connectProduction()
    expect(await viewOf('production')).toMatchObject({ isLocked: false })
    const second = { organisationId, workspaceId: 'second', environment: 'production' as const }
    const connectSecond = () =>
      environments.connect({ ...connection(address, canary), ...second, workspaceName: 'Second' }, context)
    await connectSecond()
    expect(await viewOf('production')).toMatchObject({ isLocked: true })
    await unlock()
    await environments.removeWorkspace({ workspace: second }, context)
    await connectSecond()
    expect(await viewOf('production')).toMatchObject({ isLocked: true })
  })

  test('asks nothing when settings other than the address are saved', async () => {
    await connectProduction()
    await unlock()
    asked = []
    await move(`${address}/`)
    expect(asked).toEqual([])
    expect(environments.isLocked('production')).toBe(false)
  })
})

describe('while main asks whether to unlock production', () => {
  test('the answer does not unlock a production that was replaced meanwhile', async () => {
    const production = (baseAddress: string) =>
      environments.connect(
        { ...connection(baseAddress, canary), environment: 'production', workspaceName: 'Live' },
        context,
      )
    await connect('https://service.example.com/staging', canary)
    await production('https://live.example.com')
    asked = []
    answerNow = async () => {
      // No other question is shown meanwhile, and none is needed: the host is known from staging.
      await environments.erase('production')
      await production('https://service.example.com/other')
    }
    await environments.unlock({ environment: 'production' }, context)
    expect(asked.map(({ message }) => message)).toEqual(['Unlock editing in Production?'])
    expect(await viewOf('production')).toMatchObject({ isLocked: true })
  })
})

describe('an address on production’s host under another environment', () => {
  test.each(['..%2flive', '..%5clive', '..;/live', '%2e%2e%3bx/live', '%252e%252e/live'])(
    'is refused without a question when servers disagree about where its path leads (%s)',
    async (ending) => {
      await environments.connect(
        { ...connection('https://service.example.com/live', canary), environment: 'production', workspaceName: 'Live' },
        context,
      )
      await connect('https://service.example.com/staging', canary)
      asked = []
      // Staging is never locked, and its token is for the host.
      const baseAddress = `https://service.example.com/staging/${ending}`
      const settings = { environment: 'staging', relationshipsParameter: '', relationshipsValue: '' } as const
      const save = environments.saveSettings({ ...settings, baseAddress }, context)
      expect(await failureOf(save)).toMatchObject({ code: 'ADDRESS_INVALID', fields: [{ path: ['baseAddress'] }] })
      expect(await failureOf(connect(baseAddress))).toMatchObject({ code: 'ADDRESS_INVALID' })
      expect(asked).toEqual([])
      expect(await viewOf('staging')).toMatchObject({ baseAddress: 'https://service.example.com/staging' })
    },
  )
})

describe('a page that forgets production', () => {
  test('cannot give its address to an environment without a lock unless the person agrees', async () => {
    const live = 'https://service.example.com/live'
    await environments.connect(
      { ...connection(live, canary), environment: 'production', workspaceName: 'Live' },
      context,
    )
    await connect('https://service.example.com/staging', canary)
    asked = []
    isAccepted = false
    // The step that `environments.forget` takes once the page has sent the name of the environment.
    await environments.erase('production')
    const settings = { environment: 'staging', relationshipsParameter: '', relationshipsValue: '' } as const
    const save = () => environments.saveSettings({ ...settings, baseAddress: live }, context)
    expect(await failureOf(save())).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: ['baseAddress'] }] })
    expect(asked.map(({ message }) => message)).toEqual(['Connect Staging to Production’s former address?'])
    expect(asked[0]?.detail).toContain(live)
    expect(await viewOf('staging')).toMatchObject({ baseAddress: 'https://service.example.com/staging' })
    isAccepted = true
    await save()
    expect(asked).toHaveLength(2)
    expect(await viewOf('staging')).toMatchObject({ baseAddress: live })
  })

  test('cannot reuse the address after a restart, a move or in another spelling, and consent is asked for once', async () => {
    const production = (baseAddress: string) =>
      environments.connect(
        { ...connection(baseAddress, canary), environment: 'production', workspaceName: 'Live' },
        context,
      )
    await connect('https://service.example.com/staging', canary)
    await production('https://service.example.com/live')
    await production('https://service.example.com/moved')
    await environments.erase('production')
    environments = await startApp()
    asked = []
    isAccepted = false
    for (const baseAddress of ['https://service.example.com/l%69ve', 'https://service.example.com/moved;x']) {
      expect(await failureOf(connect(baseAddress))).toMatchObject({ fields: [{ path: ['baseAddress'] }] })
    }
    expect(asked.map(({ message }) => message)).toEqual(
      Array(2).fill('Connect Staging to Production’s former address?'),
    )
    isAccepted = true
    asked = []
    await connect('https://service.example.com/live')
    await connect('https://service.example.com/live')
    expect(asked).toHaveLength(1)
    expect(await viewOf('staging')).toMatchObject({ baseAddress: 'https://service.example.com/live' })
    // Production itself gets it back without a question about that.
    await connect('https://service.example.com/staging')
    asked = []
    await production('https://service.example.com/live')
    expect(asked).toEqual([])
  })
})

describe('a new address', () => {
  const tryOut = (baseAddress: string, more = {}) =>
    environments.testConnection({ ...connection(baseAddress, canary), ...more }, context)

  test('is confirmed by the person once, before anything is sent or saved', async () => {
    isAccepted = false
    const declined = { code: 'INVALID_INPUT', fields: [{ path: ['baseAddress'] }] }
    expect(await tryOut('https://no-such-name.invalid/v4')).toMatchObject({ outcome: 'failed', ...declined })
    expect(await failureOf(connect('https://no-such-name.invalid/v4', canary))).toMatchObject(declined)
    expect(asked[0]).toMatchObject({ message: 'Connect Staging to no-such-name.invalid?' })
    expect(asked[0]?.detail).toContain('https://no-such-name.invalid/v4')
    expect(await viewOf('staging')).toMatchObject({ baseAddress: null })
    asked = []
    isAccepted = true
    expect(await tryOut('https://no-such-name.invalid')).toMatchObject({ code: 'NAME_NOT_FOUND' })
    await connect('https://no-such-name.invalid', canary)
    await connect('https://no-such-name.invalid', canary)
    expect(asked).toHaveLength(1)
  })

  test('is confirmed for each environment', async () => {
    await tryOut('https://no-such-name.invalid')
    await tryOut('https://no-such-name.invalid', { environment: 'development' })
    expect(asked.map(({ accept }) => accept)).toEqual(['Connect Staging', 'Connect Development'])
  })

  test('is tested only with valid ids and a plain path, and otherwise rejected without asking the person', async () => {
    for (const [baseAddress, more, field] of [
      ['https://no-such-name.invalid', { organisationId: 'text of the page' }, 'organisationId'],
      ['https://no-such-name.invalid', { workspaceId: '../admin' }, 'workspaceId'],
      ['https://no-such-name.invalid/%73ecret', {}, 'baseAddress'],
      [`https://no-such-name.invalid/${'x'.repeat(33)}`, {}, 'baseAddress'],
      ['https://no-such-name.invalid/a/b/c/d/e/f/g', {}, 'baseAddress'],
    ] as const) {
      expect(await tryOut(baseAddress, more)).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: [field] }] })
    }
    expect(asked).toEqual([])
    expect(await tryOut('https://no-such-name.invalid/a/b/c/d/e/f')).toMatchObject({ code: 'NAME_NOT_FOUND' })
  })

  test('does not use up a test when the person declines it', async () => {
    isAccepted = false
    for (let time = 0; time < 20; time += 1) {
      expect(await tryOut('https://no-such-name.invalid')).toMatchObject({ code: 'INVALID_INPUT' })
    }
    isAccepted = true
    expect(await tryOut('https://no-such-name.invalid')).toMatchObject({ code: 'NAME_NOT_FOUND' })
  })

  test('is tested at most twelve times a minute, and again the next minute', async () => {
    for (let time = 0; time < 12; time += 1) {
      expect(await tryOut('https://no-such-name.invalid')).toMatchObject({ code: 'NAME_NOT_FOUND' })
    }
    const refused = await tryOut('https://no-such-name.invalid')
    expect(refused).toMatchObject({ code: 'RATE_LIMITED', message: expect.stringContaining('Wait a minute') })
    await clock.advance(60_000)
    expect(await tryOut('https://no-such-name.invalid')).toMatchObject({ code: 'NAME_NOT_FOUND' })
  })

  test('is under the same limit once it is saved, whichever test is used', async () => {
    await connect('https://no-such-name.invalid', canary)
    const workspace = { environment: 'staging', organisationId, workspaceId } as const
    for (let time = 0; time < 6; time += 1) {
      expect(await tryOut('https://no-such-name.invalid')).toMatchObject({ code: 'NAME_NOT_FOUND' })
      expect(await environments.testWorkspace({ workspace }, context)).toMatchObject({ code: 'NAME_NOT_FOUND' })
    }
    expect(await tryOut('https://no-such-name.invalid')).toMatchObject({ code: 'RATE_LIMITED' })
    expect(await environments.testWorkspace({ workspace }, context)).toMatchObject({ code: 'RATE_LIMITED' })
  })
})

describe('addresses of this computer', () => {
  const closed = 'http://127.0.0.1:1'

  test('need no confirmation when the app runs from source', async () => {
    await connect(closed, canary)
    expect(asked).toEqual([])
  })

  test('need confirmation in an installed app, for each port', async () => {
    trustsThisComputer = false
    environments = await startApp()
    isAccepted = false
    expect(await failureOf(connect(closed, canary))).toMatchObject({ fields: [{ path: ['baseAddress'] }] })
    isAccepted = true
    await connect(closed, canary)
    isAccepted = false
    expect(await failureOf(connect('http://127.0.0.1:2', canary))).toMatchObject({
      fields: [{ path: ['baseAddress'] }],
    })
    expect(asked).toHaveLength(3)
  })
})

describe('the sandbox', () => {
  const sandboxed: WorkspaceRef = { ...workspace, environment: 'sandbox' }

  test('starts with its workspace selected, and keeps its token out of pushes, keychain and settings file', async () => {
    expect(await environments.selectSandbox()).toEqual(sandboxed)
    const examples = (await environments.list({}, context)).environments.map((each) => each.examples.metrics.length)
    expect(examples).toEqual([0, 0, 0, 1])
    expect(changes.at(-1)).toMatchObject({ active: sandboxed })
    expect(await viewOf('sandbox')).toMatchObject({
      baseAddress: ready.baseUrl,
      workspaces: [
        { name: 'Seeded', canCreateInsights: true, token: { kept: 'session', expiresAt: '2030-01-01T00:00:00.000Z' } },
      ],
    })
    expect(JSON.stringify(changes)).not.toContain(ready.token)
    expect([...driver.entries.values()]).not.toContain(ready.token)
    expect(readFileSync(path.join(folder, 'settings.json'), 'utf8')).not.toContain(ready.token)
  })

  test('starts again after a restart only once it is needed', async () => {
    await environments.selectSandbox()
    sandbox.running = null
    environments = await startApp()
    expect((await environments.list({}, context)).active).toEqual(sandboxed)
    expect(await viewOf('sandbox')).toMatchObject({ baseAddress: null })
    expect(sandbox.starts).toBe(1)
    expect(await environments.findTarget(sandboxed)).toMatchObject({ baseAddress: ready.baseUrl, token: ready.token })
    expect(sandbox.starts).toBe(2)
    expect(changes.at(-1)?.environments[3]?.baseAddress).toBe(ready.baseUrl)
    await environments.select(sandboxed)
    expect(sandbox.starts).toBe(2)
  })

  test('is not selected once it has started if it is not wanted any more', async () => {
    await connect('https://staging.example.com', canary)
    expect(await failureOf(environments.selectSandbox(() => sandbox.running === null))).toMatchObject({
      code: 'CANCELLED',
    })
    expect(environments.active()).toEqual(workspace)
    expect((await viewOf('sandbox'))?.workspaces).toEqual([])
    await environments.selectSandbox()
    await environments.select(workspace)
    expect(await failureOf(environments.select(sandboxed, () => false))).toMatchObject({ code: 'CANCELLED' })
    expect(environments.active()).toEqual(workspace)
  })

  test('has no other workspace and accepts no token', async () => {
    await environments.selectSandbox()
    const other = { ...sandboxed, workspaceId: 'other' }
    expect(await failureOf(environments.findTarget(other))).toMatchObject({ code: 'WORKSPACE_UNKNOWN' })
    const save = environments.saveToken({ workspace: sandboxed, token: canary }, context)
    expect(await failureOf(save)).toMatchObject({ code: 'INVALID_INPUT' })
  })
})
