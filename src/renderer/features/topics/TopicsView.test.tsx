import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import { AppError, type ErrorCode } from '../../../contract/errors'
import type { Topic } from '../../../contract/features/topics'
import { Address } from '../../testing/Address'
import { announced } from '../../testing/announced'
import type { Answers } from '../../testing/fake-bridge'
import { renderView, testEnvironments, testWorkspace } from '../../testing/render'
import { TopicsView } from '.'

const now = new Date().toISOString()
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000 - 1000).toISOString()

const topic = (changes: Partial<Topic> = {}): Topic => ({
  id: 'topic-1',
  title: 'Quiet brakes',
  description: 'What riders say of <i>noise</i>.',
  createdAt: '2026-01-02T10:00:00Z',
  updatedAt: null,
  opportunities: [{ id: 'opportunity-1', title: 'Silence', isKnown: true, hideContent: false }],
  insights: [
    {
      ...{ id: 'insight-1', title: 'They squeal', isKnown: true, hideContent: false },
      marks: { seen: false, combinedScore: 1.25 },
    },
    {
      ...{ id: 'insight-2', title: 'They rattle', isKnown: true, hideContent: false },
      marks: { seen: true, combinedScore: null },
    },
    { id: 'insight-9', title: null, isKnown: false, hideContent: false, marks: null },
    { id: null, title: null, isKnown: false, hideContent: false, marks: null },
  ],
  isPinned: false,
  readAt: hoursAgo(3),
  openedAt: now,
  ...changes,
})

const listed = ({ id, title, isPinned, openedAt, readAt }: Topic) => ({ id, title, isPinned, openedAt, readAt })

const InTopics = () => useLocation().pathname === '/topics' && <TopicsView />

function open(kept: Topic[], { answers, route = '/topics' }: { answers?: Answers; route?: string } = {}) {
  const ui = (
    <>
      <TopicsView />
      <Address />
    </>
  )
  return renderView(ui, {
    route,
    path: '/topics/:id?',
    answers: {
      'topics.list': () => kept.map(listed),
      'topics.get': ({ id }) => {
        const found = kept.find((each) => each.id === id)
        if (found === undefined) throw new AppError('NOT_FOUND', '')
        return found
      },
      ...answers,
      // The library keeps what was read last of each topic.
      ...(answers?.['topics.open'] && {
        'topics.open': async (input) => {
          const read = (await answers['topics.open']?.(input)) as Topic
          kept.splice(0, kept.length, ...kept.filter(({ id }) => id !== read.id), read)
          return read
        },
      }),
    },
  })
}

const address = () => screen.getByLabelText('Address').textContent
const details = async () => within(await screen.findByRole('region', { name: 'Topic details' }))

async function ask(id: string) {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Topic ID' }), id)
  await userEvent.click(screen.getByRole('button', { name: 'Open topic' }))
}

const failing = (code: ErrorCode, message = '') => ({
  'topics.open': () => {
    throw new AppError(code, message)
  },
})

it('says when there are no topics yet', async () => {
  open([])
  expect(await screen.findByText('No topics yet')).toBeInTheDocument()
  expect(screen.queryByText('No matching topics.')).not.toBeInTheDocument()
  expect(screen.queryByText('No topic selected')).not.toBeInTheDocument()
})

it('says when no topic is selected, and calls one without a title by its ID', async () => {
  open([topic({ title: null })])
  expect(await screen.findByText('No topic selected')).toBeInTheDocument()
  expect(screen.queryByText('No topics yet')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: /^topic-1/ }))
  expect(address()).toBe('/topics/topic-1')
  expect(screen.queryByText('No topic selected')).not.toBeInTheDocument()
})

it('takes N for a note of a topic before it is read', async () => {
  let answer = () => {}
  open([topic()], {
    route: '/topics/topic-1',
    answers: { 'topics.get': () => new Promise((resolve) => (answer = () => resolve(topic()))) },
  })
  await details()
  await userEvent.keyboard('nt')
  answer()
  expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveFocus()
})

