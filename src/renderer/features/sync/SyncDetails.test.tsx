import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { SyncStatus } from '../../../contract/features/sync'
import { testEnvironments, testInSandbox, testSandbox } from '../../testing/places'
import { renderView, testSyncStatus, testWorkspace } from '../../testing/render'
import { reviewDialog, signInDialog } from '../../ui/dialogs'
import { SyncDetails } from './SyncDetails'
import { SyncStatusButton } from './SyncStatusButton'

/** Requests of the details once their code for changes has loaded, which may be at any time. */
const answers = { 'activity.query': () => ({ rows: [], total: 0, all: 0 }), 'activity.unsettled': () => [] }

it('lists what is new in the service once, on a line of its own', () => {
  const unknownFields = ['Insight.mood', 'Insight.type: Idea']
  renderView(<SyncDetails status={{ ...testSyncStatus, unknownFields }} />, { answers })
  const label = screen.getByText('Fields and values this version doesn’t know')
  expect(label.nextSibling).toHaveTextContent(/^Insight\.mood, Insight\.type: Idea$/)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('names a single new field of the service too', () => {
  renderView(<SyncDetails status={{ ...testSyncStatus, unknownFields: ['Insight.mood'] }} />, { answers })
  const label = screen.getByText('Fields and values this version doesn’t know')
  expect(label.nextSibling).toHaveTextContent(/^Insight\.mood$/)
})

it('says nothing about new fields when there are none', () => {
  renderView(<SyncDetails status={testSyncStatus} />, { answers })
  expect(screen.queryByText(/this version doesn’t know/)).not.toBeInTheDocument()
})

it.each([
  [0, [], null],
  [
    1,
    ['strengthScore: too_big'],
    '1 item in the last response couldn’t be read (strengthScore: too large). It isn’t treated as deleted.',
  ],
  [
    2,
    ['item: nested_too_deep', 'title: custom'],
    '2 items in the last response couldn’t be read (the item: nested too deep, title: custom). They aren’t treated as deleted.',
  ],
  [3, [], '3 items in the last response couldn’t be read. They aren’t treated as deleted.'],
])('says how many items could not be read, and why: %i', (quarantined, unreadableBecause, words) => {
  renderView(<SyncDetails status={{ ...testSyncStatus, quarantined, unreadableBecause }} />, { answers })
  expect(screen.queryByText('Unreadable')?.nextSibling?.textContent ?? null).toBe(words)
})

const [workspace] = testEnvironments.environments[1]?.workspaces ?? []
if (workspace === undefined) throw new Error('Staging has a workspace.')

it.each([
  ['review', reviewDialog.open, reviewDialog.close],
  ['sign-in', () => signInDialog.set(workspace), () => signInDialog.set(null)],
])('is hidden while the %s dialog is open', async (_, open, close) => {
  renderView(<SyncStatusButton />, { answers })
  await userEvent.click(await screen.findByRole('button', { name: /Synced/ }))
  const details = await screen.findByRole('dialog', { name: 'Sync details' })
  expect(await within(details).findByRole('button', { name: 'Sync now' })).toBeInTheDocument()
  expect(details).not.toHaveStyle({ opacity: 0 })
  act(() => open())
  await waitFor(() => expect(details).toHaveStyle({ opacity: 0 }))
  act(() => close())
  await waitFor(() => expect(details).not.toHaveStyle({ opacity: 0 }))
})

it('announces when syncing fails or works again, but neither its start nor a sync that went like the last', async () => {
  const { bridge } = renderView(<SyncStatusButton />, { answers })
  await screen.findByText(/^Synced/)
  const said = () => screen.getByRole('status', { name: 'Announcements' }).textContent
  const become = async (state: SyncStatus['state'], words: RegExp) => {
    act(() => bridge.push('sync.changed', { ...testSyncStatus, state }))
    await screen.findByText(words, { selector: 'button *' })
  }
  await become('syncing', /^Syncing/)
  await become('synced', /^Synced/)
  expect(said()).toBe('')
  await become('offline', /^Offline/)
  await waitFor(() => expect(said()).toMatch(/^Offline/))
  await become('syncing', /^Syncing/)
  expect(said()).toMatch(/^Offline/)
  await become('synced', /^Synced/)
  await waitFor(() => expect(said()).toMatch(/^Synced/))
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

it('says why a requested sync failed that main could not begin', async () => {
  const failed = () => {
    throw new AppError('LIBRARY_UNAVAILABLE', '')
  }
  renderView(<SyncStatusButton />, { answers: { ...answers, 'sync.now': failed } })
  await userEvent.click(await screen.findByRole('button', { name: /Synced/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Sync now' }))
  const attempt = await screen.findByText('Last attempt')
  expect(attempt.nextSibling).toHaveTextContent(/^The local library isn’t ready\./)
  expect(screen.getByRole('status', { name: 'Sync status' })).toHaveTextContent(/^Sync failed/)
})

it('does not announce the result in another workspace', async () => {
  let environments = testEnvironments
  let answer: (status: SyncStatus) => void = () => {}
  const { bridge } = renderView(<SyncDetails status={testSyncStatus} />, {
    answers: {
      ...answers,
      'environments.list': () => environments,
      'sync.now': () => new Promise((resolve) => (answer = resolve)),
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Sync now' }))
  environments = { ...testEnvironments, active: { ...testWorkspace, environment: 'production' } }
  act(() => bridge.push('environments.changed', environments))
  await act(async () => answer({ ...testSyncStatus, state: 'offline', syncedAt: null }))
  expect(screen.getByRole('status', { name: 'Announcements' })).not.toHaveTextContent('Offline')
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
  ['CONNECTION_LOST', 'failed', '', /^Connection lost\. [^()]*$/],
  ['SERVICE_FAILED', 'failed', 'It was 500.', /^The service had a problem\. .* \(It was 500\.\)$/],
  ['SERVICE_FAILED', 'syncing', 'It was 500.', null],
] as const)('says why the last sync failed, unless another runs: %s, %s', (code, state, message, words) => {
  const error = new AppError(code, message).report
  renderView(<SyncDetails status={{ ...testSyncStatus, state, error }} />, { answers })
  const said = screen.queryByText('Last attempt')?.nextSibling?.textContent ?? null
  if (words === null) expect(said).toBeNull()
  else expect(said).toMatch(words)
})

it('keeps its buttons above the lines that come and go with a sync', () => {
  const error = new AppError('CONNECTION_LOST', '').report
  const status = { ...testSyncStatus, state: 'offline', error, waitingChanges: 1 } as const
  renderView(<SyncDetails status={status} />, { answers })
  const button = screen.getByRole('button', { name: 'Sync now' })
  for (const line of ['Last attempt', 'Your changes']) {
    expect(button.compareDocumentPosition(screen.getByText(line))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  }
})

it('does not sync again while a sync runs, and keeps the focus on its button', async () => {
  const { bridge } = renderView(<SyncDetails status={{ ...testSyncStatus, state: 'syncing' }} />, { answers })
  const button = screen.getByRole('button', { name: 'Syncing…' })
  await userEvent.click(button)
  expect(button).toHaveFocus()
  expect(bridge.calls.map(({ name }) => name)).not.toContain('sync.now')
})

it.each([
  [true, 'relationships', null],
  [false, 'with', 'The service returned none. Check the relationships parameter (with) in Settings.'],
  [false, '', 'The service returned none. Check the relationships parameter (not set) in Settings.'],
])('says when the service sent no related records: %s, %j', (hasRelationships, relationshipsParameter, words) => {
  const environments = testEnvironments.environments.map((each) => ({ ...each, relationshipsParameter }))
  renderView(<SyncDetails status={{ ...testSyncStatus, hasRelationships }} />, {
    answers: { ...answers, 'environments.list': () => ({ ...testEnvironments, environments }) },
  })
  expect(screen.queryByText('Related records')?.nextSibling?.textContent ?? null).toBe(words)
})

it.each([
  [0, 'No unsent changes'],
  [2, '2 changes waiting'],
])('counts your unsent changes, and links to all changes: %i', (waitingChanges, words) => {
  renderView(<SyncDetails status={{ ...testSyncStatus, waitingChanges }} />, { answers })
  expect(screen.getByText('Your changes').nextSibling).toHaveTextContent(words)
  expect(screen.getByRole('link', { name: 'View in Activity' })).toHaveAttribute('href', '/activity')
})

it.each([
  [new Date(2026, 0, 5, 9, 30).toISOString(), /^Monday.*5 January 2026/],
  ['the other day', /^the other day$/],
  [null, /^Not synced yet$/],
])('says when the last sync was: %s', (syncedAt, words) => {
  renderView(<SyncDetails status={{ ...testSyncStatus, syncedAt }} />, { answers })
  expect(screen.getByText('Last synced').nextSibling).toHaveTextContent(words)
})
