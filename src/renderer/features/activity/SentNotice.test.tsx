import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { ActivityEntry } from '../../../contract/features/activity'
import { stateText } from '../../../contract/features/activity-words'
import { testWorkspace } from '../../testing/places'
import { renderView } from '../../testing/render'
import { SentNotice, Unsettled } from '.'

const unreachable = new AppError('CONNECTION_REFUSED', '').report

const change = (place: number, more: Partial<ActivityEntry> = {}): ActivityEntry => ({
  changeId: `change-${place}`,
  workspace: testWorkspace,
  kind: 'createInsight',
  targetId: `target-${place}`,
  title: `Title ${place}`,
  state: 'waiting',
  error: null,
  attempts: 1,
  version: 3,
  createdAt: '2026-01-02T10:00:00.000Z',
  settledAt: null,
  ...more,
})

const withList = (
  <>
    <Unsettled />
    <SentNotice />
  </>
)

async function open(first: readonly ActivityEntry[], states: Readonly<Record<string, ActivityEntry['state']>> = {}) {
  let unsettled = first
  const { bridge } = renderView(withList, {
    answers: {
      'activity.unsettled': () => [...unsettled],
      'activity.get': ({ changeId }) => ({
        ...change(Number(changeId.split('-')[1])),
        state: states[changeId] ?? 'done',
        ...{ request: '', body: null, content: null },
      }),
    },
  })
  const listed = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
  const expectListed = () =>
    waitFor(() => expect(listed()).toEqual(unsettled.map((each) => `New insight: ${each.title}${stateText(each)}`)))
  await expectListed()
  return async (next: readonly ActivityEntry[]) => {
    unsettled = next
    act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['activity'] }))
    await expectListed()
  }
}

const notice = () => screen.queryByText(/sent/)

it('names the one change that had to wait, once it was sent', async () => {
  const goOn = await open([change(1, { error: unreachable })])
  await goOn([change(1, { state: 'sending' })])
  await goOn([change(1, { state: 'unknown' })])
  expect(notice()).not.toBeInTheDocument()
  await goOn([])
  expect(await screen.findByText('1 change sent: New insight “Title 1”')).toBeInTheDocument()
})

it('counts those that waited behind it, when the last of them was sent', async () => {
  const goOn = await open([change(1, { error: unreachable }), change(2), change(3)])
  await goOn([change(2), change(3)])
  await goOn([change(3, { state: 'sending' })])
  expect(notice()).not.toBeInTheDocument()
  await goOn([])
  expect(await screen.findByText('3 changes sent')).toBeInTheDocument()
})

it('says nothing of what was discarded or rejected', async () => {
  const goOn = await open([change(1, { error: unreachable }), change(2), change(3)], { 'change-1': 'discarded' })
  await goOn([change(2), change(3, { state: 'failed', error: unreachable })])
  await goOn([change(3, { state: 'failed', error: unreachable })])
  expect(await screen.findByText('1 change sent: New insight “Title 2”')).toBeInTheDocument()
})

it.each([
  ['was sent at once', { error: null }],
  ['was sent by a review', { error: unreachable, needsReview: true }],
])('says nothing of what %s', async (_, more) => {
  const goOn = await open([change(1, more)])
  await goOn([change(1, { ...more, state: 'sending' })])
  await goOn([])
  // Of the next one it does.
  await goOn([change(2, { error: unreachable })])
  await goOn([])
  expect(await screen.findByText('1 change sent: New insight “Title 2”')).toBeInTheDocument()
  expect(screen.queryByText(/Title 1/)).not.toBeInTheDocument()
})
