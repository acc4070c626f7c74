import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { Emit } from '../../contract/events'
import type { KeychainState } from '../../contract/features/environments'
import type { OpenedLibrary } from '../../contract/library'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import { withEnvironment, withoutEnvironment, withWorkspace } from '../environments/setup'
import { defaultSettings } from '../settings/schema'
import { failing, never, setUp as setUpChanges, staging } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'
import { quietLifecycle } from '../testing/quiet-lifecycle'
import { createLibraryLifecycle } from './library-lifecycle'

const ids = { organisationId: 'o', workspaceId: 'w' }
const stagingShown: WorkspaceRef = { environment: 'staging', ...ids }

function setUp(connected: readonly EnvironmentName[], state: KeychainState = 'available') {
  const settings = connected.reduce(
    (current, name) =>
      withEnvironment(current, name, (before) => ({
        ...before,
        workspaces: withWorkspace(before.workspaces, { ...ids, name }),
      })),
    defaultSettings('018f6a52-7c1e-4b30-9c55-1f0f2a3b4c5d'),
  )
  const steps: string[] = []
  const world = {
    state,
    failures: {} as Partial<Record<EnvironmentName, Error>>,
    forgotten: [] as EnvironmentName[],
    moved: [] as EnvironmentName[],
    prompts: [] as boolean[],
    open: null as WorkspaceRef | null,
  }
  const pushes: Parameters<Emit>[] = []
  const lifecycle = createLibraryLifecycle({
    ...quietLifecycle,
    emit(...push: Parameters<Emit>) {
      pushes.push(push)
      steps.push(`push ${push[0]}`)
    },
    settings: {
      ...quietLifecycle.settings,
      read: () => world.forgotten.reduce(withoutEnvironment, settings),
    },
    keychain: { ready: async () => world.state, state: () => world.state },
    libraries: {
      async ensureOpen(environment) {
        const failure = world.failures[environment]
        if (failure) throw failure
        steps.push(`open ${environment}`)
      },
      modeOf: () => 'closed',
      moveToDisk: async (mayPrompt) => {
        world.prompts.push(mayPrompt)
        return world.moved
      },
    },
    changes: {
      ...quietLifecycle.changes,
      wake: (environment) => void steps.push(`wake ${environment}`),
      async tryAgain(environment) {
        const failure = world.failures[environment]
        if (failure) throw failure
        steps.push(`try ${environment} again`)
      },
    },
    openWorkspaces: {
      ...quietLifecycle.openWorkspaces,
      async reopen(matches) {
        if (!world.open || !matches(world.open)) return false
        steps.push(`reopen ${world.open.environment}`)
        return true
      },
    },
    log: {
      defect(where) {
        steps.push(where)
        return 'id'
      },
    },
  })
  const did = () => steps.splice(0)
  return { lifecycle, world, did, pushes }
}

const opened = (environment: EnvironmentName) => `open ${environment}`

test('resumes each configured environment once per start, without starting the sandbox', async () => {
  const { lifecycle, did } = setUp(['staging', 'production', 'sandbox'])
  await lifecycle.start()
  expect(did()).toEqual([opened('production'), opened('staging')])
  await lifecycle.moveToDisk()
  expect(did()).toEqual([])
  // As after a restart of the library.
  await lifecycle.start()
  expect(did()).toEqual([opened('production'), opened('staging')])
})

test('opens nothing while the keychain is locked, and resumes when it is unlocked', async () => {
  const { lifecycle, world, did } = setUp(['staging'], 'locked')
  await lifecycle.start()
  expect(did()).toEqual([])
  world.state = 'available'
  await lifecycle.moveToDisk()
  expect(did()).toEqual([opened('staging')])
})

test('has the keychain ask again about a refused key only after a check, not after each change of environments', async () => {
  const { lifecycle, world } = setUp(['staging'])
  lifecycle.moveToDiskIfUnlocked()
  await lifecycle.afterKeychainCheck(async () => {})
  expect(world.prompts).toEqual([false, true])
})

