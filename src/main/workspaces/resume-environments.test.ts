import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
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
  const world = { state, isDown: false, moved: [] as EnvironmentName[], open: null as WorkspaceRef | null }
  const resume = createResumeEnvironments({
    settings: { read: () => settings },
    keychain: { ready: async () => world.state, state: () => world.state },
    libraries: {
      async ensureOpen(environment) {
        if (world.isDown) throw new AppError('LIBRARY_UNAVAILABLE', 'It is down.')
        steps.push(`open ${environment}`)
      },
      modeOf: () => 'closed',
      moveToDisk: async () => world.moved,
    },
    pendingChanges: {
      recover: async (environment) => void steps.push(`recover ${environment}`),
      wake: async (environment) => void steps.push(`wake ${environment}`),
      tryAgain: async (environment) => void steps.push(`try ${environment} again`),
    },
    openWorkspaces: {
      isOpen: () => false,
      async reopen(isMeant) {
        if (!world.open || !isMeant(world.open)) return false
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
  return { resume, world, did }
}

const all = (environment: EnvironmentName) => ['open', 'recover', 'wake'].map((step) => `${step} ${environment}`)

test('resumes each environment that is set up once in a run, without starting the sandbox', async () => {
  const { resume, did } = setUp(['staging', 'production', 'sandbox'])
  await resume.start()
  expect(did()).toEqual([...all('production'), ...all('staging')])
  await resume.moveToDisk()
  expect(did()).toEqual([])
  // As after the library was started again.
  await resume.start()
  expect(did()).toEqual([...all('production'), ...all('staging')])
})

test('opens nothing while the keychain is locked, and resumes when it is unlocked', async () => {
  const { resume, world, did } = setUp(['staging'], 'locked')
  await resume.start()
  expect(did()).toEqual([])
  world.state = 'available'
  await resume.moveToDisk()
  expect(did()).toEqual(all('staging'))
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
  expect(did()).toEqual(['reopen staging', ...all('development')])
})

test('resumes nothing before the start, and the others when one library is down', async () => {
  const { resume, world, did } = setUp(['staging', 'development'])
  await resume.moveToDisk()
  expect(did()).toEqual([])
  world.isDown = true
  await resume.start()
  const failed = (name: string) => [`resuming the changes of ${name}`, `wake ${name}`]
  expect(did()).toEqual([...failed('staging'), ...failed('development')])
})
