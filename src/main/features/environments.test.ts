import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Environments } from '../environments/environments'
import { type EnvironmentsHandlersDeps, environmentsHandlers } from './environments'

const research: WorkspaceRef = { environment: 'staging', organisationId: 'o', workspaceId: 'research' }
const support: WorkspaceRef = { ...research, workspaceId: 'support' }
const partner: WorkspaceRef = { ...research, organisationId: 'partner' }
const production: WorkspaceRef = { ...research, environment: 'production' }
const context = { signal: new AbortController().signal }

function setUp(
  changes: Partial<EnvironmentsHandlersDeps['openWorkspaces']> = {},
  onSaved = () => {},
  isLibraryDown = false,
) {
  const defects: unknown[] = []
  const reopened: WorkspaceRef[] = []
  const triedAgain: string[] = []
  // The only calls of these tests. The environments module has its own tests.
  const environments = {
    async saveToken() {
      onSaved()
      return { kept: 'keychain', expiresAt: null }
    },
    saveSettings: async () => null,
  } as unknown as Environments
  const notReached = () => Promise.reject(new Error('not asked for here'))
  const handlers = environmentsHandlers({
    environments,
    openWorkspace: { open: notReached, openSandbox: notReached, connect: notReached, restoreWindows: notReached },
    openWorkspaces: {
      isOpen: () => true,
      async reopen(matches) {
        const meant = [research].filter(matches)
        reopened.push(...meant)
        return meant.length > 0
      },
      ...changes,
    },
    library: { measure: notReached },
    changes: {
      async tryAgain(environment) {
        if (isLibraryDown) throw new AppError('LIBRARY_UNAVAILABLE', 'It is down.')
        triedAgain.push(environment)
      },
    },
    forget: notReached,
    log: { defect: (_, error) => `${defects.push(error)}` },
  })
  return { handlers, reopened, triedAgain, defects }
}

test.each([
  ['of the open workspace', research, [research]],
  ['of another workspace of its organisation, which shares the token', support, [research]],
  ['of another organisation', partner, []],
  ['of another environment', production, []],
])('saving the token %s reopens the workspaces that use it', async (_, workspace, expected) => {
  const { handlers, reopened, triedAgain } = setUp()
  await handlers.saveToken({ workspace, token: 't' }, context)
  expect(reopened).toEqual(expected)
  // Changes that wait in that environment may be sent now, whichever workspace is open.
  await expect.poll(() => triedAgain).toEqual([workspace.environment])
})

test('resolves saveToken while an earlier request still keeps the workspace from reopening', async () => {
  const order: string[] = []
  const { handlers, triedAgain } = setUp(
    {
      reopen() {
        order.push('opening')
        return new Promise(() => {})
      },
    },
    () => void order.push('saved'),
  )
  expect(await handlers.saveToken({ workspace: research, token: 't' }, context)).toMatchObject({ kept: 'keychain' })
  expect(order).toEqual(['saved', 'opening'])
  expect(triedAgain).toEqual([])
})

test('logs an error that occurs after the token was saved', async () => {
  const { handlers, defects } = setUp({ reopen: () => Promise.reject(new Error('no library')) })
  await handlers.saveToken({ workspace: research, token: 't' }, context)
  await expect.poll(() => defects).toHaveLength(1)
})

test('retries waiting changes when an environment that no window shows gets a new address', async () => {
  const { handlers, reopened, triedAgain } = setUp()
  const address = { baseAddress: 'https://x.example', relationshipsParameter: '', relationshipsValue: '' }
  await handlers.saveSettings({ environment: 'development', ...address }, context)
  expect([reopened, triedAgain]).toEqual([[], ['development']])
})

test('reports settings as saved when the library can’t retry their changes', async () => {
  const { handlers, triedAgain } = setUp({}, undefined, true)
  const address = { baseAddress: 'https://x.example', relationshipsParameter: '', relationshipsValue: '' }
  expect(await handlers.saveSettings({ environment: 'development', ...address }, context)).toBeNull()
  expect(triedAgain).toEqual([])
})