test('retries changes held back by a locked keychain once a check shows it unlocked', async () => {
  const { lifecycle, world, did } = setUp(['staging', 'development'])
  await lifecycle.start()
  did()
  const seen = (state: KeychainState) => async () => {
    world.state = state
  }
  world.state = 'locked'
  await lifecycle.afterKeychainCheck(seen('locked'))
  expect(did()).toEqual([])
  await lifecycle.afterKeychainCheck(seen('available'))
  expect(did()).toEqual(['try staging again', 'try development again'])
  await lifecycle.afterKeychainCheck(seen('available'))
  expect(did()).toEqual([])
})

test('retries the other changes after the keychain is unlocked when one library is down, and none of a forgotten environment', async () => {
  const { lifecycle, world, did } = setUp(['production', 'staging', 'development'])
  await lifecycle.start()
  did()
  world.state = 'locked'
  world.forgotten = ['staging']
  world.failures = {
    production: new AppError('LIBRARY_UNAVAILABLE', 'It is down.'),
    staging: new AppError('WORKSPACE_UNKNOWN', 'It was forgotten.'),
  }
  // A rejection would end the app: nothing waits for the check when the screen is unlocked.
  await lifecycle.afterKeychainCheck(async () => {
    world.state = 'available'
  })
  expect(did()).toEqual(['wake production', 'try development again'])
})

test('after the network changed, reopens what windows show, then retries the changes of each configured environment', async () => {
  const { lifecycle, world, did } = setUp(['staging', 'sandbox'])
  world.open = stagingShown
  await lifecycle.onNetworkChanged()
  expect(did()).toEqual(['reopen staging', 'try staging again', 'try sandbox again'])
})

test('after a move to disk, reopens environments that a window shows and resumes the others', async () => {
  const { lifecycle, world, did } = setUp(['staging', 'development'])
  await lifecycle.start()
  did()
  world.moved = ['staging', 'development']
  world.open = stagingShown
  await lifecycle.moveToDisk()
  const push = 'push library.changed'
  expect(did()).toEqual([push, 'reopen staging', push, opened('development')])
})

test('after a move to disk, tells the page that the whole library may have changed, before anything is synced', async () => {
  const { lifecycle, world, pushes, did } = setUp(['staging', 'development'])
  world.moved = ['staging']
  world.open = stagingShown
  await lifecycle.moveToDisk()
  expect(did()).toEqual(['push library.changed', 'reopen staging'])
  expect(pushes[0]?.[1]).toMatchObject({
    workspace: stagingShown,
    features: expect.arrayContaining(['triage', 'insights', 'metrics', 'topics', 'activity', 'search']),
  })
})

test('resumes nothing before the start', async () => {
  const { lifecycle, did } = setUp(['staging', 'development'])
  await lifecycle.moveToDisk()
  expect(did()).toEqual([])
})

test('wakes the queue to retry later when a library cannot be opened, and continues with the other environments', async () => {
  const { lifecycle, world, did } = setUp(['production', 'staging', 'development'])
  world.failures = { production: new AppError('LIBRARY_UNAVAILABLE', 'It is down.'), staging: new Error('A defect') }
  await lifecycle.start()
  expect(did()).toEqual([
    ...['wake production', 'resuming the changes of staging', 'wake staging'],
    opened('development'),
  ])
})

