import { expect, test } from 'vitest'
import type { WorkspaceRef } from '../../contract/workspace'
import { never, staging } from '../testing/changes-setting'
import { sandboxHandlers } from './sandbox'

const inSandbox: WorkspaceRef = { ...staging, environment: 'sandbox' }

/** `steps`: what was done, in order. */
function setUp(...open: readonly WorkspaceRef[]) {
  const steps: string[] = []
  const handlers = sandboxHandlers({
    sandbox: {
      passWeek: async () => void steps.push('week'),
      setOnline: async (isOnline) => void steps.push(isOnline ? 'online' : 'offline'),
    },
    sync: {
      async requireSync({ environment }) {
        steps.push(`sync ${environment}`)
        return null
      },
      async now({ environment }) {
        steps.push(`sync ${environment} for the person`)
      },
    },
    openWorkspaces: () => open,
  })
  return { handlers, steps }
}

async function pass(...open: readonly WorkspaceRef[]) {
  const { handlers, steps } = setUp(...open)
  await handlers.passWeek({}, { signal: never })
  return steps
}

test('syncs only the sandbox after a week passes in it, and only if a window shows it', async () => {
  expect(await pass(inSandbox)).toEqual(['week', 'sync sandbox'])
  expect(await pass(staging)).toEqual(['week'])
  expect(await pass(staging, inSandbox)).toEqual(['week', 'sync sandbox'])
  expect(await pass()).toEqual(['week'])
})

test('syncs at once when the sandbox goes offline, and also sends unsent changes when it is back online', async () => {
  const { handlers, steps } = setUp(inSandbox, staging)
  await handlers.setOnline({ isOnline: false }, { signal: never })
  await handlers.setOnline({ isOnline: true }, { signal: never })
  expect(steps).toEqual([...['offline', 'sync sandbox'], ...['online', 'sync sandbox', 'sync sandbox for the person']])
})
