import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { OutcomeDetail } from '../../../contract/features/outcomes'
import { briefDialog } from '../../records/brief-dialog'
import { exportDialog } from '../../records/export-dialog'
import { address, giveSize, renderList, rowOf, tableOf } from '../../records/list-testing'
import { announced } from '../../testing/announced'
import type { Answers } from '../../testing/fake-bridge'
import { recordAnswers, sampleId, sampleOutcome } from '../../testing/sample-records'
import { OutcomesView } from '.'

beforeEach(giveSize)

const three = [sampleOutcome(1), sampleOutcome(2, { trend: null }), sampleOutcome(3, { trend: 0.25, metrics: 2 })]

interface Setting {
  readonly outcomes?: readonly OutcomeDetail[]
  readonly route?: string
  readonly answers?: Answers
}

function open({ outcomes = three, route, answers }: Setting = {}) {
  return renderList(<OutcomesView />, {
    path: '/goals/:id?',
    ...(route === undefined ? {} : { route }),
    answers: { ...recordAnswers(() => ({ outcomes })), ...answers },
  })
}

const details = () => screen.findByRole('region', { name: 'Goal details' })

it('lists goals with their figures, by priority', async () => {
  open()
  expect(await tableOf('Goals')).toHaveAttribute('aria-rowcount', '4')
  expect(screen.getByRole('columnheader', { name: 'Priority' })).toHaveAttribute('aria-sort', 'ascending')
  const cells = (place: number) => within(rowOf(`Goal number ${place}`)).getAllByRole('cell')
  expect(cells(3).map(({ textContent }) => textContent)).toEqual([
    '',
    expect.stringContaining('Goal number 3'),
    '3',
    'Rising +0.25',
    '7',
    '5',
    '3',
    '2',
    '2',
    expect.any(String),
    '',
  ])
  expect(cells(1)[3]).toHaveTextContent('Falling −0.50')
  expect(cells(2)[3]).toHaveTextContent('–')
})

it('begins its filters with one, not with the line that parts statuses from the rest', async () => {
  open()
  await tableOf('Goals')
  const { children } = screen.getByRole('group', { name: 'Filters' })
  expect([...children].map(({ textContent }) => textContent)).not.toContain('')
})

it('exports nothing when there are no goals, and says so', async () => {
  open({ outcomes: [] })
  await screen.findByText('No goals yet')
  await userEvent.keyboard('{Control>}e{/Control}')
  await announced('There’s nothing to export.')
  expect(exportDialog.get()).toBeNull()
})

it('does not offer to hide or move the column of the row menus', async () => {
  open()
  await tableOf('Goals')
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const columns = within(await screen.findByRole('list', { name: 'Columns' }))
  expect(columns.getByRole('checkbox', { name: 'Title' })).toBeInTheDocument()
  expect(columns.queryByRole('checkbox', { name: 'Actions' })).not.toBeInTheDocument()
})

it('sorts by a heading and searches', async () => {
  const { bridge } = open()
  const table = await tableOf('Goals')
  await userEvent.click(within(table).getByRole('button', { name: 'Unseen' }))
  expect(address()).toBe('/goals?sort=-unseen')
  expect(bridge.calls.findLast(({ name }) => name === 'outcomes.query')?.input).toMatchObject({
    sort: { column: 'unseen', direction: 'descending' },
  })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search goals' }), 'number 2')
  expect(await screen.findByText('1 of 3 goals')).toBeInTheDocument()
})

