// Which environments are looked into for what waits, and when.
import { expect, test } from 'vitest'
import type { EnvironmentName } from '../../contract/workspace'
import { defaultSettings } from '../settings/schema'
import { createEverywhere } from './everywhere'

const workspaces = [{ organisationId: 'o', workspaceId: 'w', name: 'Research' }]

function setUp({ keychain = 'available' as 'available' | 'locked', setUp = ['staging', 'sandbox'] } = {}) {
  const steps: string[] = []
  const state = { keychain, open: new Set<EnvironmentName>(), moves: [] as EnvironmentName[], broken: '' }
  const settings = defaultSettings('00000000-0000-4000-8000-000000000000')
  for (const name of setUp as EnvironmentName[]) Object.assign(settings.environments[name], { workspaces })
  const everywhere = createEverywhere({
    settings: { read: () => settings },
    keychain: { ready: async () => {}, state: () => state.keychain },
    libraries: {
      async ensureOpen(name) {
        if (state.broken === name) throw new Error('The disk is gone.')
        if (!state.open.has(name)) steps.push(`open ${name}`)
        state.open.add(name)
      },
      modeOf: (name) => (state.open.has(name) ? 'encrypted' : 'closed'),
      leaveMemory: async () => state.moves.splice(0),
    },
    outbox: {
      recover: async (name) => void steps.push(`recover ${name}`),
      look: async (name) => void steps.push(`look ${name}`),
    },
    active: {
      read: () => null,
      activate: async () => {},
      isOpen: () => false,
    },
    log: { defect: (where) => `${steps.push(where)}` },
  })
  return { everywhere, steps, state }
}

test('each that is set up is opened once, its journal recovered and looked into; the sandbox is not started for it', async () => {
  const { everywhere, steps } = setUp({ setUp: ['production', 'staging', 'sandbox'] })
  await everywhere.leaveMemory()
  expect(steps).toEqual([])
  await everywhere.start()
  const all = ['production', 'staging'].flatMap((name) => [`open ${name}`, `recover ${name}`, `look ${name}`])
  expect(steps).toEqual(all)
  await everywhere.leaveMemory()
  expect(steps).toEqual(all)
})

test('with a keychain that is locked nothing is opened; once it is unlocked, all is', async () => {
  const { everywhere, steps, state } = setUp({ keychain: 'locked' })
  await everywhere.start()
  expect(steps).toEqual([])
  state.keychain = 'available'
  await everywhere.leaveMemory()
  expect(steps).toEqual(['open staging', 'recover staging', 'look staging'])
})

test('what moved from memory to the disk is looked into again', async () => {
  const { everywhere, steps, state } = setUp()
  await everywhere.start()
  steps.length = 0
  state.moves.push('staging')
  await everywhere.leaveMemory()
  expect(steps).toEqual(['recover staging', 'look staging'])
})

test('a library that does not open keeps none of the others back', async () => {
  const { everywhere, steps, state } = setUp({ setUp: ['production', 'staging'] })
  state.broken = 'production'
  await everywhere.start()
  expect(steps).toContain('look staging')
})
