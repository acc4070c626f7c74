import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { ActivityEntry } from '../../../contract/features/activity'
import type { Metric } from '../../../contract/features/metrics'
import type { OutcomeRow } from '../../../contract/features/outcomes'
import type { Answers } from '../../testing/fake-bridge'
import { renderView, testEnvironments, testWorkspace } from '../../testing/render'
import { MetricsView } from '.'

const goalId = (place: number) => `018f6a52-7c1e-7b30-9c55-1f0f2a3b4c0${place}`
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 1000).toISOString()

const metric = (metricId: string, changes: Partial<Metric> = {}): Metric => ({
  metricId,
  label: '',
  addedAt: minutesAgo(60),
  links: [],
  waiting: 0,
  pending: [],
  ...changes,
})

const goal = (place: number, title: string): OutcomeRow => ({
  id: goalId(place),
  title,
  summary: '',
  priority: 1,
  trend: null,
  hideContent: false,
  insights: 1,
  unseen: 0,
  feedback: 0,
  opportunities: 0,
  solutions: 0,
  metrics: 0,
  createdAt: minutesAgo(60),
  updatedAt: minutesAgo(60),
})

const goals = [goal(1, 'Fewer brake repairs'), goal(2, 'Longer rides')]

function Address() {
  return <output aria-label="Address">{useLocation().pathname}</output>
}

interface Options {
  readonly answers?: Answers
  readonly route?: string
  readonly activity?: readonly ActivityEntry[]
}

function open(metrics: readonly Metric[], { answers, route = '/metrics', activity = [] }: Options = {}) {
  const ui = (
    <>
      <MetricsView />
      <Address />
    </>
  )
  return renderView(ui, {
    route,
    path: '/metrics/:id?',
    answers: {
      'metrics.list': () => [...metrics],
      'outcomes.query': ({ text }) => {
        const rows = goals.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
        return { rows, total: rows.length, all: goals.length }
      },
      'activity.query': () => ({ rows: [...activity], total: activity.length, all: activity.length }),
      ...answers,
    },
  })
}

type Calls = readonly { readonly name: string; readonly input: unknown }[]
const inputs = (calls: Calls, wanted: string) => calls.filter(({ name }) => name === wanted).map(({ input }) => input)
const picker = () => screen.findByRole('combobox', { name: 'Goals to link' })
const page = async () => within(await screen.findByRole('region', { name: 'Metric details' }))

async function choose(text: string, name: RegExp) {
  await userEvent.type(await picker(), text)
  await userEvent.click(await screen.findByRole('option', { name }))
}

it('adds a metric and opens its page', async () => {
  const register: Metric[] = []
  const { bridge } = open(register, {
    answers: {
      'metrics.list': () => [...register],
      'metrics.save': ({ metricId, label }) => {
        register.push(metric(metricId, { label }))
        return null
      },
    },
  })
  expect(await screen.findByText('No metrics yet')).toBeInTheDocument()
  await userEvent.type(screen.getByRole('textbox', { name: 'Metric id' }), ' conversion/1 ')
  await userEvent.type(screen.getByRole('textbox', { name: 'Label' }), 'Conversion')
  await userEvent.click(screen.getByRole('button', { name: 'Add metric' }))
  expect(await (await page()).findByRole('heading', { name: 'Conversion' })).toBeInTheDocument()
  expect(inputs(bridge.calls, 'metrics.save')).toEqual([
    { workspace: testWorkspace, metricId: 'conversion/1', label: 'Conversion' },
  ])
  expect(screen.getByLabelText('Address')).toHaveTextContent('/metrics/conversion%2F1')
  expect(screen.getByRole('textbox', { name: 'Metric id' })).toHaveValue('')
})

it('needs an id for a metric, and keeps what was typed when it cannot be saved', async () => {
  open([], {
    answers: {
      'metrics.save': () => {
        throw new AppError('DISK_FULL', '')
      },
    },
  })
  const id = await screen.findByRole('textbox', { name: 'Metric id' })
  const add = screen.getByRole('button', { name: 'Add metric' })
  await userEvent.click(add)
  expect(id).toHaveAccessibleDescription('An id is needed.')
  expect(id).toHaveFocus()
  await userEvent.type(id, 'm1')
  await userEvent.click(add)
  expect(await screen.findByRole('alert')).toHaveTextContent('The disk is full')
  expect(id).toHaveValue('m1')
})

