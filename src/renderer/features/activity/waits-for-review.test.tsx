import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { ActivityDetail } from '../../../contract/features/activity'
import { testWorkspace } from '../../testing/places'
import { renderView } from '../../testing/render'
import { reviewDialog } from '../../ui/dialogs'
import { ActivityView } from '.'

afterEach(reviewDialog.close)

const waiting: ActivityDetail = {
  ...{ changeId: 'waiting', workspace: testWorkspace, kind: 'createInsight', targetId: 'target', title: 'A bell' },
  ...{ state: 'waiting', attempts: 1, version: 3, createdAt: '2026-01-02T10:00:00.000Z', settledAt: null },
  ...{ error: new AppError('CONNECTION_REFUSED', 'Nothing answers.').report, request: 'POST', body: null },
  content: null,
}

const Review = () => <output aria-label="Review">{reviewDialog.useIsOpen() ? 'open' : 'closed'}</output>

async function open(changes: Partial<ActivityDetail>) {
  const entry = { ...waiting, ...changes }
  const ui = (
    <>
      <ActivityView />
      <Review />
    </>
  )
  renderView(ui, {
    ...{ route: '/activity/waiting', path: '/activity/:id?' },
    answers: { 'activity.query': () => ({ rows: [entry], total: 1, all: 1 }), 'activity.get': () => entry },
  })
  const pane = within(await screen.findByRole('region', { name: 'Activity details' }))
  expect(await pane.findByText('POST')).toBeInTheDocument()
  return pane
}

it('opens the review for a change that needs it, and reports the last attempt without an alert', async () => {
  const pane = await open({ needsReview: true })
  expect(pane.queryByRole('alert')).not.toBeInTheDocument()
  expect(pane.getByText('Couldn’t send: nothing answers.')).toBeInTheDocument()
  await userEvent.click(pane.getByRole('button', { name: 'Review and send…' }))
  expect(screen.getByRole('status', { name: 'Review' })).toHaveTextContent('open')
})

it('says to open the workspace of a production change that needs review when another one is open', async () => {
  const pane = await open({ workspace: { ...testWorkspace, environment: 'production' } })
  expect(pane.getByText('Needs your review: open its workspace and choose Review and send.')).toBeInTheDocument()
  expect(pane.queryByRole('alert')).not.toBeInTheDocument()
  expect(pane.queryByRole('button', { name: 'Review and send…' })).not.toBeInTheDocument()
})

it('says when a change waiting for the service will be sent, and how the last attempt went', async () => {
  const pane = await open({})
  expect(pane.queryByRole('alert')).not.toBeInTheDocument()
  expect(pane.getByText('Saved on this computer. It will be sent once the service is available.')).toBeInTheDocument()
  expect(pane.getByText('Couldn’t send: nothing answers.')).toBeInTheDocument()
  expect(pane.queryByText(/Needs your review/)).not.toBeInTheDocument()
})

it.each([
  ['Can’t reach the service', { needsReview: true, state: 'unknown' }],
  ['Sign-in needed', { error: new AppError('UNAUTHENTICATED', '').report }],
  ['Connection not secure', { error: new AppError('TLS_UNTRUSTED', '').report }],
  ['The local library isn’t ready', { error: new AppError('LIBRARY_UNAVAILABLE', '').report }],
  ['keychain isn’t responding', { error: new AppError('KEYCHAIN_TIMEOUT', '').report }],
] as const)('shows an alert for an error that the person has to know about: %s', async (title, change) => {
  const pane = await open(change)
  expect(pane.getByRole('alert')).toHaveTextContent(title)
  expect(pane.queryByText(/Needs your review/)).not.toBeInTheDocument()
})
