import { expect, it } from 'vitest'
import { workspaceKey } from '../../contract/workspace-key'
import { forgetEnvironment, keptUntilForgotten } from './forgetting'

const of = (environment: 'staging' | 'production', workspaceId = 'w') =>
  ({ environment, organisationId: 'o', workspaceId }) as const

it('forgets the entries of an environment, and nothing else', () => {
  const notes = keptUntilForgotten(
    new Map([
      [`${workspaceKey(of('staging'))} insight i1`, 'a secret'],
      [`goals ${workspaceKey(of('staging', 'other'))}`, 'another'],
      [`${workspaceKey(of('production'))} insight i1`, 'stays'],
      ['connect', 'stays too'],
    ]),
  )
  forgetEnvironment('staging')
  expect([...notes.values()]).toEqual(['stays', 'stays too'])
})
