import { expect, test } from 'vitest'
import type { WorkspaceRef } from '../../contract/workspace'
import { defaultSettings } from '../settings/schema'
import { settle } from '../testing/manual-clock'
import { createActiveWorkspace } from './active-workspace'

const slow: WorkspaceRef = { environment: 'production', organisationId: 'o', workspaceId: 'slow' }
const fast: WorkspaceRef = { environment: 'staging', organisationId: 'o', workspaceId: 'fast' }

function setUp() {
  let current: WorkspaceRef | null = slow
  const steps: string[] = []
  const releases: (() => void)[] = []
  const active = createActiveWorkspace({
    settings: { read: () => ({ ...defaultSettings('00000000-0000-4000-8000-000000000000'), active: current }) },
    ensureOpen: (environment) => {
      if (environment === 'development') return Promise.reject(new Error('The disk is gone.'))
      return environment === 'staging' ? Promise.resolve() : new Promise((resolve) => releases.push(resolve))
    },
    outbox: { recover: async (environment) => void steps.push(`recover ${environment}`) },
    sync: {
      open: ({ workspaceId }) => void steps.push(`sync ${workspaceId}`),
      close: () => {},
      isOpen: () => false,
    },
    log: { defect: (where) => `${steps.push(where)}` },
  })
  return { active, steps, releases, switchTo: (workspace: WorkspaceRef | null) => (current = workspace) }
}

test('opens the library, then the journal, then syncs', async () => {
  const { active, steps, releases } = setUp()
  const activated = active.activate(slow)
  await settle()
  expect(steps).toEqual([])
  releases[0]?.()
  await activated
  expect(steps).toEqual(['recover production', 'sync slow'])
})

test('a workspace that was left while its library opened is not the one that is synced', async () => {
  const { active, steps, releases, switchTo } = setUp()
  const first = active.activate(slow)
  switchTo(fast)
  await active.activate(fast)
  releases[0]?.()
  await first
  expect(steps.at(-1)).toBe('recover production')
  expect(steps.filter((step) => step.startsWith('sync'))).toEqual(['sync fast'])
})

test('a library that does not open is written down, and the service is asked all the same', async () => {
  const { active, steps, switchTo } = setUp()
  const broken: WorkspaceRef = { ...fast, environment: 'development' }
  switchTo(broken)
  await active.activate(broken)
  expect(steps).toEqual(['opening the library of development', 'sync fast'])
})
