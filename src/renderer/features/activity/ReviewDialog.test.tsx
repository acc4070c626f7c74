import { notificationsStore } from '@mantine/notifications'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { ActivityEntry } from '../../../contract/features/activity'
import type { EnvironmentList } from '../../../contract/features/environments'
import type { Answers } from '../../testing/fake-bridge'
import { testEnvironments, testWorkspace } from '../../testing/places'
import { renderView } from '../../testing/render'
import { sampleFeedback, sampleId, sampleOutcome } from '../../testing/sample-records'
import { ReviewDialog, Unsettled } from '.'

const production = { ...testWorkspace, environment: 'production' as const }

const entry = (changeId: string, changes: Partial<ActivityEntry> = {}): ActivityEntry => ({
  ...{ changeId, workspace: production, kind: 'createInsight', targetId: `target-${changeId}` },
  ...{ title: `Brakes squeal ${changeId}`, state: 'waiting', error: null, attempts: 1, version: 3 },
  ...{ createdAt: '2026-01-02T10:00:00.000Z', settledAt: null },
  ...changes,
})

const unlocked = {
  ...testEnvironments,
  active: production,
  environments: testEnvironments.environments.map((each) => ({ ...each, isLocked: false })),
}
const link = entry('link', { kind: 'linkMetric', title: 'Weekly riders' })
const entries = [entry('a'), entry('b'), link, entry('refused', { state: 'failed' })]

function open(answers: Answers = {}) {
  const onClose = vi.fn()
  const view = renderView(<ReviewDialog onClose={onClose} />, {
    answers: {
      'environments.list': () => unlocked,
      'activity.unsettled': () => entries,
      'activity.query': () => ({ rows: [], total: 0, all: 0 }),
      'activity.get': ({ changeId }) => {
        const found = entries.find((each) => each.changeId === changeId) ?? entry(changeId)
        const body = { title: found.title, id: 'chosen', description: `Whole ${changeId}` }
        return { ...found, request: 'POST', body: JSON.stringify(body), content: null }
      },
      ...answers,
    },
  })
  return { ...view, onClose }
}

