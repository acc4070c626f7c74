// Where the focus goes when the focused element disappears.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Metric } from '../../../contract/features/metrics'
import { announced } from '../../testing/announced'
import { renderView } from '../../testing/render'
import { MetricsView } from '.'
import { goalId, metric, minutesAgo, openMetrics } from './metrics-testing'

const button = (name: string) => screen.findByRole('button', { name })

it('returns the focus to Rename after a rename is saved or cancelled', async () => {
  openMetrics([metric('m1', { label: 'Rides' })], { route: '/metrics/m1', answers: { 'metrics.save': () => null } })
  await userEvent.click(await button('Rename…'))
  await userEvent.click(await button('Cancel'))
  await waitFor(async () => expect(await button('Rename…')).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Metric name' }), ' a day{Enter}')
  await waitFor(async () => expect(await button('Rename…')).toHaveFocus())
  expect(screen.getByRole('status', { name: 'Announcements' })).toHaveTextContent('Metric renamed to Rides a day')
})

it('announces that a name was removed', async () => {
  openMetrics([metric('m1', { label: 'Rides' })], { route: '/metrics/m1', answers: { 'metrics.save': () => null } })
  await userEvent.click(await button('Rename…'))
  await userEvent.clear(await screen.findByRole('textbox', { name: 'Metric name' }))
  await userEvent.click(await button('Save name'))
  await announced('Name removed')
})

it('focuses the next goal after one is unlinked, and the Linked goals section after the last', async () => {
  let links = [1, 2, 3].map((place) => ({
    ...{ outcomeId: goalId(place), title: `Goal ${place}`, hideContent: false, linkedAt: minutesAgo(3) },
  }))
  openMetrics([], {
    route: '/metrics/m1',
    answers: {
      'metrics.list': () => [metric('m1', { links })],
      'metrics.relate': ({ outcomeIds }) => {
        links = links.filter(({ outcomeId }) => !outcomeIds.includes(outcomeId))
        return { changeId: 'c1', state: 'done', error: null }
      },
    },
  })
  await userEvent.click(await button('Unlink Goal 2'))
  await waitFor(async () => expect(await button('Unlink Goal 3')).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await waitFor(async () => expect(await button('Unlink Goal 1')).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('region', { name: 'Linked goals' })).toHaveFocus())
})

it('keeps the focus on the button while a goal is being unlinked, and unlinks it only once', async () => {
  let answer = () => {}
  const { bridge } = openMetrics(
    [metric('m1', { links: [{ outcomeId: goalId(1), title: 'Goal 1', hideContent: false, linkedAt: minutesAgo(3) }] })],
    {
      route: '/metrics/m1',
      answers: {
        'metrics.relate': () =>
          new Promise((resolve) => {
            answer = () => resolve({ changeId: 'c1', state: 'waiting', error: null })
          }),
      },
    },
  )
  await userEvent.click(await button('Unlink Goal 1'))
  await userEvent.keyboard('{Enter}')
  expect(await button('Unlink Goal 1')).toHaveFocus()
  // In a real window, a disabled button would lose the focus.
  expect(await button('Unlink Goal 1')).toBeEnabled()
  expect(bridge.calls.filter(({ name }) => name === 'metrics.relate')).toHaveLength(1)
  answer()
  await screen.findByText(/^Saved on this computer/)
  expect(await button('Unlink Goal 1')).toHaveFocus()
})

it('focuses the neighbour of a removed metric, and the Metric ID field after the last', async () => {
  let register: Metric[] = ['a', 'b'].map((id) => metric(id))
  openMetrics([], {
    route: '/metrics/a',
    answers: {
      'metrics.list': () => register,
      'metrics.remove': ({ metricId }) => {
        register = register.filter((each) => each.metricId !== metricId)
        return null
      },
    },
  })
  const remove = async () => {
    await userEvent.click(await button('Remove from list…'))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  }
  await remove()
  await waitFor(() => expect(screen.getByRole('link', { name: /^b/ })).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await remove()
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Metric ID' })).toHaveFocus())
})

it('focuses the neighbour of a removed metric once the list is read without it', async () => {
  let answer = () => {}
  let register: Metric[] = ['a', 'b'].map((id) => metric(id))
  openMetrics([], {
    route: '/metrics/a',
    answers: {
      'metrics.list': () =>
        register.length > 1 ? register : new Promise((resolve) => (answer = () => resolve(register))),
      'metrics.remove': ({ metricId }) => {
        register = register.filter((each) => each.metricId !== metricId)
        return null
      },
    },
  })
  await userEvent.click(await button('Remove from list…'))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/metrics$/))
  await act(async () => answer())
  await waitFor(() => expect(screen.getByRole('link', { name: /^b/ })).toHaveFocus())
})

it.each([
  ['with none on the list', []],
  ['with one on the list', [metric('m1')]],
])('leaves the Metric ID field with Escape and keeps its text, %s', async (_, metrics: readonly Metric[]) => {
  renderView(
    <main tabIndex={-1}>
      <MetricsView />
    </main>,
    {
      route: '/metrics',
      path: '/metrics/:id?',
      answers: { 'metrics.list': () => [...metrics], 'outcomes.query': () => ({ rows: [], total: 0, all: 0 }) },
    },
  )
  await screen.findByText(metrics.length === 0 ? 'No metrics yet' : 'No metric selected')
  await userEvent.keyboard('/')
  const field = () => screen.getByRole('textbox', { name: 'Metric ID' })
  await userEvent.type(field(), 'm2{Escape}')
  expect(metrics.length === 0 ? screen.getByRole('main') : screen.getByRole('link', { name: /^m1/ })).toHaveFocus()
  await userEvent.keyboard('/')
  expect(field()).toHaveValue('m2')
})
