import { expect, test } from 'vitest'
import type { WorkspaceRef } from '../../contract/workspace'
import { never, staging } from '../testing/changes-setting'
import { sandboxHandlers } from './sandbox'

const inSandbox: WorkspaceRef = { ...staging, environment: 'sandbox' }

/** What was done, in order. */
async function pass(...open: readonly WorkspaceRef[]) {
  const steps: string[] = []
  const handlers = sandboxHandlers({
    sandbox: { passWeek: async () => void steps.push('week') },
    sync: {
      requireSync: async ({ environment }) => {
        steps.push(`sync ${environment}`)
        return null
      },
    },
    openWorkspaces: () => open,
  })
  await handlers.passWeek({}, { signal: never })
  return steps
}

test('syncs the sandbox after a week has passed in it where a window shows it, and nothing else', async () => {
  expect(await pass(inSandbox)).toEqual(['week', 'sync sandbox'])
  expect(await pass(staging)).toEqual(['week'])
  expect(await pass(staging, inSandbox)).toEqual(['week', 'sync sandbox'])
  expect(await pass()).toEqual(['week'])
})
