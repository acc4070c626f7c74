// A workspace that is set up: tried with the token that is kept for it, and called something else.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EnvironmentList } from '../../contract/features/environments'
import type { WorkspaceRef } from '../../contract/workspace'
import { createMemoryDriver } from '../keychain/testing/memory-driver'
import { openKeychain } from '../keychain/testing/open-keychain'
import { createTokens } from '../keychain/tokens'
import { createServiceClient } from '../service/client'
import { canary, type Served, serveJson } from '../service/testing/serve'
import { openSettings } from '../settings/settings'
import { createEnvironments, type Environments } from './environments'

const workspace: WorkspaceRef = { environment: 'staging', organisationId: 'o', workspaceId: 'w' }
const context = { signal: new AbortController().signal }

let folder: string
let file: string
let served: Served
let changes: EnvironmentList[]
let takenBack: string[]
let environments: Environments

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'known-workspace-'))
  file = path.join(folder, 'settings.json')
  changes = []
  takenBack = []
  served = await serveJson(200, { data: [{ id: 1 }, { id: 2 }] })
  const settings = await openSettings(file)
  const { profileId } = settings.read()
  const keychain = await openKeychain({ driver: createMemoryDriver(), profileId })
  environments = createEnvironments({
    ask: async () => true,
    trustsThisComputer: true,
    settings,
    keychain,
    tokens: createTokens({ keychain, profileId }),
    client: createServiceClient({ fetch }),
    sandbox: { current: () => null, start: () => Promise.reject(new Error('nobody asked for it')) },
    emitChanged: (list) => changes.push(list),
    libraryModeOf: () => 'closed',
    withReview: (_, step) => step(),
    revokeApprovals: (environment) => void takenBack.push(environment),
  })
  const place = { ...workspace, environment: 'staging', baseAddress: served.baseAddress } as const
  await environments.connect({ ...place, workspaceName: 'Before', token: canary }, context)
})
afterEach(async () => {
  await served.close()
  rmSync(folder, { recursive: true, force: true })
})

const nameNow = async () =>
  (await environments.list({}, context)).environments.flatMap(({ workspaces }) => workspaces.map(({ name }) => name))

test('tests a workspace with the token kept for it, and does not expose the token in the answer', async () => {
  const result = await environments.testWorkspace({ workspace }, context)
  expect(result).toMatchObject({ outcome: 'works', insights: 2 })
  expect(served.requests.at(-1)?.headers.authorization).toBe(`Bearer ${canary}`)
  expect(served.requests.at(-1)?.url).not.toContain('relationships')
  expect(JSON.stringify(result)).not.toContain(canary)
})

test('sends nothing when testing without a token', async () => {
  await environments.deleteTokens('staging')
  expect(await environments.testWorkspace({ workspace }, context)).toMatchObject({ code: 'TOKEN_MISSING' })
  expect(served.requests).toEqual([])
})

test('renames a workspace in the file and on the page', async () => {
  await environments.renameWorkspace({ workspace, name: 'After' }, context)
  expect(await nameNow()).toEqual(['After'])
  expect(JSON.stringify(changes.at(-1))).toContain('"name":"After"')
  expect(readFileSync(file, 'utf8')).toMatch(/"name":\s*"After"/)
})

test('refuses the name of another workspace in the environment, when renaming and when connecting', async () => {
  const connection = { environment: 'staging', organisationId: 'o', baseAddress: served.baseAddress } as const
  const connectAs = (workspaceName: string, workspaceId = 'second') =>
    environments.connect({ ...connection, workspaceId, workspaceName, token: canary }, context)
  await expect(connectAs(' BEFORE')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    report: { fields: [{ path: ['workspaceName'] }] },
  })
  await connectAs('Second')
  await expect(environments.renameWorkspace({ workspace, name: 'second' }, context)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    report: { fields: [{ path: ['name'] }] },
  })
  // Its own name may be spelled otherwise, or used to connect once more.
  await environments.renameWorkspace({ workspace, name: 'BEFORE' }, context)
  await connectAs('BEFORE', workspace.workspaceId)
  expect(await nameNow()).toEqual(['BEFORE', 'Second'])
})

test('refuses to rename an unknown workspace or a sandbox workspace', async () => {
  const other = { ...workspace, workspaceId: 'other' }
  await expect(environments.testWorkspace({ workspace: other }, context)).rejects.toMatchObject({
    code: 'WORKSPACE_UNKNOWN',
  })
  const rename = (place: WorkspaceRef) => environments.renameWorkspace({ workspace: place, name: 'After' }, context)
  await expect(rename(other)).rejects.toMatchObject({ code: 'WORKSPACE_UNKNOWN' })
  await expect(rename({ ...workspace, environment: 'sandbox' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await nameNow()).toEqual(['Before'])
})

test('revokes approvals however production is locked again', async () => {
  const real = { environment: 'production', organisationId: 'o', workspaceId: 'real' } as const
  const connectReal = () => {
    const place = { ...real, baseAddress: 'https://service.example.com', workspaceName: 'Real', token: canary }
    return environments.connect(place, context)
  }
  const ways = [
    () => environments.lock({ environment: 'production' }, context),
    () => environments.erase('production'),
    async () => {
      // The last one elsewhere: what is left is opened, and nobody asked for that.
      await environments.select(workspace)
      await environments.removeWorkspace({ workspace }, context)
    },
  ]
  for (const lockAgain of ways) {
    await connectReal()
    await environments.unlock({ environment: 'production' }, context)
    takenBack = []
    await lockAgain()
    expect(environments.isLocked('production')).toBe(true)
    expect(takenBack).toContain('production')
  }
})
