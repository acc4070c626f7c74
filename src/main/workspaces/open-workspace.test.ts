import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { WorkspaceRef } from '../../contract/workspace'
import { createOpenWorkspace } from './open-workspace'
import { createOpenWorkspaces } from './open-workspaces'

const workspace = (workspaceId: string): WorkspaceRef => ({ environment: 'staging', organisationId: 'o', workspaceId })
const [first, second, left] = [workspace('first'), workspace('second'), workspace('left')]
const sandbox: WorkspaceRef = { environment: 'sandbox', organisationId: 'o', workspaceId: 'seeded' }

const connection = { environment: 'staging', baseAddress: 'https://x.example', organisationId: 'o' } as const
const { signal } = new AbortController()

function setUp({ active = null as WorkspaceRef | null, sandboxFails = false, started = Promise.resolve() } = {}) {
  const world = { active, known: new Set([first, second, left, sandbox]) }
  const synced: string[] = []
  const open = new Set<WorkspaceRef>()
  const log = { defect: () => 'id' }
  const openWorkspaces = createOpenWorkspaces({
    ensureOpen: async () => {},
    sync: {
      open(opened) {
        synced.push(opened.workspaceId)
        open.add(opened)
      },
      close: (closed) => void open.delete(closed),
      isOpen: (other) => open.has(other),
    },
    log,
  })
  const select = async (selected: WorkspaceRef) => {
    if (!world.known.has(selected)) throw new AppError('WORKSPACE_UNKNOWN', 'Not set up.')
    world.active = selected
  }
  const { open: openIn, ...useCase } = createOpenWorkspace({
    environments: {
      active: () => world.active,
      isKnown: (other) => world.known.has(other),
      select,
      async selectSandbox(isCurrent = () => true) {
        if (sandboxFails) throw new Error('no')
        await started
        if (!isCurrent()) throw new AppError('CANCELLED', 'Another one.')
        await select(sandbox)
        return sandbox
      },
      async connect({ workspaceId }) {
        world.active = workspace(workspaceId)
        return { workspace: world.active, token: { kept: 'keychain', expiresAt: null } }
      },
    },
    openWorkspaces,
    log,
  })
  return { ...useCase, openIn, world, synced, open, windows: openWorkspaces.windows }
}

test('remembers the workspace for the next start and shows it in the window that asked', async () => {
  const { openIn, openSandbox, world, windows } = setUp()
  await openIn('a', first)
  await openIn('b', second)
  expect(world.active).toBe(second)
  await openSandbox('b')
  expect([world.active, windows()]).toEqual([
    sandbox,
    [
      ['a', first],
      ['b', sandbox],
    ],
  ])
})

test('leaves the window where it was when a workspace cannot be opened', async () => {
  const { openIn, windows } = setUp()
  await openIn('a', first)
  await expect(openIn('a', workspace('unknown'))).rejects.toMatchObject({ code: 'WORKSPACE_UNKNOWN' })
  expect(windows()).toEqual([['a', first]])
})

test.each(['opened', 'connected'] as const)('stays in a workspace %s while the sandbox was starting', async (how) => {
  let start = () => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const { openIn, openSandbox, connect, world, windows } = setUp({ started })
  const opening = expect(openSandbox('a')).rejects.toMatchObject({ code: 'CANCELLED' })
  // Another window's.
  await openIn('b', second)
  if (how === 'opened') await openIn('a', first)
  else await connect('a', { ...connection, workspaceId: 'first', workspaceName: 'First' }, { signal })
  start()
  await opening
  expect(world.active).toEqual(first)
  expect(windows()).toEqual([
    ['b', second],
    ['a', first],
  ])
})

test('opens the sandbox of one window although another one opens a workspace', async () => {
  let start = () => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const { openIn, openSandbox, windows } = setUp({ started })
  const opening = openSandbox('a')
  await openIn('b', second)
  start()
  expect(await opening).toBe(sandbox)
  expect(windows()).toEqual([
    ['b', second],
    ['a', sandbox],
  ])
})

test('opens a workspace once it is connected', async () => {
  const { connect, synced } = setUp()
  await connect('a', { ...connection, workspaceId: 'new', workspaceName: 'New' }, { signal })
  expect(synced).toEqual(['new'])
})

test('starts with the last active workspace, or none', async () => {
  const app = setUp({ active: first })
  const { notices, opened } = await app.openAtStart('a', false)
  await opened
  expect([notices, app.synced]).toEqual([[], ['first']])
  const fresh = setUp()
  await (await fresh.openAtStart('a', false)).opened
  expect(fresh.windows()).toEqual([])
})

test('starts with the sandbox when requested, and adds a notice when it fails to start', async () => {
  const app = setUp({ active: first })
  expect((await app.openAtStart('a', true)).notices).toEqual([])
  expect(app.synced).toEqual(['seeded'])
  const failing = setUp({ active: first, sandboxFails: true })
  const { notices } = await failing.openAtStart('a', true)
  expect([notices, failing.synced]).toEqual([[expect.stringContaining('Couldn’t start the sandbox')], []])
})

test('shows the active workspace in a window whose own was removed, and leaves other windows alone', async () => {
  const { openIn, restoreWindows, world, synced, open, windows } = setUp()
  await openIn('a', left)
  await openIn('b', second)
  world.known.delete(left)
  world.active = first
  synced.length = 0
  await restoreWindows()
  expect([synced, [...open], windows()]).toEqual([
    ['first'],
    [second, first],
    [
      ['b', second],
      ['a', first],
    ],
  ])
})

test('syncs a workspace again after a step interrupted it, and closes a window with no workspace left', async () => {
  const { openIn, restoreWindows, world, synced, open, windows } = setUp()
  await openIn('a', first)
  open.clear()
  await restoreWindows()
  expect(synced).toEqual(['first', 'first'])
  world.known.clear()
  world.active = null
  await restoreWindows()
  expect([windows(), [...open]]).toEqual([[], []])
})
