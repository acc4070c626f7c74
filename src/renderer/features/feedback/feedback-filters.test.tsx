import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { shownMonths } from '../../records/feedback/feedback-filter'
import { address, giveSize, renderList, tableOf } from '../../records/list-testing'
import { lowerWindow } from '../../testing/low-window'
import { recordAnswers, sampleFeedback, sampleId, sampleOpportunity } from '../../testing/sample-records'
import { FeedbackView } from '.'

beforeEach(giveSize)

const neutral = { sentimentScore: null, sentimentCategory: 'Neutral' }
const feedback = [
  sampleFeedback(1, { createdAt: '2026-01-10T10:00:00Z' }),
  sampleFeedback(2, { createdAt: '2026-03-10T10:00:00Z', source: 'Email', ...neutral }),
  sampleFeedback(3, { createdAt: '2026-03-20T10:00:00Z', sentimentScore: null, sentimentCategory: null }),
]

function open(route = '/feedback') {
  const opportunities = [sampleOpportunity(70)]
  return renderList(<FeedbackView />, {
    ...{ path: '/feedback/:id?', route },
    answers: recordAnswers(() => ({ feedback, opportunities })),
  })
}

const filters = () => within(screen.getByRole('group', { name: 'Filters' }))

it('filters by sentiment and source, counts each, and keeps both in the address', async () => {
  const { bridge } = open()
  await tableOf('Feedback')
  expect(await filters().findByRole('button', { name: 'Positive 0' })).toBeInTheDocument()
  await userEvent.click(await filters().findByRole('button', { name: 'Negative 1' }))
  await userEvent.click(filters().getByRole('button', { name: 'No sentiment 1' }))
  await userEvent.click(filters().getByRole('button', { name: 'Survey 2' }))
  expect(address()).toBe('/feedback?source=Survey&sentiment=Negative&sentiment=-')
  expect(await screen.findByText('2 of 3 pieces of feedback')).toBeInTheDocument()
  expect(bridge.calls.findLast(({ name }) => name === 'feedback.query')?.input).toMatchObject({
    ...{ sources: ['Survey'], sentiments: ['Negative', null], months: [] },
  })
  await userEvent.click(filters().getByRole('button', { name: 'Clear filters' }))
  expect(address()).toBe('/feedback')
})

it.each([
  ['since=2026-02-02', 'Since 2 Feb 2026'],
  [`related=opportunity%3A${sampleId(70)}`, 'Opportunity number 70'],
])('takes back the filter %s', async (address_, name) => {
  open(`/feedback?${address_}`)
  await tableOf('Feedback')
  await userEvent.click(await filters().findByRole('button', { name: new RegExp(`Remove filter: .*${name}`) }))
  expect(address()).toBe('/feedback')
})

it('charts the feedback per month, and filters by a month with the mouse', async () => {
  open()
  await tableOf('Feedback')
  expect(
    await screen.findByRole('img', { name: '3 pieces of feedback in 3 months, most in March 2026: 2' }),
  ).toBeInTheDocument()
  const bar = screen.getByRole('button', { name: 'March 2026, 2 pieces of feedback' })
  await userEvent.click(bar)
  expect(bar).toHaveAttribute('aria-pressed', 'true')
  expect(address()).toBe('/feedback?month=2026-03')
  expect(await screen.findByText('2 of 3 pieces of feedback')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: March 2026' }))
  expect(address()).toBe('/feedback')
})

it('adds no Tab stop to that of the buttons above the list, and moves between months with the arrow keys', async () => {
  open()
  await tableOf('Feedback')
  const months = within(await screen.findByRole('toolbar', { name: 'Months' })).getAllByRole('button')
  expect(months.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1])
  months[2]?.focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  // The list beside the months must not scroll as well.
  expect(months.map((month) => fireEvent.keyDown(month, { key: 'Home' }))).toEqual([false, false, false])
  expect(months[0]).toHaveFocus()
  expect(months[0]).toHaveAccessibleName('January 2026, 1 piece of feedback')
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe('/feedback?month=2026-01')
  expect(months[0]).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  expect(months[1]).toHaveFocus()
})

it('reads its filters from the address, and drops invalid ones', async () => {
  const { bridge } = open('/feedback?month=2026-03&month=2026-99&month=soon&sentiment=Neutral&source=Fax')
  await screen.findByRole('group', { name: 'Filters' })
  // A value that does not occur can be removed.
  expect(await filters().findByRole('button', { name: 'Fax 0' })).toHaveAttribute('aria-pressed', 'true')
  expect(bridge.calls.find(({ name }) => name === 'feedback.query')?.input).toMatchObject({
    ...{ months: ['2026-03'], sentiments: ['Neutral'], sources: ['Fax'] },
  })
})

it('shows all feedback again when its first day is removed', async () => {
  open('/feedback?since=2026-03-01&source=Survey')
  await userEvent.click(await screen.findByRole('button', { name: /^Remove filter: Since .*2026/ }))
  await waitFor(() => expect(address()).toBe('/feedback?source=Survey'))
})

it('offers no filters while there is no feedback', async () => {
  renderList(<FeedbackView />, { path: '/feedback/:id?', route: '/feedback', answers: recordAnswers(() => ({})) })
  expect(await screen.findByText('No pieces of feedback yet')).toBeInTheDocument()
  expect(filters().queryByRole('button')).not.toBeInTheDocument()
})

it('has no button for the filters in a window where they are on screen', async () => {
  open()
  await tableOf('Feedback')
  expect(filters().getByRole('button', { name: 'Positive 0' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Filters' })).not.toBeInTheDocument()
})

it('folds the filters in a low window until its button or F unfolds them', async () => {
  lowerWindow()
  open()
  await tableOf('Feedback')
  const unfolds = screen.getByRole('button', { name: 'Filters' })
  expect(unfolds).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByRole('group', { name: 'Filters' })).not.toBeInTheDocument()
  await userEvent.click(unfolds)
  expect(unfolds).toHaveAttribute('aria-expanded', 'true')
  expect(filters().getByRole('button', { name: 'Positive 0' })).toBeInTheDocument()
  await userEvent.click(unfolds)
  expect(screen.queryByRole('group', { name: 'Filters' })).not.toBeInTheDocument()
  await userEvent.keyboard('f')
  await waitFor(() => expect(filters().getAllByRole('button')[0]).toHaveFocus())
  await userEvent.click(filters().getByRole('button', { name: 'Negative 1' }))
  expect(await screen.findByRole('button', { name: 'Filters (on)' })).toBeInTheDocument()
})

it('shows every month between the first and the last, at most two years', () => {
  const months = (...values: (string | null)[]) =>
    shownMonths({ sources: [], sentiments: [], months: values.map((value) => ({ value, count: 1 })) })
  expect(months()).toEqual([])
  expect(months(null, '2025-11', '2026-02')).toEqual([
    { value: '2025-11', count: 1 },
    { value: '2025-12', count: 0 },
    { value: '2026-01', count: 0 },
    { value: '2026-02', count: 1 },
  ])
  expect(months('1970-01', '2026-02')).toHaveLength(24)
  expect(months('1970-01', '2026-02')[0]).toEqual({ value: '2024-03', count: 0 })
})
