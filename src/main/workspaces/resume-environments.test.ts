import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { Emit } from '../../contract/events'
import type { KeychainState } from '../../contract/features/environments'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import { withEnvironment, withWorkspace } from '../environments/setup'
import { defaultSettings } from '../settings/schema'
import { createResumeEnvironments } from './resume-environments'

const ids = { organisationId: 'o', workspaceId: 'w' }
const staging: WorkspaceRef = { environment: 'staging', ...ids }

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
    moved: [] as EnvironmentName[],
    open: null as WorkspaceRef | null,
  }
  const pushes: Parameters<Emit>[] = []
  const resume = createResumeEnvironments({
    emit: (...push: Parameters<Emit>) => void pushes.push(push),
    settings: { read: () => settings },
    keychain: { ready: async () => world.state, state: () => world.state },
    libraries: {
      async ensureOpen(environment) {
        const failure = world.failures[environment]
        if (failure) throw failure
        steps.push(`open ${environment}`)
      },
      modeOf: () => 'closed',
      moveToDisk: async () => world.moved,
    },
    pendingChanges: {
      wake: (environment) => void steps.push(`wake ${environment}`),
      tryAgain: async (environment) => void steps.push(`try ${environment} again`),
    },
    openWorkspaces: {
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
  return { resume, world, did, pushes }
}

const opened = (environment: EnvironmentName) => `open ${environment}`

test('resumes each environment that is set up once in a run, without starting the sandbox', async () => {
  const { resume, did } = setUp(['staging', 'production', 'sandbox'])
  await resume.start()
  expect(did()).toEqual([opened('production'), opened('staging')])
  await resume.moveToDisk()
  expect(did()).toEqual([])
  // As after a restart of the library.
  await resume.start()
  expect(did()).toEqual([opened('production'), opened('staging')])
})

test('opens nothing while the keychain is locked, and resumes when it is unlocked', async () => {
  const { resume, world, did } = setUp(['staging'], 'locked')
  await resume.start()
  expect(did()).toEqual([])
  world.state = 'available'
  await resume.moveToDisk()
  expect(did()).toEqual([opened('staging')])
})

test('tries changes again that a locked keychain kept in, once a check shows it unlocked', async () => {
  const { resume, world, did } = setUp(['staging', 'development'])
  await resume.start()
  did()
  const seen = (state: KeychainState) => async () => {
    world.state = state
  }
  world.state = 'locked'
  await resume.recheckKeychain(seen('locked'))
  expect(did()).toEqual([])
  await resume.recheckKeychain(seen('available'))
  expect(did()).toEqual(['try staging again', 'try development again'])
  await resume.recheckKeychain(seen('available'))
  expect(did()).toEqual([])
})

test('after a move to the disk reopens what a window shows and resumes what none shows', async () => {
  const { resume, world, did } = setUp(['staging', 'development'])
  await resume.start()
  did()
  world.moved = ['staging', 'development']
  world.open = staging
  await resume.moveToDisk()
  expect(did()).toEqual(['reopen staging', opened('development')])
})

test('tells the page after a move to the disk that all of the library may differ, before anything is synced', async () => {
  const { resume, world, pushes, did } = setUp(['staging', 'development'])
  world.moved = ['staging']
  world.open = staging
  await resume.moveToDisk()
  expect(pushes.map(([name]) => name)).toEqual(['library.changed'])
  expect(pushes[0]?.[1]).toMatchObject({
    workspace: staging,
    features: expect.arrayContaining(['triage', 'insights', 'metrics', 'topics', 'activity', 'search']),
  })
  expect(did()).toEqual(['reopen staging'])
})

test('resumes nothing before the start', async () => {
  const { resume, did } = setUp(['staging', 'development'])
  await resume.moveToDisk()
  expect(did()).toEqual([])
})

test('has the queue try again later when a library cannot be opened, and goes on with the other environments', async () => {
  const { resume, world, did } = setUp(['production', 'staging', 'development'])
  world.failures = { production: new AppError('LIBRARY_UNAVAILABLE', 'It is down.'), staging: new Error('A defect') }
  await resume.start()
  expect(did()).toEqual([
    ...['wake production', 'resuming the changes of staging', 'wake staging'],
    opened('development'),
  ])
})