it('keeps the label of a metric that is added once more without one', async () => {
  const { bridge } = open([metric('m1', { label: 'Rides' })], { answers: { 'metrics.save': () => null } })
  await screen.findByText('Rides')
  await userEvent.type(screen.getByRole('textbox', { name: 'Metric id' }), 'm1{Enter}')
  expect(await screen.findByText('Rides was in the register already.')).toBeInTheDocument()
  expect(inputs(bridge.calls, 'metrics.save')).toEqual([{ workspace: testWorkspace, metricId: 'm1', label: 'Rides' }])
})

it('links several goals at once, found by words and pasted by id', async () => {
  const { bridge } = open([metric('m1')], {
    route: '/metrics/m1',
    answers: { 'metrics.relate': () => ({ changeId: 'c1', state: 'done', error: null }) },
  })
  await choose('brake', /Fewer brake repairs/)
  await userEvent.click(await picker())
  await userEvent.paste(`${goalId(7)}\n${goalId(8)}`)
  await userEvent.click(screen.getByRole('button', { name: 'Link goals' }))
  expect(await screen.findByText('Linked 3 goals.')).toBeInTheDocument()
  expect(inputs(bridge.calls, 'metrics.relate')).toEqual([
    { workspace: testWorkspace, metricId: 'm1', action: 'add', outcomeIds: [goalId(1), goalId(7), goalId(8)] },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Link goals' }))
  expect(await picker()).toHaveAccessibleDescription(/Choose at least one goal/)
})

it.each([
  ['waiting', new AppError('TIMEOUT', ''), /^Saved on this computer. It will be sent when the service can be reached/],
  ['waiting', new AppError('UNAUTHENTICATED', ''), /^Saved on this computer. It will be sent once you sign in/],
  ['waiting', null, /^Saved on this computer. It will be sent after the changes before it/],
  ['unknown', null, /^It is not known yet whether it arrived/],
] as const)('says when unlinking is %s, and why: %s', async (state, error, words) => {
  open([metric('m1')], {
    route: '/metrics/m1',
    answers: { 'metrics.relate': () => ({ changeId: 'c1', state, error: error?.report ?? null }) },
  })
  await choose('rides', /Longer rides/)
  await userEvent.click(screen.getByRole('button', { name: 'Unlink goals' }))
  expect(await screen.findByText(words)).toBeInTheDocument()
})

it.each([
  ['UNAUTHENTICATED', 'Sign-in needed'],
  ['FORBIDDEN', 'Your token may not do this in Trial bikes'],
  ['NOT_FOUND', 'It is not there'],
  ['SERVICE_FAILED', 'The service has a problem'],
] as const)('says what %s means and leaves the goals chosen', async (code, words) => {
  const { bridge } = open([metric('m1')], {
    route: '/metrics/m1',
    answers: {
      'metrics.relate': () => {
        throw new AppError(code, '')
      },
    },
  })
  await choose('rides', /Longer rides/)
  const link = screen.getByRole('button', { name: 'Link goals' })
  await userEvent.click(link)
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  await userEvent.click(link)
  await waitFor(() => expect(inputs(bridge.calls, 'metrics.relate')).toHaveLength(2))
})

it('puts what the service says of the goals on their field, with the focus, and leaves them chosen', async () => {
  const error = new AppError('REFUSED', '', { fields: [{ path: ['outcomeIds'], message: 'There is no such goal.' }] })
  open([metric('m1')], { route: '/metrics/m1', answers: { 'metrics.relate': () => Promise.reject(error) } })
  await choose('rides', /Longer rides/)
  await userEvent.click(screen.getByRole('button', { name: 'Link goals' }))
  await waitFor(async () => expect(await picker()).toHaveAccessibleDescription(/There is no such goal/))
  expect(await picker()).toHaveFocus()
  expect(screen.getAllByText('Longer rides').length).toBeGreaterThan(0)
})

it('asks for nothing while words stand in the field that name no goal', async () => {
  const { bridge } = open([metric('m1')], { route: '/metrics/m1' })
  await userEvent.type(await picker(), 'nothing')
  expect(await screen.findByText('No goal matches.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Link goals' }))
  expect(await picker()).toHaveAccessibleDescription(/Choose a goal for “nothing”/)
  expect(inputs(bridge.calls, 'metrics.relate')).toEqual([])
})

it('shows what was linked here, and unlinks one', async () => {
  const links = [
    { outcomeId: goalId(1), title: 'Fewer brake repairs', hideContent: false, linkedAt: minutesAgo(3) },
    { outcomeId: goalId(9), title: null, hideContent: false, linkedAt: minutesAgo(125) },
  ]
  const { bridge } = open([metric('m1', { label: 'Rides', links, waiting: 1 })], {
    route: '/metrics/m1',
    answers: { 'metrics.relate': () => ({ changeId: 'c1', state: 'done', error: null }) },
  })
  const linked = within(await screen.findByRole('region', { name: 'Linked goals' }))
  expect(linked.getByRole('link', { name: 'Fewer brake repairs' })).toHaveAttribute('href', `/goals/${goalId(1)}`)
  expect(linked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Fewer brake repairslinked here, 3 min ago',
    `${goalId(9)}linked here, 2 h ago`,
  ])
  expect(linked.getByText(/does not say what was linked elsewhere/)).toBeInTheDocument()
  expect(linked.getByText('One change is on its way.')).toBeInTheDocument()
  await userEvent.click(linked.getByRole('button', { name: `Unlink ${goalId(9)}` }))
  expect(await screen.findByText('Unlinked 1 goal.')).toBeInTheDocument()
  expect(inputs(bridge.calls, 'metrics.relate')).toMatchObject([{ action: 'remove', outcomeIds: [goalId(9)] }])
})

