import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { ActivityEntry } from '../../../contract/features/activity'
import type { Metric } from '../../../contract/features/metrics'
import { announced } from '../../testing/announced'
import { testEnvironments, testWorkspace } from '../../testing/render'
import { sampleOutcome } from '../../testing/sample-records'
import { choose, goalId, inputs, metric, minutesAgo, openMetrics, picker } from './metrics-testing'

const page = async () => within(await screen.findByRole('region', { name: 'Metric details' }))

it('adds a metric and opens its page', async () => {
  const register: Metric[] = []
  const { bridge } = openMetrics(register, {
    answers: {
      'metrics.list': () => [...register],
      'metrics.save': ({ metricId, label }) => {
        register.push(metric(metricId, { label }))
        return null
      },
    },
  })
  expect(await screen.findByText('No metrics yet')).toBeInTheDocument()
  expect(screen.getByText('Add a metric by its ID, then link goals to it.')).toBeInTheDocument()
  const field = screen.getByRole('textbox', { name: 'Metric ID' })
  expect(field).toHaveAttribute('spellcheck', 'false')
  expect(field).toHaveAccessibleDescription('Copy it from your analytics tool.')
  expect(screen.queryByText('No metric selected')).not.toBeInTheDocument()
  await userEvent.type(screen.getByRole('textbox', { name: 'Metric ID' }), ' conversion/1 ')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Conversion')
  await userEvent.click(screen.getByRole('button', { name: 'Add metric' }))
  expect(await (await page()).findByRole('heading', { name: 'Conversion' })).toBeInTheDocument()
  expect(inputs(bridge.calls, 'metrics.save')).toEqual([
    { workspace: testWorkspace, metricId: 'conversion/1', label: 'Conversion' },
  ])
  expect(screen.getByLabelText('Address')).toHaveTextContent('/metrics/conversion%2F1')
  expect(screen.getByRole('textbox', { name: 'Metric ID' })).toHaveValue('')
})

it('opens the metric of a row whose ID has an encoded slash, and not the one with a slash', async () => {
  openMetrics([metric('a%2Fb'), metric('a/b', { label: 'Other' })])
  await userEvent.click(await screen.findByRole('link', { name: /^a%2Fb/ }))
  expect(await (await page()).findByRole('heading', { name: 'a%2Fb' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: /^Other/ }))
  expect(await (await page()).findByRole('heading', { name: 'Other' })).toBeInTheDocument()
})

it.each(['.', '..'])('refuses the metric ID %s, which no address can have', async (refused) => {
  const { bridge } = openMetrics([])
  const id = await screen.findByRole('textbox', { name: 'Metric ID' })
  await userEvent.type(id, refused)
  await userEvent.click(screen.getByRole('button', { name: 'Add metric' }))
  expect(id).toHaveAccessibleDescription(/An ID can’t be “\.” or “\.\.”\./)
  expect(inputs(bridge.calls, 'metrics.save')).toEqual([])
})

it('starts with the list, opens the form with a button, and keeps its input when cancelled', async () => {
  openMetrics([metric('m1')])
  await screen.findByRole('link', { name: /^m1/ })
  const add = () => screen.getByRole('button', { name: 'Add metric' })
  expect(screen.queryByRole('textbox', { name: 'Metric ID' })).not.toBeInTheDocument()
  await userEvent.click(add())
  const id = screen.getByRole('textbox', { name: 'Metric ID' })
  expect(id).toHaveFocus()
  // The submit button has replaced it.
  expect(add()).toHaveAttribute('type', 'submit')
  await userEvent.type(id, 'm2')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('link', { name: /^m1/ })).toHaveFocus()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  await userEvent.click(add())
  expect(screen.getByRole('textbox', { name: 'Metric ID' })).toHaveValue('m2')
})

it('keeps the form open for the next metric after the first is added', async () => {
  const register: Metric[] = []
  openMetrics(register, {
    answers: {
      'metrics.list': () => [...register],
      'metrics.save': ({ metricId, label }) => {
        register.push(metric(metricId, { label }))
        return null
      },
    },
  })
  for (const id of ['m1', 'm2']) {
    await userEvent.type(await screen.findByRole('textbox', { name: 'Metric ID' }), id)
    await userEvent.click(screen.getByRole('button', { name: 'Add metric' }))
    await screen.findByRole('link', { name: new RegExp(`^${id}`) })
  }
})