test('keeps the review required by a rebuild for a change whose own review was about to end', async () => {
  const { create, changes, service, library, clock, journal } = setUpChanges()
  const lifecycle = createLibraryLifecycle({ ...quietLifecycle, changes })
  service.onCreate = failing('CONNECTION_REFUSED')
  const { moveChange } = library
  library.moveChange = async (input) => {
    const isEndOfReview = input.state === 'waiting' && !input.needsReview
    return isEndOfReview ? failing('LIBRARY_UNAVAILABLE', { retryable: true })() : moveChange(input)
  }
  await create('x')
  await settle()
  library.moveChange = moveChange
  await library.requireReviewOfAll('staging')
  const opened: OpenedLibrary = { state: 'rebuilt', reason: 'corrupt', recoveredChanges: 1, mayHaveLostChanges: false }
  lifecycle.onReopened({ environment: 'staging', file: 'staging.db', key: null, generation: 'test' }, opened)
  service.onCreate = async (arrive) => arrive()
  await clock.advance(120_000)
  expect(service.titles(staging)).toEqual([])
  expect(await journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
})

test.each([
  ['rebuilt', { state: 'rebuilt', reason: 'corrupt' }, 'staging.db'],
  ['in memory', { state: 'created', reason: null }, null],
] as const)(
  'does not take a deletion for done because the library came back %s, without lists',
  async (_, how, file) => {
    const { changes, service, sync, library, clock, states } = setUpChanges()
    const lifecycle = createLibraryLifecycle({ ...quietLifecycle, changes })
    const id = randomUUID()
    service.knowledge(staging).push({ id, title: 'Old manual' })
    await sync.now(staging)
    service.onSend = failing('CONNECTION_LOST')
    // It stops after the list was read, before the change is reconciled.
    library.getKnowledge = failing('LIBRARY_UNAVAILABLE', { retryable: true })
    await expect(changes.deleteKnowledge(staging, id, never)).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
    await settle()
    library.getKnowledge = failing('NOT_FOUND')
    service.onList = failing('CONNECTION_REFUSED')
    const opened: OpenedLibrary = { ...how, recoveredChanges: 1, mayHaveLostChanges: false }
    lifecycle.onReopened({ environment: 'staging', file, key: null, generation: 'test' }, opened)
    await clock.advance(120_000)
    expect(library.settled).toEqual([])
    expect(await states()).toEqual(['unknown'])
  },
)

test.each([
  ['is opened', 'onOpened'],
  ['was restarted by the person', 'restart'],
] as const)('recovers the change that was in flight when its library stopped, once the library %s', async (_, how) => {
  const { create, service, clock, restart, states, journal } = setUpChanges()
  const { onCreate } = service
  service.onCreate = () => new Promise(() => {})
  void create('in flight')
  await settle()
  expect(await states()).toEqual(['sending'])
  service.onCreate = onCreate
  // No window shows its workspace, so that no sync finds it.
  const { changes } = restart()
  const libraries = { ...quietLifecycle.libraries, modeOf: () => 'encrypted' as const }
  const lifecycle = createLibraryLifecycle({ ...quietLifecycle, libraries, changes })
  const input = { environment: 'staging', file: 'staging.db', key: null, generation: 'test' } as const
  const opened: OpenedLibrary = { state: 'opened', reason: null, recoveredChanges: 0, mayHaveLostChanges: false }
  if (how === 'onOpened') lifecycle.onOpened({ input, inMemoryReason: null, isKeyNew: false }, opened)
  else await lifecycle.restart()
  await settle()
  expect(await states()).toEqual(['unknown'])
  await clock.advance(120_000)
  expect(await journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
  expect(service.arrivals()).toBe(0)
})

test.each([
  ['one that was rebuilt is synced and reported', 'staging.db', { state: 'rebuilt', reason: 'corrupt' }, 1],
  ['one in memory is synced and reported', null, { state: 'created', reason: null }, 1],
  ['one that has its data is left alone', 'staging.db', { state: 'opened', reason: null }, 0],
] as const)('when a library is back after a crash, %s', (_, file, outcome, times) => {
  const notices: string[] = []
  const refilled: EnvironmentName[] = []
  const lifecycle = createLibraryLifecycle({
    ...quietLifecycle,
    addNotice: (notice) => void notices.push(notice),
    openWorkspaces: { ...quietLifecycle.openWorkspaces, refill: (environment) => void refilled.push(environment) },
  })
  const input = { environment: 'staging', file, key: null, generation: 'test' } as const
  lifecycle.onReopened(input, { ...outcome, recoveredChanges: 0, mayHaveLostChanges: false })
  expect(refilled).toEqual(Array.from({ length: times }, () => 'staging'))
  expect(notices).toHaveLength(times)
})
