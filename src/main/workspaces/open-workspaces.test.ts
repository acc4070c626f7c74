import { expect, test } from 'vitest'
import type { WorkspaceRef } from '../../contract/workspace'
import { settle } from '../testing/manual-clock'
import { answers, here, setUp as setUpSync, there } from '../testing/sync-setting'
import { createOpenWorkspaces } from './open-workspaces'

const slow: WorkspaceRef = { environment: 'production', organisationId: 'o', workspaceId: 'slow' }
const fast: WorkspaceRef = { environment: 'staging', organisationId: 'o', workspaceId: 'fast' }
const broken: WorkspaceRef = { ...fast, environment: 'development', workspaceId: 'broken' }

function setUp() {
  const steps: string[] = []
  const releases: (() => void)[] = []
  const open = new Set<string>()
  const openWorkspaces = createOpenWorkspaces({
    ensureOpen: (environment) => {
      if (environment === 'development') return Promise.reject(new Error('The disk is gone.'))
      return environment === 'staging' ? Promise.resolve() : new Promise((resolve) => releases.push(resolve))
    },
    sync: {
      open({ workspaceId }) {
        open.add(workspaceId)
        steps.push(`sync ${workspaceId}`)
      },
      close({ workspaceId }) {
        if (open.delete(workspaceId)) steps.push(`close ${workspaceId}`)
      },
      isOpen: ({ workspaceId }) => open.has(workspaceId),
    },
    log: { defect: (where) => `${steps.push(where)}` },
  })
  return { ...openWorkspaces, steps, releases }
}

test('opens the library, then syncs', async () => {
  const { show, steps, releases, isOpen } = setUp()
  const shown = show('a', slow)
  await settle()
  expect([steps, isOpen(slow)]).toEqual([[], false])
  releases[0]?.()
  await shown
  expect([steps, isOpen(slow)]).toEqual([['sync slow'], true])
})

test('does not sync a workspace that its window left while the library was opening', async () => {
  const { show, steps, releases } = setUp()
  const first = show('a', slow)
  await show('a', fast)
  releases[0]?.()
  await first
  expect(steps).toEqual(['sync fast'])
})

test('logs a library that fails to open, and still syncs', async () => {
  const { show, steps } = setUp()
  await show('a', broken)
  expect(steps).toEqual(['opening the library of development', 'sync broken'])
})

test('closes a workspace when the last window that shows it leaves', async () => {
  const { show, close, list, windows, steps } = setUp()
  await show('a', fast)
  await show('b', fast)
  expect([list(), windows().length]).toEqual([[fast], 2])
  steps.length = 0
  await show('a', broken)
  expect(steps).not.toContain('close fast')
  close('b')
  expect(steps).toContain('close fast')
  expect(list()).toEqual([broken])
})

test('reopens each matching workspace once, however many windows show it', async () => {
  const { show, reopen, refill, steps } = setUp()
  await show('a', fast)
  await show('b', fast)
  await show('c', broken)
  steps.length = 0
  expect(await reopen(({ environment }) => environment === 'staging')).toBe(true)
  expect(await reopen(({ environment }) => environment === 'production')).toBe(false)
  refill('development')
  expect(steps).toEqual(['sync fast', 'sync broken'])
})

test('keeps the workspaces of two windows fresh, and closing one window does not affect the other', async () => {
  const { sync, clock, service, library } = setUpSync(answers('a'))
  const { show, close, isOpen } = createOpenWorkspaces({
    ensureOpen: async () => {},
    sync,
    log: { defect: () => 'id' },
  })
  await show('first', here)
  await show('second', there)
  await settle()
  service.stream = answers('b')
  await clock.advance(270_000)
  expect(await Promise.all([here, there].map(library.insightTitles))).toEqual([['b'], ['b']])
  close('second')
  service.stream = answers('c')
  await clock.advance(270_000)
  expect(await Promise.all([here, there].map(library.insightTitles))).toEqual([['c'], ['b']])
  expect([isOpen(here), isOpen(there)]).toEqual([true, false])
})
