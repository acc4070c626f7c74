// Which environments are looked into for what waits, and when.
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { KeychainState } from '../../contract/features/environments'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import { withEnvironment, withWorkspace } from '../environments/setup'
import { defaultSettings } from '../settings/schema'
import { createEverywhere } from './everywhere'

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
  const everywhere = createEverywhere({
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
    outbox: {
      recover: async (environment) => void steps.push(`recover ${environment}`),
      look: async (environment) => void steps.push(`look ${environment}`),
      tryAgain: async (environment) => void steps.push(`try ${environment} again`),
    },
    active: {
      read: () => world.open,
      activate: async ({ environment }) => void steps.push(`activate ${environment}`),
      isOpen: () => false,
    },
    log: {
      defect(where) {
        steps.push(where)
        return 'id'
      },
    },
  })
  const did = () => steps.splice(0)
  return { everywhere, world, did }
}

const all = (environment: EnvironmentName) => ['open', 'recover', 'look'].map((step) => `${step} ${environment}`)

test('each that is set up is opened, recovered and looked into, once in a run; the sandbox is not started for it', async () => {
  const { everywhere, did } = setUp(['staging', 'production', 'sandbox'])
  await everywhere.start()
  expect(did()).toEqual([...all('production'), ...all('staging')])
  await everywhere.moveToDisk()
  expect(did()).toEqual([])
  // As after the library was started again.
  await everywhere.start()
  expect(did()).toEqual([...all('production'), ...all('staging')])
})

test('with a keychain that is locked nothing is opened, until it is not any more', async () => {
  const { everywhere, world, did } = setUp(['staging'], 'locked')
  await everywhere.start()
  expect(did()).toEqual([])
  world.state = 'available'
  await everywhere.moveToDisk()
  expect(did()).toEqual(all('staging'))
})

test('what a keychain kept in that was locked since goes on when it was looked at again, and not before', async () => {
  const { everywhere, world, did } = setUp(['staging', 'development'])
  await everywhere.start()
  did()
  const seen = (state: KeychainState) => async () => {
    world.state = state
  }
  world.state = 'locked'
  await everywhere.lookAgain(seen('locked'))
  expect(did()).toEqual([])
  await everywhere.lookAgain(seen('available'))
  expect(did()).toEqual(['try staging again', 'try development again'])
  await everywhere.lookAgain(seen('available'))
  expect(did()).toEqual([])
})

test('what moved to the disk is activated where it is open, and looked into again where it is not', async () => {
  const { everywhere, world, did } = setUp(['staging', 'development'])
  await everywhere.start()
  did()
  world.moved = ['staging', 'development']
  world.open = staging
  await everywhere.moveToDisk()
  expect(did()).toEqual(['activate staging', ...all('development')])
})

test('before the start nothing is looked into; a library that is down keeps nobody from the others', async () => {
  const { everywhere, world, did } = setUp(['staging', 'development'])
  await everywhere.moveToDisk()
  expect(did()).toEqual([])
  world.isDown = true
  await everywhere.start()
  const failed = (name: string) => [`looking for what waits in ${name}`, `look ${name}`]
  expect(did()).toEqual([...failed('staging'), ...failed('development')])
})