it('requires an ID for a metric, and keeps the input when it cannot be saved', async () => {
  openMetrics([], {
    answers: {
      'metrics.save': () => {
        throw new AppError('DISK_FULL', '')
      },
    },
  })
  const id = await screen.findByRole('textbox', { name: 'Metric ID' })
  const add = screen.getByRole('button', { name: 'Add metric' })
  await userEvent.click(add)
  expect(id).toHaveAccessibleDescription(/Enter an ID\./)
  expect(id).toHaveFocus()
  await userEvent.type(id, 'm1')
  expect(id).toBeValid()
  expect(id).toHaveAccessibleDescription('Copy it from your analytics tool.')
  await userEvent.click(add)
  expect(await screen.findByRole('alert')).toHaveTextContent('The disk is full')
  expect(id).toHaveValue('m1')
})

it('keeps the name of a metric that is added once more without one', async () => {
  const { bridge } = openMetrics([metric('m1', { label: 'Rides' })], { answers: { 'metrics.save': () => null } })
  await screen.findByText('Rides')
  await userEvent.click(screen.getByRole('button', { name: 'Add metric' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Metric ID' }), 'm1{Enter}')
  expect(await screen.findByText('Rides is already on your list.')).toBeInTheDocument()
  expect(inputs(bridge.calls, 'metrics.save')).toEqual([{ workspace: testWorkspace, metricId: 'm1', label: 'Rides' }])
})

it('links several goals at once, found by search and pasted by ID', async () => {
  const { bridge } = openMetrics([metric('m1')], {
    route: '/metrics/m1',
    answers: { 'metrics.relate': () => ({ changeId: 'c1', state: 'done', error: null }) },
  })
  for (const name of ['Link goals', 'Unlink goals']) {
    expect(await screen.findByRole('button', { name })).not.toHaveAttribute('aria-disabled')
    expect(screen.getByRole('button', { name })).not.toHaveAttribute('data-disabled')
  }
  await choose('brake', /Fewer brake repairs/)
  await userEvent.click(await picker())
  await userEvent.paste(`${goalId(7)}\n${goalId(8)}`)
  const link = screen.getByRole('button', { name: 'Link goals' })
  // Twice, faster than the page can show that it is linking.
  fireEvent.click(link)
  fireEvent.click(link)
  expect(await screen.findByText('Linked 3 goals')).toBeInTheDocument()
  expect(inputs(bridge.calls, 'metrics.relate')).toEqual([
    { workspace: testWorkspace, metricId: 'm1', action: 'add', outcomeIds: [goalId(1), goalId(7), goalId(8)] },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Link goals' }))
  expect(await picker()).toHaveAccessibleDescription(/Choose at least one goal/)
})

it.each([
  ['waiting', new AppError('TIMEOUT', ''), /^Saved on this computer. It will be sent once the service is available/],
  ['waiting', new AppError('UNAUTHENTICATED', ''), /^Saved on this computer. Add a new access token to send it/],
  ['waiting', null, /^Saved on this computer. It will be sent after earlier changes/],
  ['unknown', null, /^We’re checking whether this went through/],
] as const)('says when unlinking is %s, and why: %s', async (state, error, words) => {
  openMetrics([metric('m1')], {
    route: '/metrics/m1',
    answers: { 'metrics.relate': () => ({ changeId: 'c1', state, error: error?.report ?? null }) },
  })
  await choose('rides', /Longer rides/)
  await userEvent.click(screen.getByRole('button', { name: 'Unlink goals' }))
  expect(await screen.findByText(words)).toBeInTheDocument()
})

it.each([
  ['UNAUTHENTICATED', 'Sign-in needed'],
  ['FORBIDDEN', 'You don’t have permission to do this in Trial bikes'],
  ['NOT_FOUND', 'Not found'],
  ['SERVICE_FAILED', 'The service had a problem'],
] as const)('explains %s and keeps the goals chosen', async (code, words) => {
  const { bridge } = openMetrics([metric('m1')], {
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

it('shows the service’s error on the goals field, focuses it, and keeps the goals chosen', async () => {
  const error = new AppError('REFUSED', '', { fields: [{ path: ['outcomeIds'], message: 'There is no such goal.' }] })
  openMetrics([metric('m1')], { route: '/metrics/m1', answers: { 'metrics.relate': () => Promise.reject(error) } })
  await choose('rides', /Longer rides/)
  await userEvent.click(screen.getByRole('button', { name: 'Link goals' }))
  await waitFor(async () => expect(await picker()).toHaveAccessibleDescription(/There is no such goal/))
  expect(await picker()).toHaveFocus()
  expect(screen.getAllByText('Longer rides').length).toBeGreaterThan(0)
})

it('asks for a goal below the field, until one is unlinked another way', async () => {
  const links = [{ outcomeId: goalId(7), title: null, hideContent: false, linkedAt: minutesAgo(3) }]
  openMetrics([metric('m1', { links })], {
    route: '/metrics/m1',
    answers: { 'metrics.relate': () => ({ changeId: 'c1', state: 'done', error: null }) },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Link goals' }))
  const problem = screen.getByText('Choose at least one goal.')
  expect(await picker()).toHaveAccessibleDescription(/Choose at least one goal/)
  expect((await picker()).compareDocumentPosition(problem)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await userEvent.click(screen.getByRole('button', { name: `Unlink ${goalId(7)}` }))
  expect(await screen.findByText('Unlinked 1 goal')).toBeInTheDocument()
  expect(await picker()).toBeValid()
})

it.each([
  ['Link goals', 'Unlink goals'],
  ['Unlink goals', 'Link goals'],
])('shows that "%s" is at work, and not "%s"', async (pressed, other) => {
  openMetrics([metric('m1')], { route: '/metrics/m1', answers: { 'metrics.relate': () => new Promise(() => {}) } })
  await userEvent.click(await picker())
  await userEvent.paste(goalId(7))
  const button = (name: string) => screen.getByRole('button', { name })
  await userEvent.click(button(pressed))
  await waitFor(() => expect(button(pressed)).toHaveAttribute('aria-busy', 'true'))
  expect(button(other)).not.toHaveAttribute('aria-busy')
})

it('sends nothing while the field contains text that matches no goal', async () => {
  const { bridge } = openMetrics([metric('m1')], { route: '/metrics/m1' })
  await userEvent.type(await picker(), 'nothing')
  expect(await screen.findByText('No matching goals.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Link goals' }))
  expect(await picker()).toHaveAccessibleDescription(/“nothing” isn’t an ID. Choose a goal/)
  expect(inputs(bridge.calls, 'metrics.relate')).toEqual([])
})

it('says how many of the goals were already linked', async () => {
  const links = [{ outcomeId: goalId(7), title: null, hideContent: false, linkedAt: minutesAgo(3) }]
  openMetrics([metric('m1', { links })], {
    route: '/metrics/m1',
    answers: { 'metrics.relate': () => ({ changeId: 'c1', state: 'done', error: null }) },
  })
  await userEvent.click(await picker())
  await userEvent.paste(`${goalId(7)}\n${goalId(8)}`)
  await userEvent.click(screen.getByRole('button', { name: 'Link goals' }))
  expect(await screen.findByText('Linked 1 goal. 1 was already linked.')).toBeInTheDocument()
})

it('shows the goals linked from this computer, and unlinks one', async () => {
  const links = [
    { outcomeId: goalId(1), title: 'Fewer brake repairs', hideContent: false, linkedAt: minutesAgo(3) },
    { outcomeId: goalId(9), title: null, hideContent: false, linkedAt: minutesAgo(125) },
  ]
  const { bridge } = openMetrics([metric('m1', { label: 'Rides', links })], {
    route: '/metrics/m1',
    answers: { 'metrics.relate': () => ({ changeId: 'c1', state: 'done', error: null }) },
  })
  const linked = within(await screen.findByRole('region', { name: 'Linked goals' }))
  expect(linked.getByRole('link', { name: 'Fewer brake repairs' })).toHaveAttribute('href', `/goals/${goalId(1)}`)
  expect(linked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Fewer brake repairslinked 3 min ago',
    `${goalId(9)}linked 2 hr ago`,
  ])
  expect(linked.getByRole('button', { name: /Only links made from this computer are shown/ })).toBeInTheDocument()
  await userEvent.click(linked.getByRole('button', { name: `Unlink ${goalId(9)}` }))
  expect(await screen.findByText('Unlinked 1 goal')).toBeInTheDocument()
  expect(inputs(bridge.calls, 'metrics.relate')).toMatchObject([{ action: 'remove', outcomeIds: [goalId(9)] }])
})

const oneLinked = [
  metric('m1', { links: [{ outcomeId: goalId(9), title: null, hideContent: false, linkedAt: minutesAgo(5) }] }),
]

it('links a goal again when its unlinking is undone', async () => {
  const { bridge } = openMetrics(oneLinked, {
    route: '/metrics/m1',
    answers: { 'metrics.relate': () => ({ changeId: 'c1', state: 'done', error: null }) },
  })
  await userEvent.click(await screen.findByRole('button', { name: `Unlink ${goalId(9)}` }))
  await screen.findByRole('button', { name: /^Undo/ })
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('Undone: unlinked 1 goal')).toBeInTheDocument()
  expect(inputs(bridge.calls, 'metrics.relate')).toMatchObject([
    { metricId: 'm1', action: 'remove', outcomeIds: [goalId(9)] },
    { metricId: 'm1', action: 'add', outcomeIds: [goalId(9)] },
  ])
})

it.each([
  ['waiting' as const, /^Saved on this computer/],
  ['unknown' as const, /checking whether this went through/],
])('does not claim that the goal is linked again while that change is %s', async (state, words) => {
  openMetrics(oneLinked, {
    route: '/metrics/m1',
    answers: {
      'metrics.relate': ({ action }) => ({ changeId: 'c1', state: action === 'add' ? state : 'done', error: null }),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: `Unlink ${goalId(9)}` }))
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(screen.queryByText(/^Undone/)).not.toBeInTheDocument()
})

it('offers no undo for an unlink that waits', async () => {
  openMetrics(oneLinked, {
    route: '/metrics/m1',
    answers: { 'metrics.relate': () => ({ changeId: 'c1', state: 'waiting', error: null }) },
  })
  await userEvent.click(await screen.findByRole('button', { name: `Unlink ${goalId(9)}` }))
  expect(await screen.findByText(/^Saved on this computer/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
})

const entry = (changeId: string, changes: Partial<ActivityEntry>): ActivityEntry => ({
  changeId,
  workspace: testWorkspace,
  kind: 'linkMetric',
  targetId: 'm1',
  title: 'Rides',
  state: 'done',
  error: null,
  attempts: 1,
  version: 3,
  createdAt: minutesAgo(5),
  settledAt: minutesAgo(5),
  ...changes,
})

it('shows the link history of the metric, including a rejected change', async () => {
  const places: Readonly<Record<string, readonly number[]>> = { c1: [1, 2, 3, 4], c2: [1], c4: [3, 2, 1] }
  openMetrics([metric('m1')], {
    route: '/metrics/m1',
    activity: [
      entry('c1', { state: 'failed', error: new AppError('REFUSED', '').report }),
      entry('c2', { kind: 'unlinkMetric' }),
      entry('c3', { targetId: 'other' }),
      // A change of another kind that happens to have the same ID.
      entry('c5', { kind: 'createInsight' }),
      entry('c4', {}),
    ],
    answers: {
      'activity.get': ({ changeId }) => ({
        ...entry(changeId, {}),
        ...{ request: 'POST', content: null },
        body: JSON.stringify({ outcomeIds: places[changeId]?.map(goalId) }),
      }),
      'outcomes.get': ({ id }) => {
        if (id === goalId(2)) throw new AppError('NOT_FOUND', '')
        return sampleOutcome(1, { id, title: id === goalId(3) ? '' : 'Fewer brake repairs' })
      },
    },
  })
  const done = within(await screen.findByRole('region', { name: 'Link history' }))
  expect(await done.findAllByRole('listitem')).toHaveLength(3)
  expect(done.getByText('The service rejected this')).toBeInTheDocument()
  expect(await done.findByText(`Fewer brake repairs, ${goalId(2)} and 2 more`)).toBeInTheDocument()
  expect(await done.findByText(`Untitled ${goalId(3).slice(0, 8)}, ${goalId(2)} and 1 more`)).toBeInTheDocument()
  expect(done.getByText('Fewer brake repairs')).toBeInTheDocument()
  expect(done.getByRole('link', { name: 'Unlink goals' })).toHaveAttribute('href', '/activity/c2')
  expect(done.queryByRole('link', { name: 'View all in Activity' })).not.toBeInTheDocument()
})

it.each([
  ['10 changes', 10, []],
  ['11 changes', 11, ['/activity?q=m1']],
])('shows the latest 10 of %s, and leads to all of them when there are more', async (_, total, hrefs) => {
  openMetrics([metric('m1')], {
    route: '/metrics/m1',
    activity: Array.from({ length: total }, (_, place) => entry(`c${place}`, {})),
    answers: {
      'activity.get': ({ changeId }) => ({ ...entry(changeId, {}), request: 'POST', content: null, body: null }),
    },
  })
  const done = within(await screen.findByRole('region', { name: 'Link history' }))
  expect(await done.findAllByRole('listitem')).toHaveLength(10)
  const all = done.queryAllByRole('link', { name: 'View all in Activity' })
  expect(all.map((link) => link.getAttribute('href'))).toEqual(hrefs)
})

it('names a hidden goal in the link history without its title', async () => {
  openMetrics([metric('m1')], {
    route: '/metrics/m1',
    activity: [entry('c1', {})],
    answers: {
      'activity.get': ({ changeId }) => ({
        ...entry(changeId, {}),
        ...{ request: 'POST', content: null, body: JSON.stringify({ outcomeIds: [goalId(1)] }) },
      }),
      'outcomes.get': ({ id }) => sampleOutcome(1, { id, title: 'Secret plans', hideContent: true }),
    },
  })
  const done = within(await screen.findByRole('region', { name: 'Link history' }))
  expect(await done.findByText('a hidden goal')).toBeInTheDocument()
  expect(document.body).not.toHaveTextContent('Secret plans')
  expect(done.queryByText('No links yet.')).not.toBeInTheDocument()
})

it('says that nothing was linked yet only once the link history is read', async () => {
  let isBroken = true
  openMetrics([metric('m1')], {
    route: '/metrics/m1',
    answers: {
      'activity.query': () => {
        if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', 'The library stopped.')
        return { rows: [], total: 0, all: 0 }
      },
    },
  })
  const done = within(await screen.findByRole('region', { name: 'Link history' }))
  expect(await done.findByRole('alert')).toHaveTextContent('The local library isn’t ready')
  expect(done.queryByText('No links yet.')).not.toBeInTheDocument()
  isBroken = false
  await userEvent.click(done.getByRole('button', { name: 'Try again' }))
  expect(await done.findByText('No links yet.')).toBeInTheDocument()
  expect(done.queryByRole('alert')).not.toBeInTheDocument()
})

it('changes nothing in a locked environment, and says why', async () => {
  const production = { ...testWorkspace, environment: 'production' as const }
  const { bridge } = openMetrics(
    [metric('m1', { links: [{ outcomeId: goalId(1), title: null, hideContent: false, linkedAt: minutesAgo(1) }] })],
    {
      route: '/metrics/m1',
      answers: { 'environments.list': () => ({ ...testEnvironments, active: production }) },
    },
  )
  const link = await screen.findByRole('button', { name: 'Link goals' })
  expect(link).toHaveAccessibleDescription(/read-only/)
  for (const button of [link, screen.getByRole('button', { name: 'Unlink goals' })]) {
    expect(button).toHaveAttribute('aria-disabled', 'true')
    // Looks unusable too.
    expect(button).toHaveAttribute('data-disabled')
  }
  await userEvent.type(await picker(), goalId(1))
  await userEvent.click(link)
  expect(screen.queryByRole('button', { name: /^Unlink 0/ })).not.toBeInTheDocument()
  expect(inputs(bridge.calls, 'metrics.relate')).toEqual([])
})

it('removes a metric from the list after saying that its goals stay linked', async () => {
  const { bridge } = openMetrics([metric('m1', { label: 'Rides' })], {
    route: '/metrics/m1',
    answers: { 'metrics.remove': () => null },
  })
  await userEvent.click(await (await page()).findByRole('button', { name: 'Remove from list…' }))
  expect(await screen.findByText(/Its goals stay linked in the service/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() =>
    expect(inputs(bridge.calls, 'metrics.remove')).toEqual([{ workspace: testWorkspace, metricId: 'm1' }]),
  )
  expect(screen.getByLabelText('Address')).toHaveTextContent('/metrics')
})

it('leads nobody away who left a metric before it was removed', async () => {
  let answer = (): void => undefined
  openMetrics([metric('m1', { label: 'Rides' }), metric('m2', { label: 'Repairs' })], {
    route: '/metrics/m1',
    answers: {
      'metrics.remove': () =>
        new Promise((resolve) => {
          answer = () => resolve(null)
        }),
    },
  })
  await userEvent.click(await (await page()).findByRole('button', { name: 'Remove from list…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await userEvent.click(await screen.findByRole('link', { name: /^Repairs/ }))
  answer()
  await announced('Rides removed')
  expect(screen.getByLabelText('Address')).toHaveTextContent('/metrics/m2')
})

/** In a metric of the list, adds one that is saved late. */
async function addWhileOpen() {
  let end = (): void => undefined
  const register = [metric('m1')]
  openMetrics([], {
    route: '/metrics/m1',
    answers: {
      'metrics.list': () => [...register],
      'metrics.save': ({ metricId, label }) =>
        new Promise((resolve) => {
          end = () => {
            register.push(metric(metricId, { label }))
            resolve(null)
          }
        }),
      'triage.setNote': () => null,
    },
  })
  await page()
  await userEvent.click(screen.getByRole('button', { name: 'Add metric' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Metric ID' }), 'm2')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Rides{Enter}')
  return () => end()
}

it('leads nobody out of a note when a metric is added late', async () => {
  const answer = await addWhileOpen()
  await userEvent.click(await (await page()).findByRole('button', { name: 'Add note' }))
  const note = screen.getByRole('textbox', { name: 'Note' })
  await userEvent.type(note, 'Slow')
  answer()
  await announced('Rides added.')
  expect(note).toHaveFocus()
  expect(screen.getByLabelText('Address')).toHaveTextContent('/metrics/m1')
})

it('opens an added metric beside the ID of the next one, which keeps the focus', async () => {
  const answer = await addWhileOpen()
  const id = screen.getByRole('textbox', { name: 'Metric ID' })
  await userEvent.clear(id)
  await userEvent.type(id, 'm3')
  answer()
  expect(await screen.findByRole('heading', { name: 'Rides' })).toBeInTheDocument()
  expect(id).toHaveFocus()
  expect(id).toHaveValue('m3')
})

it('searches the metrics once the list is long', async () => {
  openMetrics(Array.from({ length: 9 }, (_, place) => metric(`m${place}`, { label: `Metric ${place}` })))
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search metrics' }), 'metric 4')
  const register = within(screen.getByRole('region', { name: 'Your metrics' }))
  expect(register.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Metric 4no goals linked · m4'])
})

it('counts the goals and waiting changes of each metric, with its ID unless that is its name', async () => {
  const link = (place: number) => ({
    outcomeId: goalId(place),
    title: null,
    hideContent: false,
    linkedAt: minutesAgo(3),
  })
  openMetrics([
    metric('m1', { label: 'Rides' }),
    metric('m2', { links: [link(1)], waiting: 2 }),
    metric('m3', { label: 'Repairs', links: [link(1), link(2)], waiting: 1 }),
  ])
  const register = within(await screen.findByRole('region', { name: 'Your metrics' }))
  expect(register.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Ridesno goals linked · m1',
    'm21 goal · 2 waiting',
    'Repairs2 goals · 1 waiting · m3',
  ])
})

it('says that the metrics could not be read, and reads them again on request', async () => {
  let isBroken = true
  openMetrics([], {
    answers: {
      'metrics.list': () => {
        if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', '')
        return [metric('m1')]
      },
    },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText('No metrics yet')).not.toBeInTheDocument()
  isBroken = false
  await userEvent.click(retry)
  expect(await screen.findByRole('link', { name: /^m1/ })).toBeInTheDocument()
})

it('says when no metric is selected, and when the metric is not on the list', async () => {
  const { unmount } = openMetrics([metric('m1')])
  expect(await screen.findByText('No metric selected')).toBeInTheDocument()
  expect(screen.getByText('Select a metric to link goals to it, or add another.')).toBeInTheDocument()
  expect(screen.queryByText('This metric isn’t on your list')).not.toBeInTheDocument()
  unmount()
  openMetrics([metric('m1')], { route: '/metrics/m2' })
  expect(await screen.findByText('This metric isn’t on your list')).toBeInTheDocument()
  expect(screen.queryByText('No metric selected')).not.toBeInTheDocument()
})
