import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Metric, PendingLink } from '../../../contract/features/metrics'
import { renderView } from '../../testing/render'
import { stopClock } from '../../testing/stop-clock'
import { LinkedGoals } from './LinkedGoals'

const goalId = (number: number) => `11111111-1111-4111-8111-11111111111${number}`
const change = (number: number, more: Partial<PendingLink>): PendingLink => ({
  ...{ changeId: `c${number}`, action: 'add', outcomeId: goalId(number), title: `Goal ${number}`, state: 'waiting' },
  ...{ hideContent: false, needsReview: false },
  ...more,
})

const relating = { isRunning: false, relate: () => {} }
const metricWith = (pending: readonly PendingLink[]): Metric => ({
  ...{ metricId: 'm1', label: '', addedAt: '2026-01-01T00:00:00Z', links: [], waiting: pending.length },
  pending: [...pending],
})

const linksTo = (goals: number): Metric['links'] =>
  Array.from({ length: goals }, (_, place) => ({
    ...{ outcomeId: `goal-${place}`, title: `Goal ${place}`, hideContent: false },
    linkedAt: '2026-01-01T00:00:00Z',
  }))

const section = async () => within(await screen.findByRole('region', { name: 'Linked goals' }))

it.each([
  ['offline', [change(1, {}), change(2, {})], '2 changes waiting to send.'],
  ['on its way', [change(1, { state: 'sending' })], 'Sending 1 change.'],
  ['without an answer', [change(1, { state: 'unknown' })], 'Checking 1 change.'],
  ['held for review', [change(1, { needsReview: true })], '1 change to review.'],
  [
    'two in the queue, one of them for two goals',
    [change(3, { state: 'sending' }), { ...change(4, { state: 'sending' }), changeId: 'c3' }, change(1, {})],
    'Sending 1 change. 1 change waiting to send.',
  ],
])('summarises unconfirmed changes: %s', async (_, pending, words) => {
  renderView(<LinkedGoals metric={metricWith(pending)} relating={relating} />)
  expect((await section()).getByRole('status')).toHaveTextContent(words)
})

it.each([
  ['says that no goal was linked from this computer', metricWith([]), 1],
  ['does not say so beside an unsent link', metricWith([change(1, {})]), 0],
  ['does not say so beside a linked goal', { ...metricWith([]), links: linksTo(1) }, 0],
])('%s', async (_, metric, times) => {
  renderView(<LinkedGoals metric={metric} relating={relating} />)
  expect((await section()).queryAllByText('No goals linked from this computer yet.')).toHaveLength(times)
})

it('names a goal without a title by its ID', async () => {
  const links = linksTo(1).map((link) => ({ ...link, title: ' ' }))
  renderView(<LinkedGoals metric={{ ...metricWith([]), links }} relating={relating} />)
  const linked = await section()
  expect(linked.getByRole('link', { name: 'Untitled goal-0' })).toBeVisible()
  expect(linked.getByRole('button', { name: 'Unlink Untitled goal-0' })).toBeVisible()
})

it('does not count a rejected change, which is marked on its goal', async () => {
  renderView(<LinkedGoals metric={metricWith([change(1, { state: 'failed' })])} relating={relating} />)
  const linked = await section()
  expect(linked.getByText('Rejected')).toBeVisible()
  expect(linked.queryByRole('status')).not.toBeInTheDocument()
})

it('marks each goal with the state of its change: waiting, sending, checking or rejected', async () => {
  stopClock()
  const metric = {
    ...{ metricId: 'm1', label: '', addedAt: '2026-01-01T00:00:00Z', waiting: 3 },
    links: [
      { outcomeId: goalId(1), title: 'Fewer brake repairs', hideContent: false, linkedAt: new Date().toISOString() },
    ],
    pending: [
      change(1, { action: 'remove', title: 'Fewer brake repairs' }),
      change(2, { state: 'sending' }),
      change(3, { state: 'unknown', title: null }),
      change(4, { state: 'failed' }),
    ],
  }
  renderView(<LinkedGoals metric={metric} relating={relating} />)
  await screen.findByText('Goal 2')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Fewer brake repairslinked just nowUnlink waiting to send',
    'Goal 2Sending…',
    `${goalId(3)}Checking`,
    'Goal 4Rejected',
  ])
  expect(screen.getByRole('link', { name: 'Rejected' })).toHaveAttribute('href', '/activity/c4')
})