it('shows the evidence and the metrics linked from here, and says that other links are unknown', async () => {
  const mention = { hideContent: false, through: 2, strongest: null }
  const full = sampleOutcome(1, {
    analyticEvents: ['ride_started'],
    relatedOpportunities: [{ ...mention, id: sampleId(70), title: 'Trust the range', status: 'New' }],
    relatedSolutions: [{ ...mention, id: sampleId(71), title: 'A gauge', status: 'Somewhere' }],
    linkedMetrics: [{ metricId: 'rides/week', label: '', linkedAt: '2026-01-01T00:00:00Z' }],
  })
  open({ outcomes: [full], route: `/goals/${sampleId(1)}` })
  const region = await details()
  expect(await within(region).findByRole('link', { name: 'Trust the range' })).toHaveAttribute(
    'href',
    `/opportunities/${sampleId(70)}`,
  )
  expect(within(region).getByRole('link', { name: 'A gauge' })).toHaveAttribute('href', `/solutions/${sampleId(71)}`)
  expect(within(region).getByText('Somewhere')).toBeInTheDocument()
  expect(within(region).getByRole('link', { name: 'rides/week' })).toHaveAttribute('href', '/metrics/rides%2Fweek')
  expect(within(region).getByRole('button', { name: /Only links made from this computer/ })).toBeInTheDocument()
  expect(within(region).getByText('ride_started')).toBeInTheDocument()
  expect(within(region).getByText('Priority 1')).toBeInTheDocument()
  expect(within(region).getByText(/^Falling/)).toBeInTheDocument()
  expect(within(region).getByText('Unseen', { selector: 'dt' }).closest('dl')).toHaveTextContent(
    'Insights7Unseen5Feedback3Opportunities2Solutions1',
  )
  expect(await within(region).findByRole('link', { name: 'Insight number 91' })).toBeInTheDocument()
})

it('has no part for analytics events in a goal without any', async () => {
  open({ route: `/goals/${sampleId(1)}` })
  const region = within(await details())
  expect(await region.findByRole('heading', { name: /^Metrics/ })).toBeInTheDocument()
  expect(region.queryByRole('heading', { name: /^Analytics events/ })).not.toBeInTheDocument()
})

it('masks hidden content in the row, its menu and the details', async () => {
  const secret = { hideContent: true, title: 'A secret', summary: 'Of somebody', description: 'Of somebody' }
  open({ outcomes: [sampleOutcome(1, secret)], route: `/goals/${sampleId(1)}` })
  const region = await details()
  await within(region).findByText('Dates and ID')
  expect(screen.getByRole('button', { name: 'Actions for hidden content' })).toBeInTheDocument()
  expect(document.body).not.toHaveTextContent(/secret|somebody/i)
  await userEvent.click(within(region).getByRole('button', { name: 'Reveal' }))
  expect(await screen.findByRole('button', { name: 'Actions for A secret' })).toBeInTheDocument()
})

it('does not open the details when the row menu is opened', async () => {
  open()
  await tableOf('Goals')
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Goal number 2' }))
  expect(await screen.findByRole('menuitem', { name: 'Delete…' })).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Goal details' })).not.toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/goals'))
})

it('opens an evidence brief of the insights behind the selection', async () => {
  renderList(<OutcomesView />, { path: '*', route: '/goals', answers: recordAnswers(() => ({ outcomes: three })) })
  await tableOf('Goals')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Goal number 2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Evidence brief' }))
  expect(briefDialog.get()).toEqual({ kind: 'selection', of: 'outcome', ids: [sampleId(2)] })
  briefDialog.set(null)
})

it('takes the goal of a row to the metrics view from its menu', async () => {
  renderList(<OutcomesView />, { path: '*', route: '/goals', answers: recordAnswers(() => ({ outcomes: three })) })
  await tableOf('Goals')
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Goal number 2' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Link to a metric…' }))
  expect(address()).toBe(`/metrics?goals=${sampleId(2)}`)
})

it('says in the menu of a row why the selected goals are too many to link', async () => {
  const many = Array.from({ length: 501 }, (_, place) => sampleOutcome(place + 1))
  renderList(<OutcomesView />, { path: '*', route: '/goals', answers: recordAnswers(() => ({ outcomes: many })) })
  await tableOf('Goals')
  await userEvent.keyboard('{Control>}a{/Control}')
  expect(await screen.findByRole('region', { name: 'Selection' })).toHaveTextContent('501 selected')
  fireEvent.contextMenu(screen.getByRole('row', { name: /Goal number 2/ }))
  const item = await screen.findByRole('menuitem', { name: 'Link to a metric…' })
  expect(item).toHaveAccessibleDescription('You can link up to 500 goals at a time.')
  await userEvent.click(item)
  expect(address()).toBe('/goals')
})

it('takes the selected goals to the metrics view', async () => {
  renderList(<OutcomesView />, { path: '*', route: '/goals', answers: recordAnswers(() => ({ outcomes: three })) })
  await tableOf('Goals')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Goal number 2' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Goal number 1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Link to a metric…' }))
  expect(address()).toBe(`/metrics?goals=${sampleId(1)},${sampleId(2)}`)
})
