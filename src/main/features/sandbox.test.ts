import { expect, test } from 'vitest'
import type { WorkspaceRef } from '../../contract/workspace'
import { never, staging } from '../testing/outbox-setting'
import { sandboxHandlers } from './sandbox'

const inSandbox: WorkspaceRef = { ...staging, environment: 'sandbox' }

/** What was done, in order. */
async function pass(open: WorkspaceRef | null) {
  const steps: string[] = []
  const { passWeek } = sandboxHandlers({
    sandbox: { passWeek: async () => void steps.push('week') },
    sync: {
      requireSync: async ({ environment }) => {
        steps.push(`sync ${environment}`)
        return null
      },
    },
    openWorkspace: () => open,
  })
  await passWeek({}, { signal: never })
  return steps
}

test('what a week brought is read at once where the sandbox is open, and nothing else is synced', async () => {
  expect(await pass(inSandbox)).toEqual(['week', 'sync sandbox'])
  expect(await pass(staging)).toEqual(['week'])
  expect(await pass(null)).toEqual(['week'])
})
