import { expect, test } from 'vitest'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Environments } from '../environments/environments'
import { environmentsHandlers } from './environments'

const research: WorkspaceRef = { environment: 'staging', organisationId: 'o', workspaceId: 'research' }
const support: WorkspaceRef = { ...research, workspaceId: 'support' }
const partner: WorkspaceRef = { ...research, organisationId: 'partner' }
const production: WorkspaceRef = { ...research, environment: 'production' }
const context = { signal: new AbortController().signal }

function setUp() {
  const activated: WorkspaceRef[] = []
  // Only the one call is made; the environments themselves are tested beside their code.
  const environments = { saveToken: async () => ({ kept: 'keychain', expiresAt: null }) } as unknown as Environments
  const notReached = () => Promise.reject(new Error('not asked for here'))
  const handlers = environmentsHandlers({
    environments,
    active: {
      read: () => research,
      async activate(workspace) {
        activated.push(workspace)
      },
      isOpen: () => true,
      leave: () => {},
    },
    library: { measure: notReached },
    forget: notReached,
  })
  return { handlers, activated }
}

test.each([
  ['of the open workspace', research, [research]],
  ['of another workspace of its organisation, which shares the token', support, [research]],
  ['of another organisation', partner, []],
  ['of another environment', production, []],
])('a new token %s syncs the open workspace only, if it is its own', async (_, workspace, expected) => {
  const { handlers, activated } = setUp()
  await handlers.saveToken({ workspace, token: 't' }, context)
  expect(activated).toEqual(expected)
})
