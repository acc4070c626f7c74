import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { EnvironmentList } from '../../../contract/features/environments'
import { testEnvironments } from '../../testing/places'
import { renderView } from '../../testing/render'
import { FirstStart } from './FirstStart'

const without = (isSetUp: (name: string) => boolean): EnvironmentList => ({
  ...testEnvironments,
  active: null,
  environments: testEnvironments.environments.map((environment) => ({
    ...environment,
    ...{ workspaces: [], entrance: null },
    baseAddress: isSetUp(environment.name) ? environment.baseAddress : null,
  })),
})

it('says what is still set up after the last workspace is removed, and links to Settings', async () => {
  renderView(<FirstStart />, {
    answers: { 'shell.painted': () => null, 'environments.list': () => without((name) => name === 'staging') },
  })
  expect(await screen.findByRole('note')).toHaveTextContent(
    /^No workspace is open. The address and synced data of Staging/,
  )
  expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
})

it('does not link to Settings on the first start', async () => {
  renderView(<FirstStart />, {
    answers: { 'shell.painted': () => null, 'environments.list': () => without(() => false) },
  })
  expect(await screen.findByRole('button', { name: 'Connect a workspace' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Settings' })).not.toBeInTheDocument()
})
