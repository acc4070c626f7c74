import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { testInSandbox, testSandbox } from '../../testing/places'
import { renderView, testSyncStatus, testWorkspace } from '../../testing/render'
import { reviewDialog } from '../../ui/dialogs'
import { SyncDetails } from './SyncDetails'
import { SyncStatusButton } from './SyncStatusButton'

/** Requests of the details once their code for changes has loaded, which may be at any time. */
const answers = { 'activity.query': () => ({ rows: [], total: 0, all: 0 }) }

it('lists what is new in the service once, on a line of its own', () => {
  const unknownFields = ['Insight.mood', 'Insight.type: Idea']
  renderView(<SyncDetails status={{ ...testSyncStatus, unknownFields }} />, { answers })
  const label = screen.getByText('New in the service, unknown to this version')
  expect(label.nextSibling).toHaveTextContent(/^Insight\.mood, Insight\.type: Idea$/)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('says nothing about new fields when there are none', () => {
  renderView(<SyncDetails status={testSyncStatus} />, { answers })
  expect(screen.queryByText(/New in the service/)).not.toBeInTheDocument()
})

it.each([
  [0, null],
  [1, '1 item in the last response couldn’t be read. It’s set aside, not deleted.'],
  [2, '2 items in the last response couldn’t be read. They’re set aside, not deleted.'],
])('says how many items could not be read: %i', (quarantined, words) => {
  renderView(<SyncDetails status={{ ...testSyncStatus, quarantined }} />, { answers })
  expect(screen.queryByText('Unreadable')?.nextSibling?.textContent ?? null).toBe(words)
})

it('is hidden while the review dialog is open', async () => {
  renderView(<SyncStatusButton />, { answers })
  await userEvent.click(await screen.findByRole('button', { name: /Synced/ }))
  const details = await screen.findByRole('dialog', { name: 'Sync details' })
  expect(await within(details).findByRole('button', { name: 'Sync now' })).toBeInTheDocument()
  expect(details).not.toHaveStyle({ opacity: 0 })
  act(() => reviewDialog.open())
  await waitFor(() => expect(details).toHaveStyle({ opacity: 0 }))
  act(() => reviewDialog.close())
  await waitFor(() => expect(details).not.toHaveStyle({ opacity: 0 }))
})

it('syncs on request, and announces the result', async () => {
  const { bridge } = renderView(<SyncDetails status={testSyncStatus} />, {
    answers: {
      ...answers,
      'sync.now': () => ({ ...testSyncStatus, state: 'offline', syncedAt: null }),
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Sync now' }))
  expect(bridge.calls).toContainEqual({ name: 'sync.now', input: { workspace: testWorkspace } })
  const said = screen.getByRole('status', { name: 'Announcements' })
  await waitFor(() => expect(said).toHaveTextContent('Offline – no data yet'))
})

it.each([
  ['Take the sandbox offline', null, false],
  ['Bring the sandbox online', new AppError('CONNECTION_REFUSED', '').report, true],
] as const)('in the sandbox: %s', async (name, error, isOnline) => {
  const { bridge } = renderView(<SyncDetails status={{ ...testSyncStatus, workspace: testSandbox, error }} />, {
    answers: { ...answers, 'environments.list': () => testInSandbox, 'sandbox.setOnline': () => null },
  })
  await userEvent.click(await screen.findByRole('button', { name }))
  expect(screen.getByRole('button', { name: isOnline ? name : 'Sync now' })).toHaveAttribute('data-variant', 'filled')
  expect(screen.getByRole('button', { name: isOnline ? 'Sync now' : name })).toHaveAttribute('data-variant', 'default')
  expect(bridge.calls).toContainEqual({ name: 'sandbox.setOnline', input: { isOnline } })
})

it('does not offer to take another service offline', () => {
  renderView(<SyncDetails status={testSyncStatus} />, { answers })
  expect(screen.getByRole('button', { name: 'Sync now' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /sandbox/ })).not.toBeInTheDocument()
})

it.each([
  ['2026-01-05T09:30:00Z', /^Monday.*5 January 2026/],
  ['the other day', /^the other day$/],
  [null, /^Not synced yet$/],
])('says when the last sync was: %s', (syncedAt, words) => {
  renderView(<SyncDetails status={{ ...testSyncStatus, syncedAt }} />, { answers })
  expect(screen.getByText('Last synced').nextSibling).toHaveTextContent(words)
})