it.each([
  ['not while it is unlinked', change(2, { action: 'remove' }), 0],
  ['again once that was rejected', change(2, { action: 'remove', state: 'failed' }), 1],
  ['while another link of it waits', change(2, {}), 1],
])('offers to unlink a goal, %s', async (_, pending, offers) => {
  const link = { outcomeId: goalId(2), title: 'Goal 2', hideContent: false, linkedAt: new Date().toISOString() }
  renderView(<LinkedGoals metric={{ ...metricWith([pending]), links: [link] }} relating={relating} />)
  expect((await section()).queryAllByRole('button', { name: 'Unlink Goal 2' })).toHaveLength(offers)
})

it('unlinks no goal while another change is being sent', async () => {
  const relate = vi.fn()
  const metric = { ...metricWith([]), links: linksTo(1) }
  renderView(<LinkedGoals metric={metric} relating={{ isRunning: true, relate }} />)
  const unlink = (await section()).getByRole('button', { name: 'Unlink Goal 0' })
  expect(unlink).toHaveAttribute('aria-disabled', 'true')
  // Looks unusable too.
  expect(unlink).toHaveAttribute('data-disabled')
  await userEvent.click(unlink)
  expect(relate).not.toHaveBeenCalled()
})

it('shows the title of a hidden goal only on request', async () => {
  const hidden = { title: 'Sell the trike line', hideContent: true }
  const metric = {
    ...{ metricId: 'm1', label: '', addedAt: '2026-01-01T00:00:00Z', waiting: 1 },
    links: [{ outcomeId: goalId(1), ...hidden, linkedAt: new Date().toISOString() }],
    pending: [change(2, hidden)],
  }
  const { container } = renderView(<LinkedGoals metric={metric} relating={relating} />)
  expect(await screen.findAllByText('Hidden content')).toHaveLength(2)
  expect(container.outerHTML).not.toContain('trike')
  await userEvent.click(screen.getAllByRole('button', { name: 'Reveal' })[0] as HTMLElement)
  expect(screen.getByRole('link', { name: 'Sell the trike line' })).toHaveAttribute('href', `/goals/${goalId(1)}`)
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(container.outerHTML).not.toContain('trike')
})

it('shows the 50 goals linked last, beside those that are not linked yet', async () => {
  const links = linksTo(1_052)
  renderView(<LinkedGoals metric={{ ...metricWith([change(1, {})]), links }} relating={relating} />)
  const linked = await section()
  expect(linked.getByText('1,052')).toBeVisible()
  // With the one that is not linked yet.
  expect(linked.getAllByRole('listitem')).toHaveLength(51)
  expect(linked.getByText('Goal 1051')).toBeVisible()
  expect(linked.queryByText('Goal 1001')).not.toBeInTheDocument()
  expect(linked.getByRole('button', { name: 'Show 1,002 more' })).toBeVisible()
})

it('shows all linked goals, and fewer again', async () => {
  const links = linksTo(52)
  renderView(<LinkedGoals metric={{ ...metricWith([]), links }} relating={relating} />)
  const linked = await section()
  await userEvent.click(linked.getByRole('button', { name: 'Show 2 more' }))
  expect(linked.getAllByRole('listitem')).toHaveLength(52)
  await userEvent.click(linked.getByRole('button', { name: 'Show fewer' }))
  expect(linked.getAllByRole('listitem')).toHaveLength(50)
})
