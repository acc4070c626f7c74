import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { defaultSettings, type Settings } from '../settings/schema'
import { knownEnvironments } from './known-environments'
import { withEnvironment, withWorkspace } from './setup'

test('recognises an environment by a workspace, an open library, or files on disk', async () => {
  const settings = defaultSettings(randomUUID())
  const entry = { organisationId: 'o', workspaceId: 'w', name: 'Research' }
  const connected = withEnvironment(settings, 'development', (before) => ({
    ...before,
    workspaces: withWorkspace(before.workspaces, entry),
  }))
  const of = (read: Settings, open: string | null, onDisk: string | null) =>
    knownEnvironments({
      settings: { read: () => read },
      libraries: { modeOf: (name) => (name === open ? 'memory' : 'closed') },
      files: { exist: async (name) => name === onDisk },
    })
  expect(await of(settings, null, null)).toEqual([])
  expect((await of(connected, 'sandbox', 'staging')).toSorted()).toEqual(['development', 'sandbox', 'staging'])
})