it('opens a topic by ID, and focuses it', async () => {
  const { bridge } = open([], { answers: { 'topics.open': () => topic() } })
  await ask('  topic-1 ')
  const page = await details()
  expect(await page.findByRole('heading', { level: 2, name: 'Quiet brakes' })).toBeInTheDocument()
  expect(page.getByText('What riders say of <i>noise</i>.')).toBeInTheDocument()
  expect(address()).toBe('/topics/topic-1')
  expect(bridge.calls).toContainEqual({ name: 'topics.open', input: { workspace: testWorkspace, id: 'topic-1' } })
  expect(screen.getByRole('textbox', { name: 'Topic ID' })).toHaveValue('')
  await waitFor(() => expect(screen.getByRole('region', { name: 'Topic details' })).toHaveFocus())
})

it('announces an opened topic by its title, or by its ID if that is blank', async () => {
  const titles = ['Quiet brakes', ' ']
  open([], { answers: { 'topics.open': ({ id }) => topic({ id, title: titles.shift() ?? null }) } })
  await ask('topic-1')
  await announced('Topic Quiet brakes opened')
  await ask('topic-2')
  await announced('Topic topic-2 opened')
})

it('does not scroll when focusing the opened topic, whose top edge has a margin', async () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  open([], { answers: { 'topics.open': () => topic() } })
  await ask('topic-1')
  await details()
  const region = screen.getByRole('region', { name: 'Topic details' })
  await waitFor(() => expect(region).toHaveFocus())
  const calls = focus.mock.calls.filter((_, place) => focus.mock.contexts[place] === region)
  expect(calls).toEqual(calls.map(() => [{ preventScroll: true }]))
  focus.mockRestore()
})

it('links to known items, and shows the others as received', async () => {
  open([topic()], { route: '/topics/topic-1' })
  const page = await details()
  expect(await page.findByRole('link', { name: 'They squeal' })).toHaveAttribute('href', '/insights/insight-1')
  expect(page.getByRole('link', { name: 'Silence' })).toHaveAttribute('href', '/opportunities/opportunity-1')
  expect(page.getByText('insight-9')).toBeInTheDocument()
  expect(page.getByText('Untitled item without an ID')).toBeInTheDocument()
  expect(page.getAllByText('not in this workspace')).toHaveLength(2)
  expect(page.getByText('3 hr ago')).toBeInTheDocument()
  expect(page.getByText('none')).toBeInTheDocument()
})

it.each([null, ''])('has no paragraph for a description that is %j', async (description) => {
  open([topic({ description })], { route: '/topics/topic-1' })
  const region = await screen.findByRole('region', { name: 'Topic details' })
  expect(await within(region).findByRole('link', { name: 'Silence' })).toBeInTheDocument()
  expect(region.querySelector('p:empty')).toBeNull()
})

it('shows the unseen mark and score of insights known here only', async () => {
  open([topic()], { route: '/topics/topic-1' })
  const list = within(await (await details()).findByRole('region', { name: 'Insights' }))
  const marks = () => list.getAllByRole('listitem').map(({ textContent }) => textContent)
  await waitFor(() => expect(marks().slice(0, 2)).toEqual(['They squeal Unseenscore 1.25', 'They rattlenot scored']))
  expect(marks()[2]).not.toMatch(/score|Unseen/)
})

it('masks hidden items until they are revealed, whether known here or not', async () => {
  const opportunities = [
    { id: 'o-1', title: 'Sell the trike line', isKnown: true, hideContent: true },
    { id: 'o-2', title: 'Buy a trike maker', isKnown: false, hideContent: true },
  ]
  open([topic({ opportunities })], { route: '/topics/topic-1' })
  const page = await details()
  expect(await page.findAllByText('Hidden content')).toHaveLength(2)
  expect(document.body.outerHTML).not.toContain('trike')
  for (const button of page.getAllByRole('button', { name: 'Reveal' })) await userEvent.click(button)
  expect(page.getByRole('link', { name: 'Sell the trike line' })).toHaveAttribute('href', '/opportunities/o-1')
  expect(page.getByText('Buy a trike maker')).toBeInTheDocument()
  expect(page.getByText('o-2')).toBeInTheDocument()
})

