// The prompt for a token, over any view.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '../../contract/errors'
import type { SyncStatus } from '../../contract/features/sync'
import { noNews, testEnvironments, testSyncStatus, testWorkspace } from '../testing/places'
import { renderView } from '../testing/render'
import { ErrorNotice } from '../ui/ErrorNotice'
import { AppShell } from './AppShell'

const answers = {
  'shell.info': () => ({
    ...{ version: '1.0.0', electron: '25.1.1', platform: 'linux' as const, notices: [] },
    ...{ isFallbackRuntime: false, isLibraryStopped: false },
  }),
  'insights.query': () => ({ rows: [], total: 128, all: 128, unseen: 42 }),
  'news.query': () => ({ ...noNews, all: 3 }),
}

it('asks for a token once, then syncs and moves the focus to the view', async () => {
  let state: SyncStatus['state'] = 'sign-in-needed'
  const error = new AppError('UNAUTHENTICATED', '').report
  const { bridge } = renderView(<AppShell />, {
    answers: {
      ...answers,
      'sync.status': () => ({ ...testSyncStatus, state, error }),
      'environments.saveToken': () => ({ kept: 'keychain', expiresAt: null }),
      'sync.now': () => {
        state = 'synced'
        return testSyncStatus
      },
    },
    route: '/activity',
  })
  const prompt = await screen.findByRole('status', { name: 'Sign-in needed' })
  expect(prompt).toHaveTextContent('Trial bikes')
  expect(prompt).toHaveTextContent('Synced data stays available')
  await userEvent.click(screen.getByRole('button', { name: 'Add token…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Sign-in needed' })
  await userEvent.type(within(dialog).getByLabelText('Access token'), 'abc{Enter}')
  await waitFor(() => expect(prompt).not.toBeInTheDocument())
  expect(bridge.calls.map(({ name }) => name)).toContain('sync.now')
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

it('does not carry a token typed for one workspace over to another', async () => {
  let list = testEnvironments
  const { bridge } = renderView(<AppShell />, {
    answers: {
      ...answers,
      'environments.list': () => list,
      'sync.status': () => ({
        ...{ ...testSyncStatus, state: 'sign-in-needed', syncedAt: null },
        error: new AppError('UNAUTHENTICATED', '').report,
      }),
    },
    route: '/activity',
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add token…' }))
  const prompt = screen.getByRole('status', { name: 'Sign-in needed' })
  // There is none yet.
  expect(prompt).not.toHaveTextContent('Synced data stays available')
  const dialog = await screen.findByRole('dialog', { name: 'Sign-in needed' })
  const field = within(dialog).getByLabelText('Access token')
  await userEvent.type(field, 'of staging')
  list = { ...testEnvironments, active: { ...testWorkspace, environment: 'production' } }
  act(() => bridge.push('environments.changed', list))
  await waitFor(() => expect(field).not.toBeInTheDocument())
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await userEvent.click(await screen.findByRole('button', { name: 'Add token…' }))
  const next = await screen.findByRole('dialog', { name: 'Sign-in needed' })
  expect(next).toHaveTextContent('For Real bikes in Production')
  expect(within(next).getByLabelText('Access token')).toHaveValue('')
  await userEvent.click(within(next).getByRole('button', { name: 'Cancel' }))
})

it('takes the token of an unsent change for its own workspace, and leaves the open one alone', async () => {
  const production = { ...testWorkspace, environment: 'production' as const }
  const ui = (
    <>
      <AppShell />
      <ErrorNotice error={new AppError('UNAUTHENTICATED', '')} workspace={production} />
    </>
  )
  const { bridge } = renderView(ui, {
    answers: { ...answers, 'environments.saveToken': () => ({ kept: 'keychain', expiresAt: null }) },
    route: '/activity',
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add token…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Sign-in needed' })
  expect(dialog).toHaveTextContent('For Real bikes in Production')
  await userEvent.type(within(dialog).getByLabelText('Access token'), 'abc{Enter}')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(bridge.calls).toContainEqual({
    name: 'environments.saveToken',
    input: { workspace: production, token: 'abc' },
  })
  expect(bridge.calls.map(({ name }) => name)).not.toContain('sync.now')
})

it('does not ask for a token when the current one lacks permission', async () => {
  const error = new AppError('FORBIDDEN', '').report
  renderView(<AppShell />, {
    answers: { ...answers, 'sync.status': () => ({ ...testSyncStatus, state: 'failed', error }) },
    route: '/activity',
  })
  await screen.findByText(/^Sync failed/)
  expect(screen.queryByRole('button', { name: /token/ })).not.toBeInTheDocument()
})
