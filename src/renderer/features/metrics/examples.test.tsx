import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Metric } from '../../../contract/features/metrics'
import { renderView, testEnvironments } from '../../testing/render'
import { MetricsView } from '.'

it('offers the sandbox’s example metrics, and moves on to the goals of the one added', async () => {
  const register: Metric[] = []
  const examples = { metrics: [{ id: 'rides-30', title: 'Rides in 30 days' }], topics: [] }
  const environments = testEnvironments.environments.map((each) => ({ ...each, examples }))
  renderView(<MetricsView />, {
    route: '/metrics',
    path: '/metrics/:id?',
    answers: {
      'environments.list': () => ({ ...testEnvironments, environments }),
      'metrics.list': () => [...register],
      'metrics.save': ({ metricId, label }) => {
        register.push({ metricId, label, addedAt: '2026-01-01T00:00:00Z', links: [], waiting: 0, pending: [] })
        return null
      },
      'outcomes.query': () => ({ rows: [], total: 0, all: 0 }),
      'activity.query': () => ({ rows: [], total: 0, all: 0 }),
    },
  })
  const id = await screen.findByRole('textbox', { name: 'Metric ID' })
  await userEvent.keyboard('/')
  expect(id).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Enter}')
  expect(register).toMatchObject([{ metricId: 'rides-30', label: 'Rides in 30 days' }])
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Goals to link or unlink' })).toHaveFocus())
  expect(screen.queryByRole('button', { name: 'Rides in 30 days' })).not.toBeInTheDocument()
})
