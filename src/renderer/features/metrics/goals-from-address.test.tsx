import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { Metric } from '../../../contract/features/metrics'
import { Address } from '../../testing/Address'
import type { Answers } from '../../testing/fake-bridge'
import { renderView } from '../../testing/render'
import { recordAnswers, sampleId, sampleOutcome } from '../../testing/sample-records'
import { MetricsView } from '.'

const metric: Metric = {
  ...{ metricId: 'm1', label: 'Rides', addedAt: '2026-01-01T10:00:00Z' },
  ...{ links: [], waiting: 0, pending: [] },
}

const chosen = () => [...document.querySelectorAll('.mantine-Pill-label')].map(({ textContent }) => textContent)

it('preselects the goals from the address for the opened metric, and removes them from the address', async () => {
  renderView(
    <>
      <MetricsView />
      <Address />
    </>,
    {
      route: `/metrics?goals=${sampleId(1)},${sampleId(2)},${sampleId(1)}`,
      path: '/metrics/:id?',
      answers: {
        ...recordAnswers(() => ({ outcomes: [sampleOutcome(1), sampleOutcome(2)] })),
        'metrics.list': () => [metric],
        'activity.query': () => ({ rows: [], total: 0, all: 0 }),
      },
    },
  )
  expect(await screen.findByText(/link 2 goals to it/)).toBeInTheDocument()
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/metrics$/))
  await userEvent.click(screen.getByRole('link', { name: /Rides/ }))
  await screen.findByRole('combobox', { name: 'Goals to link or unlink' })
  await waitFor(() => expect(chosen()).toEqual(['Goal number 1', 'Goal number 2']))
})

it.each([
  ['Goal number 1', '“Goal number 1”'],
  ['', '“Untitled 00000000”'],
])('names the goal %j from the address while there are no metrics', async (title, name) => {
  renderView(<MetricsView />, {
    route: `/metrics?goals=${sampleId(1)}`,
    path: '/metrics/:id?',
    answers: { ...recordAnswers(() => ({ outcomes: [sampleOutcome(1, { title })] })), 'metrics.list': () => [] },
  })
  await waitFor(() =>
    expect(screen.getByText(/Add a metric by its ID to link/)).toHaveTextContent(`to link ${name} to it`),
  )
})

it.each([0, 1])('does not show the title of a hidden goal from the address beside %i metrics', async (metrics) => {
  const hidden = sampleOutcome(1, { hideContent: true })
  const { bridge } = renderView(<MetricsView />, {
    route: `/metrics?goals=${hidden.id}`,
    path: '/metrics/:id?',
    answers: {
      ...recordAnswers(() => ({ outcomes: [hidden] })),
      'metrics.list': () => [metric].slice(0, metrics),
    },
  })
  expect(await screen.findByText(/to link 1 goal to it/)).toBeInTheDocument()
  await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('outcomes.get'))
  await act(async () => {})
  expect(document.body).not.toHaveTextContent('Goal number 1')
})

it('names the goal from the address, also one that no search has found', async () => {
  const wanted = sampleOutcome(3)
  renderView(<MetricsView />, {
    route: `/metrics?goals=${wanted.id}`,
    path: '/metrics/:id?',
    answers: {
      ...recordAnswers(() => ({ outcomes: [wanted] })),
      'outcomes.query': () => ({ rows: [sampleOutcome(1)], total: 60, all: 60 }),
      'metrics.list': () => [metric],
      'activity.query': () => ({ rows: [], total: 0, all: 0 }),
    },
  })
  expect(await screen.findByText(/“Goal number 3”/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: /Rides/ }))
  await waitFor(() => expect(chosen()).toEqual(['Goal number 3']))
})

const openTwo = (relate: NonNullable<Answers['metrics.relate']>) =>
  renderView(<MetricsView />, {
    route: `/metrics?goals=${sampleId(1)}`,
    path: '/metrics/:id?',
    answers: {
      ...recordAnswers(() => ({ outcomes: [sampleOutcome(1)] })),
      'metrics.list': () => [metric, { ...metric, metricId: 'm2', label: 'Repairs' }],
      'activity.query': () => ({ rows: [], total: 0, all: 0 }),
      'metrics.relate': relate,
    },
  })

async function goTo(name: 'Rides' | 'Repairs') {
  await userEvent.click(await screen.findByRole('link', { name: new RegExp(`^${name}`) }))
  await screen.findByRole('heading', { name })
}

it('chooses the goal for no other metric while it is being linked, and no more for that one once it is', async () => {
  let answer = () => {}
  openTwo(() => new Promise((resolve) => (answer = () => resolve({ changeId: 'c1', state: 'done', error: null }))))
  await goTo('Rides')
  await waitFor(() => expect(chosen()).toEqual(['Goal number 1']))
  await userEvent.click(screen.getByRole('button', { name: 'Link goals' }))
  await goTo('Repairs')
  expect(chosen()).toEqual([])
  answer()
  await screen.findByText('Linked 1 goal')
  await goTo('Rides')
  expect(chosen()).toEqual([])
})

it('keeps the goal chosen for a metric that it could not be linked to', async () => {
  openTwo(() => Promise.reject(new AppError('SERVICE_FAILED', '')))
  await goTo('Rides')
  await userEvent.click(screen.getByRole('button', { name: 'Link goals' }))
  await screen.findByRole('alert')
  await goTo('Repairs')
  await goTo('Rides')
  await waitFor(() => expect(chosen()).toEqual(['Goal number 1']))
})
