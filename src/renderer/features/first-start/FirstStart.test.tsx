import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../contract/app-error'
import type { EnvironmentList } from '../../../contract/features/environments'
import { Address } from '../../testing/Address'
import type { Answers } from '../../testing/fake-bridge'
import { testEnvironments, testSandbox } from '../../testing/places'
import { renderView } from '../../testing/render'
import { watchRouter } from '../../ui/current-location'
import { FirstStart } from './FirstStart'

const without = (isSetUp: (name: string) => boolean): EnvironmentList => ({
  ...testEnvironments,
  active: null,
  environments: testEnvironments.environments.map((environment) => ({
    ...environment,
    ...{ workspaces: [], entrance: null },
    baseAddress: isSetUp(environment.name) ? `https://${environment.name}.example` : null,
  })),
})

it.each([
  [['staging'], 'Staging'],
  [['staging', 'production', 'sandbox'], 'Production and Staging'],
])('says what is still set up after the last workspace is removed, and links to Settings: %j', async (names, words) => {
  renderView(<FirstStart />, {
    answers: { 'shell.painted': () => null, 'environments.list': () => without((name) => names.includes(name)) },
  })
  expect(await screen.findByRole('note')).toHaveTextContent(
    `No workspace is open. The settings and synced data of ${words} are still on this computer. See Settings.`,
  )
  expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
})

it('does not link to Settings on the first start', async () => {
  renderView(<FirstStart />, {
    answers: { 'shell.painted': () => null, 'environments.list': () => without(() => false) },
  })
  expect(await screen.findByRole('button', { name: 'Connect a workspace…' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Settings' })).not.toBeInTheDocument()
})

describe('the two ways to begin', () => {
  const show = (exploreSandbox: Answers['environments.exploreSandbox'] = () => ({ workspace: testSandbox })) =>
    renderView(
      <>
        <FirstStart />
        <Address />
      </>,
      {
        answers: {
          ...{ 'shell.painted': () => null, 'environments.list': () => without(() => false) },
          'environments.exploreSandbox': exploreSandbox,
        },
      },
    )
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

  it('lead to the form that connects a workspace', async () => {
    show()
    await press('Connect a workspace…')
    expect(screen.getByLabelText('Address')).toHaveTextContent('/connect')
  })

  it('open the sandbox with its insights, or say why it could not start and try again', async () => {
    let isFull = true
    show(() => {
      if (isFull) throw new AppError('DISK_FULL', '')
      return { workspace: testSandbox }
    })
    await press('Explore the sandbox')
    expect(await screen.findByRole('alert')).toHaveTextContent('The disk is full')
    expect(screen.getByLabelText('Address').textContent).toBe('/')
    isFull = false
    await press('Try again')
    await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent('/insights'))
  })

  it('leave a view open that the person went to before the sandbox answered', async () => {
    let answer = () => {}
    show(() => new Promise((resolve) => (answer = () => resolve({ workspace: testSandbox }))))
    const location = { pathname: '/goals', search: '', hash: '', state: null, key: 'a', unstable_mask: undefined }
    watchRouter({ state: { navigation: { state: 'idle' }, location }, navigate: async () => {} })
    await press('Explore the sandbox')
    const explore = () => screen.getByRole('button', { name: 'Explore the sandbox' })
    await waitFor(() => expect(explore()).toHaveAttribute('aria-disabled', 'true'))
    await act(async () => answer())
    await waitFor(() => expect(explore()).not.toHaveAttribute('aria-disabled', 'true'))
    expect(screen.getByLabelText('Address').textContent).toBe('/')
  })
})