it('lists the insights with the highest score first, and says which parts have no items', async () => {
  const insights = [null, -0.5, 0.5, 2].map((combinedScore) => ({
    ...{ id: `i${combinedScore}`, title: `Scored ${combinedScore}`, isKnown: true, hideContent: false },
    marks: { seen: true, combinedScore },
  }))
  open([topic({ opportunities: [], insights })], { route: '/topics/topic-1' })
  const page = await details()
  const list = within(await page.findByRole('region', { name: 'Insights' }))
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['Scored 2', 'Scored 0.5', 'Scored -0.5', 'Scored null'],
  ])
  expect(list.queryByText('None.')).not.toBeInTheDocument()
  expect(page.getByRole('region', { name: 'Opportunities' })).toHaveTextContent(/None\.$/)
})

it('begins with the list while a topic is kept, and with the form while an ID is typed but not opened', async () => {
  const ui = (
    <>
      <InTopics />
      <Link to="/goals">Away</Link>
      <Link to="/topics">Back</Link>
    </>
  )
  renderView(ui, { route: '/topics', answers: { 'topics.list': () => [listed(topic())] } })
  await screen.findByRole('region', { name: 'Recent' })
  expect(screen.queryByRole('textbox', { name: 'Topic ID' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Open topic' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Topic ID' }), 't7')
  await userEvent.click(screen.getByRole('link', { name: 'Away' }))
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: 'Back' }))
  expect(await screen.findByRole('textbox', { name: 'Topic ID' })).toHaveValue('t7')
})

it('requires an ID before anything is sent', async () => {
  const { bridge } = open([])
  await ask('   ')
  const field = screen.getByRole('textbox', { name: 'Topic ID' })
  expect(field).toHaveAccessibleDescription('Enter a topic ID.')
  expect(field).toHaveFocus()
  expect(bridge.calls.some(({ name }) => name === 'topics.open')).toBe(false)
})

it.each(['topic-7', ' topic-7 '])(
  'says on the field that the service has no such topic, and keeps the typed ID: “%s”',
  async (typed) => {
    open([], { answers: failing('NOT_FOUND') })
    await ask(typed)
    const field = screen.getByRole('textbox', { name: 'Topic ID' })
    await waitFor(() => expect(field).toHaveAccessibleDescription(/No topic has this ID/))
    expect(field).toHaveValue(typed)
  },
)