it('tells what was done to the metric from here, and what was refused', async () => {
  const entry = (changeId: string, changes: Partial<ActivityEntry>): ActivityEntry => ({
    changeId,
    workspace: testWorkspace,
    kind: 'linkMetric',
    targetId: 'm1',
    title: 'Rides',
    state: 'done',
    error: null,
    attempts: 1,
    createdAt: minutesAgo(5),
    settledAt: minutesAgo(5),
    ...changes,
  })
  open([metric('m1')], {
    route: '/metrics/m1',
    activity: [
      entry('c1', { state: 'failed', error: new AppError('REFUSED', '').report }),
      entry('c2', { kind: 'unlinkMetric' }),
      entry('c3', { targetId: 'other' }),
    ],
  })
  const done = within(await screen.findByRole('region', { name: 'Done from here' }))
  expect(await done.findAllByRole('listitem')).toHaveLength(2)
  expect(done.getByText('The service did not accept this')).toBeInTheDocument()
  expect(done.getByRole('link', { name: 'Unlink goals' })).toHaveAttribute('href', '/activity/c2')
})

it('changes nothing in a locked environment, and says why', async () => {
  const production = { ...testWorkspace, environment: 'production' as const }
  const { bridge } = open(
    [metric('m1', { links: [{ outcomeId: goalId(1), title: null, hideContent: false, linkedAt: minutesAgo(1) }] })],
    {
      route: '/metrics/m1',
      answers: { 'environments.list': () => ({ ...testEnvironments, active: production }) },
    },
  )
  const link = await screen.findByRole('button', { name: 'Link goals' })
  expect(link).toHaveAccessibleDescription(/read-only/)
  await userEvent.type(await picker(), goalId(1))
  await userEvent.click(link)
  expect(screen.queryByRole('button', { name: /^Unlink 0/ })).not.toBeInTheDocument()
  expect(inputs(bridge.calls, 'metrics.relate')).toEqual([])
})

it('removes a metric from the register after saying that it does no more', async () => {
  const { bridge } = open([metric('m1', { label: 'Rides' })], {
    route: '/metrics/m1',
    answers: { 'metrics.remove': () => null },
  })
  await userEvent.click(await (await page()).findByRole('button', { name: 'Remove from the register…' }))
  expect(await screen.findByText(/Nothing changes at the service/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() =>
    expect(inputs(bridge.calls, 'metrics.remove')).toEqual([{ workspace: testWorkspace, metricId: 'm1' }]),
  )
  expect(screen.getByLabelText('Address')).toHaveTextContent('/metrics')
})

it('searches the register once it is long', async () => {
  open(Array.from({ length: 9 }, (_, place) => metric(`m${place}`, { label: `Metric ${place}` })))
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search metrics' }), 'metric 4')
  const register = within(screen.getByRole('region', { name: 'Register' }))
  expect(register.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Metric 4no goal linked here · m4',
  ])
})

