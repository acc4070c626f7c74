// Decisions by address: which environment it is, and where one opens. Over a keychain in memory and a real settings file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WorkspaceRef } from '../../contract/workspace'
import { createMemoryDriver } from '../keychain/testing/memory-driver'
import { openKeychain } from '../keychain/testing/open-keychain'
import { createTokens } from '../keychain/tokens'
import { parseBaseAddress } from '../service/address'
import { createServiceClient } from '../service/client'
import { failureOf } from '../service/testing/failures'
import { canary } from '../service/testing/serve'
import { openSettings } from '../settings/settings'
import { createEnvironments, type Environments } from './environments'

const organisationId = '3f8a4f0e-6c8b-4f43-9d8c-0d5b8f4b2a01'
const workspaceId = '3f8a4f0e-6c8b-4f43-9d8c-0d5b8f4b2a02'
const workspace: WorkspaceRef = { environment: 'staging', organisationId, workspaceId }
const context = { signal: new AbortController().signal }

let folder: string
let environments: Environments

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'discovery-desk-'))
  const settings = await openSettings(path.join(folder, 'settings.json'))
  const { profileId } = settings.read()
  const keychain = await openKeychain({ driver: createMemoryDriver(), profileId })
  environments = createEnvironments({
    ask: async () => true,
    trustsThisComputer: true,
    ...{ settings, keychain, tokens: createTokens({ keychain, profileId }) },
    client: createServiceClient({ fetch }),
    sandbox: { current: () => null, start: () => Promise.reject(new Error('No sandbox is needed.')) },
    emitChanged: () => undefined,
    libraryModeOf: () => 'closed',
    withReview: (_, step) => step(),
    revokeApprovals: () => {},
  })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const connection = (baseAddress: string, token = canary) => ({
  ...{ environment: 'staging' as const, baseAddress, organisationId, workspaceId, token },
})
const connect = (baseAddress: string, token?: string) =>
  environments.connect({ ...connection(baseAddress, token), workspaceName: 'Research' }, context)
const viewOf = async (name: string) =>
  (await environments.list({}, context)).environments.find((environment) => environment.name === name)

test('refuses the address of another environment, however it is written, until that environment is forgotten', async () => {
  const asProduction = (baseAddress: string) =>
    environments.connect(
      { ...connection(baseAddress, canary), environment: 'production', workspaceName: 'Real' },
      context,
    )
  await asProduction('https://Service.example.com/v4')
  for (const written of [
    'https://service.example.com/v4',
    'https://SERVICE.example.com:443/v4/',
    'HTTPS://service.example.com./v4',
  ]) {
    const failure = await failureOf(connect(written, canary))
    expect(failure).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: ['baseAddress'] }] })
    expect(failure.message).toContain('Production already uses this address')
    expect(await environments.testConnection(connection(written, canary), context)).toMatchObject({
      outcome: 'failed',
      code: 'INVALID_INPUT',
    })
  }
  expect((await viewOf('staging'))?.workspaces).toEqual([])
  // No environment may move there later, and production may not take the address of one without a lock.
  await connect('https://service.example.com/staging', canary)
  const moved = { environment: 'staging', relationshipsParameter: '', relationshipsValue: '' } as const
  const moving = environments.saveSettings({ ...moved, baseAddress: 'https://service.example.com/v4' }, context)
  expect(await failureOf(moving)).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: ['baseAddress'] }] })
  expect((await failureOf(asProduction('https://service.example.com/staging'))).message).toContain(
    'Staging already uses this address',
  )
  // Removing its workspaces from the list doesn't change whose address it is.
  await environments.removeWorkspace({ workspace: { ...workspace, environment: 'production' } }, context)
  expect((await failureOf(connect('https://service.example.com/v4', canary))).message).toContain('Production')
  await environments.erase('production')
  await connect('https://service.example.com/v4', canary)
  expect(await viewOf('staging')).toMatchObject({ baseAddress: 'https://service.example.com/v4' })
})

test.each([
  ['http://127.0.0.1:4100', 'http://localhost:4100'],
  ['http://127.0.0.1:4100', 'http://[::1]:4100/'],
  ['http://localhost:4100/v4', 'http://127.8.0.1:4100/v4'],
  ['http://localhost:4100', 'HTTP://LOCALHOST:4100'],
  ['http://[::1]:4100', 'http://0x7f.1:4100'],
  ['https://127.0.0.1', 'https://[::ffff:127.0.0.1]'],
  ['https://service.example.com/v4/api', 'https://service.example.com//v4///api//'],
  ['https://service.example.com/v4', 'https://service.example.com/V4'],
  ['https://service.example.com/API/v4', 'https://service.example.com/api/%56%34'],
  ['https://service.example.com/v4', 'https://service.example.com/%76%34'],
  ['https://service.example.com/v4', 'https://service.example.com/v4;x=1'],
  ['https://service.example.com/v4/api', 'https://service.example.com/v4;x/api;y=2;z'],
  ['https://service.example.com/v4', 'https://service.example.com/v4%3Bx'],
  ['https://service.example.com/caf%C3%A9', 'https://SERVICE.EXAMPLE.COM/caf%c3%a9'],
  ['https://service.example.com/v4', 'https://service.example.com/x/../v4/.'],
  ['https://service.example.com/%ffv', 'https://service.example.com/%FF%76'],
])('%s and %s are the same address and can belong to only one environment', async (known, written) => {
  await environments.connect({ ...connection(known), environment: 'production', workspaceName: 'Real' }, context)
  expect(await failureOf(connect(written))).toMatchObject({ code: 'INVALID_INPUT' })
  expect((await viewOf('production'))?.baseAddress).toBe(parseBaseAddress(known).href)
})

test.each([
  ['http://127.0.0.1:4100', 'http://localhost:4101'],
  ['https://127.0.0.1:4100', 'http://localhost:4100'],
  ['https://service.example.com/v4', 'https://service.example.com/v4/staging'],
  ['https://service.example.com', 'https://staging.service.example.com'],
])('%s and %s are different addresses', async (known, written) => {
  await environments.connect({ ...connection(known), environment: 'production', workspaceName: 'Real' }, context)
  await connect(written)
  expect((await viewOf('staging'))?.baseAddress).toBe(parseBaseAddress(written).href)
})

test('refuses another spelling of an environment’s address, because tokens are bound to the spelling', async () => {
  await connect('http://127.0.0.1:4100')
  const second = { ...connection('http://[::1]:4100'), workspaceId: 'second', workspaceName: 'Second' }
  expect((await failureOf(environments.connect(second, context))).message).toContain('use http://127.0.0.1:4100')
})

test('reports the last opened workspace of each environment', async () => {
  await connect('https://staging.example.com', canary)
  const second = { ...connection('https://staging.example.com'), workspaceId: 'second', workspaceName: 'Second' }
  await environments.connect(second, context)
  expect((await viewOf('staging'))?.entrance?.workspaceId).toBe('second')
  await environments.select(workspace)
  expect((await viewOf('staging'))?.entrance).toEqual(workspace)
  expect((await viewOf('development'))?.entrance).toBeNull()
})