it.each(['INVALID_INPUT', 'REFUSED'] as const)('says on the field why the service refuses an ID: %s', async (code) => {
  open([], { answers: failing(code, 'Too short.') })
  await ask('topic-7')
  const field = screen.getByRole('textbox', { name: 'Topic ID' })
  await waitFor(() => expect(field).toHaveAccessibleDescription('This ID can’t be used. Too short.'))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it.each([
  ['UNAUTHENTICATED', 'Sign-in needed'],
  ['FORBIDDEN', 'You don’t have permission to do this in Trial bikes'],
  ['SERVICE_FAILED', 'The service had a problem'],
  ['CONNECTION_REFUSED', 'Can’t reach the service'],
] as const)('says what %s means, and keeps the typed ID', async (code, words) => {
  open([], { answers: failing(code) })
  await ask('topic-7')
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(screen.getByRole('textbox', { name: 'Topic ID' })).toHaveValue('topic-7')
})

it('clears the error when the ID is edited', async () => {
  open([], { answers: failing('NOT_FOUND') })
  await ask('topic-7')
  const field = screen.getByRole('textbox', { name: 'Topic ID' })
  expect(field).toHaveAccessibleDescription(/No topic has this ID/)
  await userEvent.type(field, '8')
  expect(field).not.toHaveAccessibleDescription()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('shows the local copy with its age when the service is unreachable', async () => {
  open([topic()], { answers: failing('CONNECTION_LOST') })
  await userEvent.click(await screen.findByRole('button', { name: 'Open topic' }))
  await ask('topic-1')
  expect(await screen.findByRole('alert')).toHaveTextContent('Connection lost')
  const page = await details()
  expect(await page.findByText('Quiet brakes')).toBeInTheDocument()
  expect(page.getByText('3 hr ago')).toBeInTheDocument()
})

it('offers the sandbox’s example topics that are not kept, and opens the chosen one', async () => {
  const examples = {
    metrics: [],
    topics: [
      { id: 'topic-1', title: 'Quiet brakes' },
      { id: 'topic-2', title: 'Night rides' },
    ],
  }
  const environments = testEnvironments.environments.map((each) => ({ ...each, examples }))
  const { bridge } = open([topic()], {
    answers: {
      'environments.list': () => ({ ...testEnvironments, environments }),
      'topics.open': () => {
        throw new AppError('NOT_FOUND', '')
      },
    },
  })
  const example = await screen.findByRole('button', { name: 'Night rides' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Quiet brakes' })).not.toBeInTheDocument())
  await userEvent.click(example)
  expect(bridge.calls).toContainEqual({ name: 'topics.open', input: { workspace: testWorkspace, id: 'topic-2' } })
  // With its error, in the form that opened for it.
  const field = await screen.findByRole('textbox', { name: 'Topic ID' })
  expect(field).toHaveValue('topic-2')
  await waitFor(() => expect(field).toHaveAccessibleDescription(/No topic has this ID/))
})

it.each([
  ['topics', 'topics.list', '/topics'],
  ['open topic', 'topics.get', '/topics/topic-1'],
] as const)('says that the %s could not be read, and tries again on request', async (_, call, route) => {
  let isBroken = true
  const found = topic()
  open([found], {
    route,
    answers: {
      [call]: () => {
        if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', '')
        return call === 'topics.list' ? [listed(found)] : found
      },
    },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isBroken = false
  await userEvent.click(retry)
  expect(await screen.findByRole(call === 'topics.list' ? 'link' : 'heading', { name: /^Quiet brakes/ })).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('refreshes a topic, and says so', async () => {
  open([topic()], { answers: { 'topics.open': () => topic({ title: 'Loud brakes' }) }, route: '/topics/topic-1' })
  await userEvent.click(await (await details()).findByRole('button', { name: 'Refresh' }))
  await announced('Topic refreshed')
})

it('keeps the copy on screen when refreshing it fails', async () => {
  open([topic()], { answers: failing('NOT_FOUND'), route: '/topics/topic-1' })
  const page = await details()
  await userEvent.click(await page.findByRole('button', { name: 'Refresh' }))
  expect(await page.findByRole('alert')).toHaveTextContent('Not found')
  expect(page.getByText(/This topic no longer exists in the service/)).toHaveTextContent(
    'Showing the version from 3 hr ago.',
  )
  expect(page.getByText('Quiet brakes')).toBeInTheDocument()
})

it('refreshes a topic with Try again after it failed', async () => {
  let isBroken = true
  open([topic()], {
    route: '/topics/topic-1',
    answers: {
      'topics.open': () => {
        if (isBroken) throw new AppError('CONNECTION_LOST', '')
        return topic({ title: 'Loud brakes' })
      },
    },
  })
  const page = await details()
  await userEvent.click(await page.findByRole('button', { name: 'Refresh' }))
  const retry = await page.findByRole('button', { name: 'Try again' })
  expect(page.queryByText(/no longer exists/)).not.toBeInTheDocument()
  isBroken = false
  await userEvent.click(retry)
  expect(await page.findByText('Loud brakes')).toBeInTheDocument()
  expect(page.queryByRole('alert')).not.toBeInTheDocument()
})

it('loads a linked topic on request when it is not kept here', async () => {
  open([], { answers: { 'topics.open': () => topic({ readAt: now }) }, route: '/topics/topic-1' })
  await userEvent.click(await screen.findByRole('button', { name: 'Load topic' }))
  expect(await (await details()).findByText('Quiet brakes')).toBeInTheDocument()
})

it('says why a linked topic that is not kept here could not be loaded', async () => {
  open([], { answers: failing('CONNECTION_REFUSED'), route: '/topics/topic-1' })
  const page = await details()
  await userEvent.click(await page.findByRole('button', { name: 'Load topic' }))
  expect(await page.findByRole('alert')).toHaveTextContent('Can’t reach the service')
  expect(page.getByRole('button', { name: 'Load topic' })).toBeInTheDocument()
})

it('pins, unpins and forgets a topic', async () => {
  let kept = [topic()]
  const { bridge } = open([], {
    route: '/topics/topic-1',
    answers: {
      'topics.list': () => kept.map(listed),
      'topics.get': () => kept[0] ?? topic(),
      'topics.pin': ({ isPinned }) => {
        kept = kept.map((each) => ({ ...each, isPinned }))
        return null
      },
      'topics.forget': () => {
        kept = []
        return null
      },
    },
  })
  const page = await details()
  await userEvent.click(await page.findByRole('button', { name: 'Pin' }))
  expect(await screen.findByRole('region', { name: 'Pinned' })).toHaveTextContent('Quiet brakes')
  await announced('Pinned')
  const unpin = await page.findByRole('button', { name: 'Unpin' })
  expect(unpin.querySelector('svg')).toHaveClass('tabler-icon-pinned-off')
  await userEvent.click(unpin)
  expect(await screen.findByRole('region', { name: 'Recent' })).toHaveTextContent('Quiet brakes')
  await announced('Unpinned')
  await userEvent.click(page.getByRole('button', { name: 'Remove from list' }))
  await announced('Topic removed from the list')
  expect(await screen.findByText('No topics yet')).toBeInTheDocument()
  expect(address()).toBe('/topics')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Topic ID' })).toHaveFocus())
  expect(bridge.calls).toContainEqual({ name: 'topics.forget', input: { workspace: testWorkspace, id: 'topic-1' } })
})

it('focuses the neighbour of a forgotten topic', async () => {
  let kept = ['a', 'b', 'c'].map((id) => topic({ id, title: `Topic ${id}` }))
  open([], {
    route: '/topics/b',
    answers: {
      'topics.list': () => kept.map(listed),
      'topics.get': ({ id }) => topic({ id }),
      'topics.forget': ({ id }) => {
        kept = kept.filter((each) => each.id !== id)
        return null
      },
    },
  })
  await userEvent.click(await (await details()).findByRole('button', { name: 'Remove from list' }))
  await waitFor(() => expect(screen.getByRole('link', { name: /^Topic c/ })).toHaveFocus())
  expect(address()).toBe('/topics')
})

it('leads nobody away who left a topic before it was removed', async () => {
  let answer = (): void => undefined
  open(
    ['a', 'b'].map((id) => topic({ id, title: `Topic ${id}` })),
    {
      route: '/topics/a',
      answers: {
        'topics.get': ({ id }) => topic({ id }),
        'topics.forget': () =>
          new Promise((resolve) => {
            answer = () => resolve(null)
          }),
      },
    },
  )
  await userEvent.click(await (await details()).findByRole('button', { name: 'Remove from list' }))
  await userEvent.click(await screen.findByRole('link', { name: /^Topic b/ }))
  answer()
  await announced('Topic removed from the list')
  expect(address()).toBe('/topics/b')
})

/** In a kept topic, asks for topic-2; `answer` and `refuse` say how that ends. */
async function askWhileOpen() {
  let end = (): void => undefined
  let fail = (): void => undefined
  open([topic(), topic({ id: 'topic-3', title: 'Night rides' })], {
    route: '/topics/topic-1',
    answers: {
      'topics.open': ({ id }) =>
        new Promise((resolve, reject) => {
          end = () => resolve(topic({ id, title: 'Wet rides' }))
          fail = () => reject(new AppError('NOT_FOUND', ''))
        }),
      'triage.setNote': () => null,
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Open topic' }))
  await ask('topic-2')
  return { answer: () => end(), refuse: () => fail() }
}

async function typeNote() {
  await userEvent.click(await (await details()).findByRole('button', { name: 'Add note' }))
  const note = screen.getByRole('textbox', { name: 'Note' })
  await userEvent.type(note, 'Loud')
  return note
}

it('leads nobody out of a note when a topic opens late', async () => {
  const { answer } = await askWhileOpen()
  const note = await typeNote()
  answer()
  await announced('Topic Wet rides opened')
  expect(note).toHaveFocus()
  expect(address()).toBe('/topics/topic-1')
})

it('leads nobody away who went to another topic before the one asked for opened', async () => {
  const { answer } = await askWhileOpen()
  await userEvent.click(screen.getByRole('link', { name: /^Night rides/ }))
  answer()
  await announced('Topic Wet rides opened')
  expect(address()).toBe('/topics/topic-3')
})

it('says on the field that a topic could not be opened, and leaves the focus in a note', async () => {
  const { refuse } = await askWhileOpen()
  // The error comes with the form.
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  const note = await typeNote()
  refuse()
  const field = await screen.findByRole('textbox', { name: 'Topic ID' })
  await waitFor(() => expect(field).toHaveAccessibleDescription(/No topic has this ID/))
  expect(field).toHaveValue('topic-2')
  expect(note).toHaveFocus()
})

it('opens a topic beside the next ID, which keeps the focus', async () => {
  const { answer } = await askWhileOpen()
  const field = screen.getByRole('textbox', { name: 'Topic ID' })
  await userEvent.clear(field)
  await userEvent.type(field, 'topic-4')
  answer()
  expect(await screen.findByRole('heading', { name: 'Wet rides' })).toBeInTheDocument()
  expect(field).toHaveFocus()
  expect(field).toHaveValue('topic-4')
})

it('moves from pinned to recent topics, and opens and leaves them, with the usual list keys', async () => {
  const kept = [topic({ id: 'r1', title: 'Recent' }), topic({ id: 'p1', title: 'Pinned one', isPinned: true })]
  open(kept)
  await screen.findByRole('region', { name: 'Pinned' })
  await userEvent.keyboard('jj')
  expect(document.activeElement).toHaveTextContent(/^Recent/)
  await userEvent.keyboard('k{Enter}')
  expect(address()).toBe('/topics/p1')
  const region = screen.getByRole('region', { name: 'Topic details' })
  await waitFor(() => expect(region).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  expect(address()).toBe('/topics')
  expect(document.activeElement).toHaveTextContent(/^Pinned one/)
  await userEvent.keyboard('/')
  expect(screen.getByRole('textbox', { name: 'Topic ID' })).toHaveFocus()
  await userEvent.keyboard('{Escape}j')
  expect(document.activeElement).toHaveTextContent(/^Recent/)
})

it('searches the topics once there are many', async () => {
  const eight = Array.from({ length: 8 }, (_, place) => topic({ id: `t${place}`, title: `Topic ${place}` }))
  open([...eight, topic({ id: 't8', title: 'Café' })])
  await screen.findByRole('searchbox', { name: 'Search topics' })
  await userEvent.keyboard('/xyz')
  expect(await screen.findByText('No matching topics.')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}cafe or t9')
  expect(await screen.findByText('Café')).toBeInTheDocument()
  expect(screen.queryByText('No matching topics.')).not.toBeInTheDocument()
  expect(screen.queryByText('Topic 5')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}"topic" -4 5{ArrowDown}{Enter}')
  await waitFor(() => expect(address()).toMatch(/^\/topics\/t5\?/))
})

it('shows the words of a search from the address, also while there are few topics', async () => {
  open([topic(), topic({ id: 't2', title: 'Loud brakes' })], { route: '/topics?q=loud' })
  expect(await screen.findByText('Loud brakes')).toBeInTheDocument()
  expect(screen.queryByText('Quiet brakes')).not.toBeInTheDocument()
  expect(screen.getByRole('searchbox', { name: 'Search topics' })).toHaveValue('loud')
})
