import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { type ActivityEntry, ChangeState } from '../../../contract/features/activity'
import { testWorkspace } from '../../testing/places'
import { renderView } from '../../testing/render'
import { ActivityView } from './ActivityView'

const entry = (state: ChangeState): ActivityEntry => ({
  changeId: `change-${state}`,
  workspace: testWorkspace,
  kind: 'createInsight',
  targetId: `insight-${state}`,
  title: `Brakes squeal, ${state}`,
  state,
  error: state === 'failed' ? new AppError('REFUSED', 'The title is too long.').report : null,
  attempts: 1,
  createdAt: new Date().toISOString(),
  settledAt: null,
})

const answers = { 'activity.list': () => ChangeState.options.map(entry) }
const row = async (title: string) => within(await screen.findByRole('row', { name: new RegExp(title) }))

it('says what became of each change, and why one was refused', async () => {
  renderView(<ActivityView />, { answers })
  const refused = await row('squeal, failed')
  expect(refused.getByText('Not accepted')).toBeInTheDocument()
  expect(refused.getByText(/The title is too long/)).toBeInTheDocument()
  expect((await row('squeal, waiting')).getByText('Waiting to be sent')).toBeInTheDocument()
})

it('offers nothing for what is on its way or done', async () => {
  renderView(<ActivityView />, { answers })
  expect((await row('squeal, done')).queryByRole('button')).not.toBeInTheDocument()
  expect((await row('squeal, sending')).queryByRole('button')).not.toBeInTheDocument()
})

it('retries at once, and discards after a question', async () => {
  const { bridge } = renderView(<ActivityView />, {
    answers: { ...answers, 'activity.retry': () => null, 'activity.discard': () => null },
  })
  const input = { workspace: testWorkspace, changeId: 'change-failed' }
  await userEvent.click(await screen.findByRole('button', { name: 'Retry Brakes squeal, failed' }))
  await waitFor(() => expect(bridge.calls).toContainEqual({ name: 'activity.retry', input }))

  const discards = () => bridge.calls.filter(({ name }) => name === 'activity.discard')
  const discard = await screen.findByRole('button', { name: 'Discard Brakes squeal, failed' })
  await waitFor(() => expect(discard).toBeEnabled())
  await userEvent.click(discard)
  expect(discards()).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(discards()).toEqual([{ name: 'activity.discard', input }]))
})

it('explains the emptiness before the first change', async () => {
  renderView(<ActivityView />, { answers: { 'activity.list': () => [] } })
  expect(await screen.findByText('Nothing changed yet')).toBeInTheDocument()
})