it('lists the waiting changes in words, and sends exactly the ones left selected with one press', async () => {
  const { bridge, onClose } = open({ 'activity.send': () => ({ sent: 1, rejected: 0, waiting: 1 }) })
  const list = await screen.findByRole('list', { name: 'Unsent changes' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(3)
  expect(within(list).getByText('Weekly riders').parentElement).toHaveTextContent('Link goals to metric: Weekly riders')
  expect(
    screen.getByText(/^These changes haven’t been sent\. Nothing goes to Production \(Real bikes\)/),
  ).toBeInTheDocument()
  await userEvent.click(within(list).getByRole('checkbox', { name: /squeal b/ }))
  expect(bridge.calls.map(({ name }) => name)).not.toContain('activity.send')
  await userEvent.click(screen.getByRole('button', { name: 'Send 2 changes' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const changes = ['a', 'link'].map((changeId) => ({ changeId, version: 3 }))
  const input = { workspace: production, changes }
  expect(bridge.calls).toContainEqual({ name: 'activity.send', input })
  expect(await screen.findByText('1 change sent, 1 still waiting')).toBeInTheDocument()
})

it('sends once, however quickly the button is pressed twice', async () => {
  const { bridge, onClose } = open({ 'activity.send': () => ({ sent: 3, rejected: 0, waiting: 0 }) })
  const send = await screen.findByRole('button', { name: 'Send 3 changes' })
  fireEvent.click(send)
  fireEvent.click(send)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bridge.calls.filter(({ name }) => name === 'activity.send')).toHaveLength(1)
})

it('says why a change is still waiting, not why another one was rejected', async () => {
  const [forbidden, refused] = [new AppError('FORBIDDEN', ''), new AppError('CONNECTION_REFUSED', 'Nothing answers.')]
  open({
    'activity.unsettled': () => [
      entry('rejected', { state: 'failed', error: forbidden.report }),
      ...[entry('a'), entry('b', { error: refused.report })],
    ],
    'activity.send': () => ({ sent: 1, rejected: 0, waiting: 1 }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send 2 changes' }))
  expect(await screen.findByText('1 change sent, 1 still waiting. Couldn’t send: nothing answers.')).toBeInTheDocument()
})

it('says what was sent when it cannot read why the rest is still waiting', async () => {
  let isDown = false
  open({
    'activity.unsettled': () => {
      if (isDown) throw new AppError('LIBRARY_UNAVAILABLE', '')
      return entries
    },
    'activity.send': () => {
      isDown = true
      return { sent: 2, rejected: 0, waiting: 1 }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send 3 changes' }))
  expect(await screen.findByText('2 changes sent, 1 still waiting')).toBeInTheDocument()
})

it.each([
  ['green', { sent: 3, rejected: 0, waiting: 0 }],
  ['yellow', { sent: 1, rejected: 1, waiting: 1 }],
  ['yellow', { sent: 2, rejected: 0, waiting: 1 }],
  ['yellow', { sent: 2, rejected: 1, waiting: 0 }],
])('reports in %s after sending: %o', async (color, result) => {
  open({ 'activity.send': () => result })
  await userEvent.click(await screen.findByRole('button', { name: 'Send 3 changes' }))
  // Read out without interrupting, and long enough to be read.
  const notice = { color, role: 'status', autoClose: 10_000 }
  await waitFor(() => expect(notificationsStore.getState().notifications).toMatchObject([notice]))
})

it('starts before the first change, and sends the selected changes with Ctrl+Enter but not with Enter', async () => {
  const { bridge, onClose } = open({ 'activity.send': () => ({ sent: 2, rejected: 0, waiting: 0 }) })
  const [first] = await screen.findAllByRole('checkbox')
  await waitFor(() => expect(screen.getByRole('group', { name: 'Changes to review' })).toHaveFocus())
  await userEvent.keyboard('{Enter}{Tab}')
  expect(first).toHaveFocus()
  await userEvent.keyboard(' {Enter}')
  expect(first).not.toBeChecked()
  expect(bridge.calls.map(({ name }) => name)).not.toContain('activity.send')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const changes = ['b', 'link'].map((changeId) => ({ changeId, version: 3 }))
  expect(bridge.calls).toContainEqual({ name: 'activity.send', input: { workspace: production, changes } })
})

it('keeps the focus for another Ctrl+Enter when sending fails, and sends nothing while locked', async () => {
  let isFailing = true
  const { bridge, onClose, unmount } = open({
    'activity.send': () => {
      if (isFailing) throw new AppError('LIBRARY_UNAVAILABLE', 'It is starting.')
      return { sent: 2, rejected: 0, waiting: 0 }
    },
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: /squeal b/ }))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByRole('alert')
  expect(screen.getByRole('button', { name: 'Send 2 changes' })).toHaveFocus()
  isFailing = false
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bridge.calls.filter(({ name }) => name === 'activity.send')).toHaveLength(2)
  unmount()
  const locked = open({ 'environments.list': () => ({ ...testEnvironments, active: production }) })
  await screen.findByRole('list', { name: 'Unsent changes' })
  await waitFor(() => expect(screen.getByRole('group', { name: 'Changes to review' })).toHaveFocus())
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(screen.getByRole('button', { name: 'Send 3 changes' })).toHaveAttribute('aria-disabled', 'true')
  expect(locked.bridge.calls.map(({ name }) => name)).not.toContain('activity.send')
})

it('shows each change in full before it is sent', async () => {
  open()
  const list = await screen.findByRole('list', { name: 'Unsent changes' })
  expect(await within(list).findByText('Whole a')).toBeInTheDocument()
  expect(await within(list).findByText('Whole link')).toBeInTheDocument()
  expect(within(list).getByText('target-link')).toBeInTheDocument()
  expect(within(list).queryByText('chosen')).not.toBeInTheDocument()
  expect(within(list).queryByText('target-a')).not.toBeInTheDocument()
  expect(within(list).getAllByText('Brakes squeal a')).toHaveLength(1)
})

/** Each change has this body. */
const bodyOf =
  (body: object): Answers['activity.get'] =>
  ({ changeId }) => ({
    ...(entries.find((each) => each.changeId === changeId) ?? entry(changeId)),
    ...{ request: 'POST', body: JSON.stringify(body), content: null },
  })

it.each(['linkMetric', 'unlinkMetric'] as const)('names the goals of %s, and folds the IDs away', async (kind) => {
  const ids = [sampleId(1), sampleId(2), sampleId(3)]
  open({
    'activity.unsettled': () => [entry('link', { kind, title: 'Weekly riders' })],
    'activity.get': bodyOf({ outcomeIds: ids }),
    'outcomes.get': ({ id }) => {
      if (id === ids[2]) throw new AppError('NOT_FOUND', '')
      return sampleOutcome(ids.indexOf(id), { id, title: `Goal ${ids.indexOf(id)}`, hideContent: id === ids[1] })
    },
  })
  const list = await screen.findByRole('list', { name: 'Unsent changes' })
  expect(await within(list).findByText('Goal 0')).toBeInTheDocument()
  const goals = within(list).getByText('Goals').nextElementSibling
  expect([...(goals?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent?.trim())).toEqual([
    'Goal 0',
    'Hidden contentReveal',
    ids[2],
  ])
  expect(within(list).queryByRole('link')).not.toBeInTheDocument()
  const folded = within(list).getByText('IDs').closest('details') as HTMLElement
  expect(folded).not.toHaveAttribute('open')
  expect(within(folded).getByText('Record ID').nextSibling).toHaveTextContent('target-link')
  expect(within(folded).getByText('Goal IDs').nextSibling).toHaveTextContent(ids.join(' '))
  expect(within(list).queryByText(/Outcome/)).not.toBeInTheDocument()
  await userEvent.click(within(list).getByRole('button', { name: 'Reveal' }))
  expect(within(list).getByText('Goal 1')).toBeInTheDocument()
})

it('shows ten goals of a change about many, and all on request', async () => {
  const ids = Array.from({ length: 60 }, (_, place) => sampleId(place))
  const { bridge } = open({
    'activity.unsettled': () => [link],
    'activity.get': bodyOf({ outcomeIds: ids }),
    'outcomes.get': ({ id }) => sampleOutcome(0, { id, title: `Goal ${ids.indexOf(id)}` }),
  })
  const list = await screen.findByRole('list', { name: 'Unsent changes' })
  await within(list).findByText('Goal 9')
  expect(within(list).queryByText('Goal 10')).not.toBeInTheDocument()
  await userEvent.click(within(list).getByRole('button', { name: 'Show 50 more' }))
  expect(within(list).getByText('Goal 49')).toBeInTheDocument()
  expect(within(list).getByText(ids[59] ?? '')).toBeInTheDocument()
  expect(bridge.calls.filter(({ name }) => name === 'outcomes.get')).toHaveLength(50)
})

it('quotes the feedback of a new insight by its title or words', async () => {
  const ids = [sampleId(1), sampleId(2), sampleId(3)]
  open({
    'activity.unsettled': () => [entry('a')],
    'activity.get': bodyOf({ title: 'Brakes squeal a', feedbackIds: ids }),
    'feedback.get': ({ id }) => {
      if (id === ids[2]) throw new AppError('NOT_FOUND', '')
      return sampleFeedback(0, { id, title: id === ids[0] ? 'Loud' : ' ', content: 'It squeals.' })
    },
  })
  const list = await screen.findByRole('list', { name: 'Unsent changes' })
  expect(await within(list).findByText('“Loud”')).toBeInTheDocument()
  expect(within(list).getByText('“It squeals.”')).toBeInTheDocument()
  expect(within(list).getByText(ids[2] ?? '', { selector: 'code' })).toBeInTheDocument()
  const folded = within(list).getByText('IDs').closest('details') as HTMLElement
  expect(within(folded).getByText('Feedback IDs').nextSibling).toHaveTextContent(ids.join(' '))
  expect(within(folded).queryByText('Record ID')).not.toBeInTheDocument()
})

it('says that no change is left to review', async () => {
  open({ 'activity.unsettled': () => [entry('refused', { state: 'failed' })] })
  expect(await screen.findByText('No changes left to review.')).toBeInTheDocument()
  expect(screen.queryByRole('list', { name: 'Unsent changes' })).not.toBeInTheDocument()
})

it('says why the changes could not be read', async () => {
  open({
    'activity.unsettled': () => {
      throw new AppError('LIBRARY_UNAVAILABLE', '')
    },
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('The local library isn’t ready')
  expect(screen.queryByText('No changes left to review.')).not.toBeInTheDocument()
})

it('does not say that no change is left before the changes are read', async () => {
  const { bridge } = open({ 'activity.unsettled': () => new Promise(() => {}) })
  await screen.findByRole('button', { name: 'Not now' })
  await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('activity.unsettled'))
  expect(screen.queryByText('No changes left to review.')).not.toBeInTheDocument()
})

it('sends a change that was left out and selected again', async () => {
  open()
  const box = await screen.findByRole('checkbox', { name: /squeal b/ })
  await userEvent.click(box)
  expect(screen.getByRole('button', { name: 'Send 2 changes' })).toBeInTheDocument()
  await userEvent.click(box)
  expect(screen.getByRole('button', { name: 'Send 3 changes' })).toBeInTheDocument()
})

it('says that a change could not be read in full, beside its name', async () => {
  open({
    'activity.get': () => {
      throw new AppError('LIBRARY_UNAVAILABLE', 'The library stopped.')
    },
  })
  const list = await screen.findByRole('list', { name: 'Unsent changes' })
  expect(await within(list).findAllByText('The library stopped.')).not.toEqual([])
  expect(within(list).queryByText('target-link')).not.toBeInTheDocument()
})

it('asks for a review of changes from a rebuilt library in any environment, and says why', async () => {
  const rebuilt = entry('kept', { workspace: testWorkspace, needsReview: true })
  const answers: Answers = {
    'activity.unsettled': () => [entry('later', { workspace: testWorkspace }), rebuilt],
    'activity.query': () => ({ rows: [], total: 0, all: 0 }),
  }
  renderView(<Unsettled />, { answers })
  expect(await screen.findByRole('button', { name: 'Review and send…' })).toBeInTheDocument()
  expect(screen.getByText('To review')).toBeInTheDocument()
  open({ ...answers, 'environments.list': () => testEnvironments })
  expect(await screen.findByRole('checkbox', { name: /squeal later/ })).toBeInTheDocument()
  expect(screen.getByText(/before the library was rebuilt.*Nothing goes to Staging/)).toBeInTheDocument()
})

it('asks before discarding a change, and says what is removed', async () => {
  let left: readonly ActivityEntry[] = entries
  open({
    'activity.unsettled': () => [...left],
    'activity.discard': ({ changeId }) => {
      left = left.filter((each) => each.changeId !== changeId)
      return null
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Discard Brakes squeal a' }))
  const question = await screen.findByRole('dialog', { name: 'Discard this change?' })
  expect(question).toHaveTextContent('“Brakes squeal a” will be removed from the list and won’t be sent')
  expect(question).toHaveTextContent('You can still read it in Activity')
  await userEvent.click(within(question).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText('Brakes squeal a')).not.toBeInTheDocument())
})

it('does not allow changes that are already being sent to be deselected or discarded', async () => {
  let finish = (_: { sent: number; rejected: number; waiting: number }) => {}
  const { onClose } = open({
    'activity.send': () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send 3 changes' }))
  for (const name of ['Discard Brakes squeal a', 'Discard Weekly riders']) {
    expect(screen.getByRole('button', { name })).toBeDisabled()
  }
  for (const box of screen.getAllByRole('checkbox')) expect(box).toBeDisabled()
  finish({ sent: 3, rejected: 0, waiting: 0 })
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

it('says that it discards a change, not that it sends one', async () => {
  open({ 'activity.discard': () => new Promise(() => {}) })
  await userEvent.click(await screen.findByRole('button', { name: 'Discard Brakes squeal a' }))
  const question = await screen.findByRole('dialog', { name: 'Discard this change?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Discard' }))
  expect(await screen.findByRole('button', { name: 'Discarding…' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('button', { name: 'Discard Weekly riders' })).toBeDisabled()
})

it('names the workspace of the changes when another one is open by the time they are sent', async () => {
  let finish = (_: { sent: number; rejected: number; waiting: number }) => {}
  let active: EnvironmentList['active'] = production
  const { bridge } = open({
    'environments.list': () => ({ ...unlocked, active }),
    'activity.send': () => new Promise((resolve) => (finish = resolve)),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send 3 changes' }))
  active = testWorkspace
  act(() => bridge.push('environments.changed', { ...unlocked, active }))
  finish({ sent: 2, rejected: 1, waiting: 0 })
  const notice = await screen.findByText('2 changes sent, 1 rejected')
  expect(notice.closest('[role="status"]')).toHaveTextContent('In Real bikes, Production')
})

it('sends nothing while production is locked or nothing is chosen, and says why', async () => {
  const { bridge, unmount } = open({ 'environments.list': () => ({ ...testEnvironments, active: production }) })
  const send = await screen.findByRole('button', { name: 'Send 3 changes' })
  expect(send).toHaveAccessibleDescription(/Unlock editing to make changes/)
  await userEvent.click(send)
  expect(bridge.calls.map(({ name }) => name)).not.toContain('activity.send')
  unmount()
  open()
  for (const box of await screen.findAllByRole('checkbox')) await userEvent.click(box)
  expect(screen.getByRole('button', { name: 'Send 0 changes' })).toHaveAccessibleDescription(
    'Select at least one change.',
  )
})

it('says while production is locked that nothing can be sent, and unlocks editing without closing', async () => {
  const { bridge, onClose } = open({
    'environments.list': () => ({ ...testEnvironments, active: production }),
    'environments.unlock': () => ({ isUnlocked: true }),
  })
  const unlock = await screen.findByRole('button', { name: 'Unlock editing' })
  expect(unlock.parentElement).toHaveTextContent(/^This environment is read-only\. Unlock editing to make changes\./)
  await userEvent.click(unlock)
  expect(bridge.calls).toContainEqual({ name: 'environments.unlock', input: { environment: 'production' } })
  act(() => bridge.push('environments.changed', unlocked))
  await waitFor(() => expect(unlock).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'Send 3 changes' })).not.toHaveAttribute('aria-disabled')
  expect(screen.queryByText(/^This environment is read-only/)).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
})

it('stays open and shows the error when sending fails', async () => {
  const { onClose } = open({
    'activity.send': () => {
      throw new AppError('LIBRARY_UNAVAILABLE', 'It is starting.')
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send 3 changes' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The local library isn’t ready')
  expect(onClose).not.toHaveBeenCalled()
})

it('shows why the last attempt failed, and not why the one before it did', async () => {
  let isLocked = true
  const { onClose } = open({
    'activity.send': () => {
      if (isLocked) throw new AppError('ENVIRONMENT_LOCKED', '')
      return { sent: 3, rejected: 0, waiting: 0 }
    },
    'activity.discard': () => {
      throw new AppError('LIBRARY_UNAVAILABLE', '')
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send 3 changes' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This environment is read-only')
  await userEvent.click(screen.getByRole('button', { name: 'Discard Brakes squeal a' }))
  const question = await screen.findByRole('dialog', { name: 'Discard this change?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('The local library isn’t ready'))
  isLocked = false
  await userEvent.click(screen.getByRole('button', { name: 'Send 3 changes' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('links unconfirmed changes to Activity, and asks for a review only in production', async () => {
  const answers: Answers = { 'environments.list': () => unlocked, 'activity.unsettled': () => entries }
  const { unmount } = renderView(<Unsettled />, { answers })
  const first = await screen.findByRole('link', { name: 'New insight: Brakes squeal a' })
  expect(first).toHaveAttribute('href', '/activity/a')
  expect(screen.getByText('Rejected')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Review and send…' })).toBeInTheDocument()
  unmount()
  renderView(<Unsettled />, {
    answers: { 'activity.unsettled': () => [entry('a', { workspace: testWorkspace })] },
  })
  await screen.findByRole('link', { name: 'New insight: Brakes squeal a' })
  expect(screen.queryByRole('button', { name: 'Review and send…' })).not.toBeInTheDocument()
})

it.each([
  [6, []],
  [8, ['and 2 more']],
])('lists six of %i unsent changes, and counts any others', async (many, said) => {
  const unsent = Array.from({ length: many }, (_, place) => entry(`number ${place}`))
  renderView(<Unsettled />, { answers: { 'activity.unsettled': () => unsent } })
  expect(await screen.findAllByRole('link')).toHaveLength(6)
  expect(screen.queryAllByText(/ more$/).map(({ textContent }) => textContent)).toEqual(said)
})

it('counts the unsent changes in other workspaces, without settled ones', async () => {
  const other = { ...production, workspaceId: '018f6a52-7c1e-7b30-9c55-1f0f2a3b4c60' }
  const rows = [
    entry('a'),
    entry('x', { workspace: other }),
    entry('y', { workspace: other, state: 'failed' }),
    entry('z', { workspace: testWorkspace, state: 'unknown' }),
    entry('done', { workspace: testWorkspace, state: 'done' }),
  ]
  const { unmount } = open({ 'activity.query': () => ({ rows, total: rows.length, all: rows.length }) })
  const elsewhere = await screen.findByRole('region', { name: 'Unsent changes in other workspaces' })
  const places = within(elsewhere).getAllByRole('listitem')
  expect(places.map(({ textContent }) => textContent)).toEqual([
    `Production ${other.workspaceId}2 changes`,
    'Staging Trial bikes1 change',
  ])
  expect(within(elsewhere).getByRole('link', { name: 'View in Activity' })).toHaveAttribute('href', '/activity')
  unmount()
  open({ 'activity.query': () => ({ rows: [entry('a')], total: 1, all: 1 }) })
  await screen.findByRole('list', { name: 'Unsent changes' })
  expect(screen.queryByRole('region')).not.toBeInTheDocument()
})