const focused = () => document.activeElement?.textContent ?? ''
const address = () => screen.getByLabelText('Address').textContent

it('is moved through, opened and left with the keys of every list', async () => {
  open(['a', 'b', 'c'].map((id) => metric(id, { label: `Metric ${id}` })))
  const register = within(await screen.findByRole('region', { name: 'Register' }))
  // The first only shows where one is.
  await userEvent.keyboard('j')
  expect(focused()).toMatch(/^Metric a/)
  await userEvent.keyboard('j{ArrowDown}')
  expect(focused()).toMatch(/^Metric c/)
  await userEvent.keyboard('k{Home}{End}{ArrowUp}')
  expect(focused()).toMatch(/^Metric b/)
  expect(register.getAllByRole('link').map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1])
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe('/metrics/b')
  const details = await screen.findByRole('region', { name: 'Metric details' })
  await waitFor(() => expect(details).toHaveFocus())
  // What is open follows, as in the tables.
  await userEvent.keyboard('j')
  await waitFor(() => expect(address()).toBe('/metrics/c'))
  expect(focused()).toMatch(/^Metric c/)
  expect(register.getByRole('link', { current: 'page' })).toHaveTextContent(/^Metric c/)
  await userEvent.keyboard('{Escape}')
  expect(address()).toBe('/metrics')
  expect(focused()).toMatch(/^Metric c/)
})

it('is led out of a field with Escape, and out of an open list of goals first', async () => {
  open([metric('m1')], { route: '/metrics/m1' })
  await userEvent.type(await picker(), 'rides')
  await screen.findByRole('option', { name: 'Longer rides' })
  await userEvent.keyboard('{Escape}')
  expect(await picker()).toHaveFocus()
  await waitFor(async () => expect(await picker()).toHaveAttribute('aria-expanded', 'false'))
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('region', { name: 'Metric details' })).toHaveFocus()
  expect(address()).toBe('/metrics/m1')
  await userEvent.keyboard('{Escape}')
  expect(address()).toBe('/metrics')
  await userEvent.keyboard('/')
  const id = screen.getByRole('textbox', { name: 'Metric id' })
  expect(id).toHaveFocus()
  await userEvent.keyboard('m2{Escape}')
  expect(focused()).toMatch(/^m1/)
  expect(id).toHaveValue('m2')
})

it('leads from the search to what it found, and keeps the search in the address', async () => {
  open(Array.from({ length: 9 }, (_, place) => metric(`m${place}`, { label: `Metric ${place}` })))
  await screen.findByRole('searchbox', { name: 'Search metrics' })
  await userEvent.keyboard('/4 metric{Enter}')
  expect(focused()).toMatch(/^Metric 4/)
  await userEvent.keyboard('/{Escape}')
  expect(screen.getAllByRole('link')).toHaveLength(9)
})

it('keeps the goals chosen for a metric, with their words, until they are linked', async () => {
  open([metric('kept'), metric('other')], {
    route: '/metrics/kept',
    answers: { 'metrics.relate': () => ({ changeId: 'c1', state: 'done', error: null }) },
  })
  const goTo = async (id: string) => {
    await userEvent.click(screen.getByRole('link', { name: new RegExp(`^${id}`) }))
    await waitFor(() => expect(address()).toBe(`/metrics/${id}`))
    await picker()
  }
  // Goals on offer have the same words.
  const chosen = () => [...document.querySelectorAll('.mantine-Pill-label')].map(({ textContent }) => textContent)
  await choose('rides', /Longer rides/)
  expect(chosen()).toEqual(['Longer rides'])
  await goTo('other')
  expect(chosen()).toEqual([])
  await goTo('kept')
  expect(chosen()).toEqual(['Longer rides'])
  await userEvent.click(screen.getByRole('button', { name: 'Link goals' }))
  await waitFor(() => expect(chosen()).toEqual([]))
  await goTo('other')
  await goTo('kept')
  expect(chosen()).toEqual([])
})
