import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { FeedbackRow } from '../../../contract/features/feedback'
import { Preferences } from '../../../contract/features/preferences'
import { defaultViews } from '../../../contract/features/saved-views'
import type { Found } from '../../../contract/features/search'
import type { Answers, FakeBridge } from '../../testing/fake-bridge'
import { pasteInto } from '../../testing/paste-into'
import { testEnvironments, testInSandbox, testSandbox, testSyncStatus, testWorkspace } from '../../testing/places'
import { renderView } from '../../testing/render'
import { helpDialog } from '../../ui/dialogs'
import type { AppCommands } from './commands'
import { Palette } from './Palette'

const seen = { isHidden: false } as const
const found: readonly Found[] = [
  { ...seen, kind: 'topic', id: 'topic/1', title: 'Quiet brakes', foundIn: 'title' },
  { ...seen, kind: 'insight', id: 'insight-1', title: 'Brakes squeal in the rain', foundIn: 'title-start' },
  { kind: 'insight', id: 'insight-2', title: '', isHidden: true, foundIn: 'text' },
  { ...seen, kind: 'outcome', id: 'goal-1', title: 'Fewer brake repairs', foundIn: 'title' },
  { ...seen, kind: 'knowledge', id: 'item-1', title: ' ', foundIn: 'text' },
]

const verbatim: FeedbackRow = {
  ...{ id: 'f1', title: null, content: 'My brakes are loud.', source: 'Shop', sourceId: null, sourceUrl: null },
  ...{ submittedBy: null, processed: true, sentimentScore: null, sentimentCategory: null },
  ...{ sentimentConfidence: null, insights: 1, createdAt: '2025-01-01T00:00:00Z' },
}

const nothing = { found: [], totals: [] }

function Address() {
  const { pathname, search, state } = useLocation()
  return (
    <>
      <output aria-label="Address">{pathname + search}</output>
      <output aria-label="State">{JSON.stringify(state)}</output>
    </>
  )
}

function open(answers: Answers = {}, route = '/') {
  const commands: AppCommands = {
    newInsight: vi.fn(),
    searchHere: vi.fn(),
    sync: vi.fn(),
    openSettings: vi.fn(),
    showKeys: vi.fn(),
    openPalette: vi.fn(),
    goBack: vi.fn(),
    goForward: vi.fn(),
  }
  const onClose = vi.fn()
  const ui = (
    <>
      <Palette commands={commands} onClose={onClose} />
      <Address />
    </>
  )
  const view = renderView(ui, {
    route,
    answers: {
      'search.everything': () => ({
        found: [...found],
        totals: [
          { kind: 'insight', total: 12 },
          { kind: 'outcome', total: 1 },
        ],
      }),
      'feedback.query': () => ({ rows: [verbatim], total: 1, all: 1 }),
      ...answers,
    },
  })
  return { ...view, commands, onClose }
}

const field = () => screen.findByRole('combobox', { name: 'Search or run a command' })

/** Input of the last such call. On a slow machine, the first letters typed are searched for on their own. */
const lastAsked = ({ calls }: Pick<FakeBridge, 'calls'>, call: string) =>
  calls.findLast(({ name }) => name === call)?.input
/** The accessible text of each: icons and keys are visual only. */
const labels = () =>
  screen.getAllByRole('option').map(({ children }) =>
    [...children]
      .filter((child) => child.getAttribute('aria-hidden') !== 'true')
      .map(({ textContent }) => textContent)
      .join(' '),
  )

it('has the focus on its first frame, so that a fast typist loses no letters', () => {
  open()
  expect(screen.getByRole('combobox', { name: 'Search or run a command' })).toHaveFocus()
})

it('is not described by all its entries', async () => {
  open()
  expect(await screen.findByRole('option', { name: /Save diagnostics/ })).toBeInTheDocument()
  expect(screen.getByRole('dialog')).not.toHaveAccessibleDescription()
})

it('offers commands and the other workspaces, but no views, before anything is typed', async () => {
  const { bridge } = open()
  await field()
  expect(labels()).toEqual(expect.arrayContaining(['New insight', 'Sync now', 'Real bikes Production']))
  // Those in use by default.
  expect(labels().filter((label) => label.endsWith(' current'))).toEqual([
    'System theme current',
    'Comfortable density current',
  ])
  expect(labels()).not.toContain('Insights')
  expect(labels()).not.toContain('Save view…')
  expect(labels()).not.toContain('About settings')
  expect(labels()).not.toContain('Trial bikes Staging')
  expect(screen.getByRole('status', { name: 'Results' })).toBeEmptyDOMElement()
  expect(screen.queryByText(/Use quotes for an exact match/)).not.toBeInTheDocument()
  expect(lastAsked(bridge, 'duplicates.related')).toBeUndefined()
  const offered = labels()
  fireEvent.change(await field(), { target: { value: ' ' } })
  expect(labels()).toEqual(offered)
  expect(screen.getByRole('status', { name: 'Results' })).toBeEmptyDOMElement()
})

it.each([
  ['not set up yet', testEnvironments, true],
  ['set up', testInSandbox, false],
])('offers to explore the sandbox while it is not set up: %s', async (_, environments, isOffered) => {
  open({ 'environments.list': () => environments })
  await field()
  expect(labels().includes('Explore the sandbox')).toBe(isOffered)
})

it.each(['/', '/goals?q=range', '/goals/g1?q=range'])(
  'leads from %s to the goals to delete one by ID',
  async (route) => {
    open({}, route)
    await userEvent.type(await field(), 'delete goal')
    await userEvent.click(await screen.findByRole('option', { name: 'Delete goal by ID…' }))
    expect(screen.getByLabelText('Address').textContent).toBe(route === '/' ? '/goals' : route)
    expect(screen.getByLabelText('State')).toHaveTextContent('{"dialogWanted":"deletion-by-id"}')
  },
)

it('searches for the beginning of a pasted text that is longer than a search', async () => {
  const { bridge } = open()
  await pasteInto(await field(), 'brake '.repeat(100))
  expect(await screen.findByRole('option', { name: 'Brakes squeal in the rain Insight' })).toBeInTheDocument()
  const asked = bridge.calls.filter(({ name }) => name === 'search.everything')
  expect(asked).toEqual([
    expect.objectContaining({ input: expect.objectContaining({ text: 'brake '.repeat(100).slice(0, 500) }) }),
  ])
})

it('finds every kind of record by its text, best match first, names its kind, and opens its page', async () => {
  const { bridge, onClose } = open()
  await userEvent.type(await field(), 'brake')
  expect(await screen.findByRole('option', { name: 'Brakes squeal in the rain Insight' })).toBeInTheDocument()
  await waitFor(() =>
    expect(labels()).toEqual([
      'Brakes squeal in the rain Insight',
      'Hidden content Insight',
      'All 12 in Insights',
      'Fewer brake repairs Goal',
      'My brakes are loud. Feedback',
      'Quiet brakes Topic',
      'item-1 Knowledge item',
    ]),
  )
  const headings = ['Insights', 'Goals', 'Feedback', 'Topics', 'Knowledge']
  expect(
    headings.map(
      (heading) => screen.getByText(heading, { selector: '[role="presentation"]' }).nextSibling?.textContent,
    ),
  ).toEqual([
    expect.stringContaining('Brakes squeal in the rain'),
    expect.stringContaining('Fewer brake repairs'),
    expect.stringContaining('My brakes are loud.'),
    expect.stringContaining('Quiet brakes'),
    expect.stringContaining('item-1'),
  ])
  await waitFor(() => {
    expect(lastAsked(bridge, 'search.everything')).toEqual({ workspace: testWorkspace, text: 'brake', limit: 5 })
    expect(lastAsked(bridge, 'feedback.query')).toMatchObject({ workspace: testWorkspace, text: 'brake', limit: 5 })
  })
  await userEvent.click(screen.getByRole('option', { name: /Quiet brakes/ }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(screen.getByLabelText('Address')).toHaveTextContent('/topics/topic%2F1')
  // Search results are content, and no content is kept in plain text.
  expect(lastAsked(bridge, 'preferences.save')).toBeUndefined()
})

it('links to all results of a kind with the same search, and does not count the link as a result', async () => {
  open()
  // Spaces around the words are not searched for.
  fireEvent.change(await field(), { target: { value: ' brake pads ' } })
  const all = await screen.findByRole('option', { name: 'All 12 in Insights' })
  expect(screen.queryByRole('option', { name: /in Goals/ })).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('status', { name: 'Results' })).toHaveTextContent('6 results'))
  expect(screen.getAllByText('6 results')).toHaveLength(1)
  await userEvent.click(all)
  expect(screen.getByLabelText('Address')).toHaveTextContent('/insights?q=brake+pads')
})

it('marks the typed words in results, but not in the link to all of them', async () => {
  open()
  await userEvent.type(await field(), 'insights')
  const all = await screen.findByRole('option', { name: 'All 12 in Insights' })
  expect(all.querySelector('mark')).not.toBeInTheDocument()
  expect(screen.getByRole('option', { name: 'Insights' }).querySelector('mark')).toHaveTextContent('Insights')
})

it('keeps the entry chosen with the arrow keys when more results arrive', async () => {
  let answer: (rows: readonly FeedbackRow[]) => void = () => undefined
  const { bridge } = open({
    'search.everything': () => nothing,
    'feedback.query': () =>
      new Promise((resolve) => {
        answer = (rows) => resolve({ rows: [...rows], total: 1, all: 1 })
      }),
  })
  // Only another name of it has this word.
  await userEvent.type(await field(), 'switch')
  await userEvent.keyboard('{ArrowDown}')
  const chosen = () => screen.getByRole('option', { selected: true }).textContent
  const second = labels()[1] ?? 'no second one'
  expect(chosen()).toContain(second)
  await waitFor(() => expect(lastAsked(bridge, 'feedback.query')).toMatchObject({ text: 'switch' }))
  answer([{ ...verbatim, title: 'Switch first' }])
  await screen.findByRole('option', { name: 'Switch first Feedback' })
  expect([labels()[0], labels()[2]]).toEqual(['Switch first Feedback', second])
  expect(chosen()).toContain(second)
})

it('offers a command named with the typed word before a record whose title begins with it', async () => {
  open({
    'search.everything': () => nothing,
    'feedback.query': () => ({ rows: [{ ...verbatim, title: 'Shortcuts are missed' }], total: 1, all: 1 }),
  })
  await userEvent.type(await field(), 'shortcuts')
  await screen.findByRole('option', { name: 'Shortcuts are missed Feedback' })
  expect(labels()[0]).toMatch(/^Show keyboard shortcuts/)
})

it('says that nothing matches only after all searches have finished', async () => {
  let answer: () => void = () => undefined
  const { bridge } = open({
    'search.everything': () =>
      new Promise((resolve) => {
        answer = () => resolve(nothing)
      }),
    'feedback.query': () => ({ rows: [], total: 0, all: 0 }),
  })
  fireEvent.change(await field(), { target: { value: 'xyzzy' } })
  const said = () => screen.getByRole('status', { name: 'Results' })
  // Also before the search begins, at the first pause in typing.
  expect(said()).toHaveTextContent('Searching…')
  await waitFor(() => expect(lastAsked(bridge, 'search.everything')).toMatchObject({ text: 'xyzzy' }))
  expect(said()).toHaveTextContent('Searching…')
  answer()
  await waitFor(() => expect(said()).toHaveTextContent('No results.'))
  expect(screen.getByText('No results.', { ignore: '[role="status"]' })).toBeVisible()
  expect(await field()).not.toHaveAttribute('aria-activedescendant')
})

it('remembers commands by ID, per environment, and offers the recent ones first', async () => {
  const older = [...'abcdefgh'].map((letter) => `command:gone-${letter}`)
  const { bridge } = open({
    // A record found between two slow keys would be first.
    'search.everything': () => nothing,
    'feedback.query': () => ({ rows: [], total: 0, all: 0 }),
    'preferences.read': () =>
      Preferences.parse({
        recentCommands: {
          staging: ['command:sync', 'view:goals', 'command:appearance-dark', ...older],
          production: ['command:keys'],
        },
      }),
  })
  await field()
  expect(labels().slice(0, 2)).toEqual(['Sync now', 'Goals'])
  expect(screen.getByText('Recently used')).toBeInTheDocument()
  expect(labels().filter((label) => label === 'Goals')).toHaveLength(1)
  await userEvent.type(await field(), 'dark app{Enter}')
  const saves = () => bridge.calls.filter(({ name }) => name === 'preferences.save').map(({ input }) => input)
  // One after the other: the second save waits for the first answer.
  await waitFor(() => expect(saves()).toHaveLength(2))
  const saved = saves()
  expect(saved).toContainEqual({ colorScheme: 'dark' })
  expect(saved).toContainEqual({
    recentCommands: {
      // The last ten.
      staging: ['command:appearance-dark', 'command:sync', 'view:goals', ...older.slice(0, 7)],
      production: ['command:keys'],
    },
  })
})

it.each([
  ['compact', 'preferences.save', { density: 'compact' }],
  ['copy link', 'shell.copyText', { text: `discovery-desk://staging/${testWorkspace.workspaceId}/goals/g1` }],
  ['sandb', 'environments.exploreSandbox', {}],
] as const)('runs "%s" with Enter', async (words, call, input) => {
  const { bridge } = open(
    {
      'shell.copyText': () => null,
      'environments.exploreSandbox': () => ({ workspace: { ...testWorkspace, environment: 'sandbox' } }),
      'search.everything': () => nothing,
      'feedback.query': () => ({ rows: [], total: 0, all: 0 }),
    },
    '/goals/g1?q=x',
  )
  await userEvent.type(await field(), `${words}{Enter}`)
  await waitFor(() => expect(bridge.calls).toContainEqual({ name: call, input }))
})

it('leads to a section of the settings', async () => {
  open({ 'search.everything': () => nothing, 'feedback.query': () => ({ rows: [], total: 0, all: 0 }) })
  await userEvent.type(await field(), 'keyboard{Enter}')
  expect(screen.getByLabelText('Address')).toHaveTextContent('/settings/keyboard')
})

it.each([
  ['Triage', '/insights/triage'],
  ['Connection doctor', '/settings/network'],
  ['Connect a workspace…', '/connect'],
])('leads to another view with "%s"', async (name, path) => {
  open()
  await field()
  fireEvent.click(screen.getByRole('option', { name }))
  expect(screen.getByLabelText('Address').textContent).toBe(path)
})

it('leads to a view, and remembers that', async () => {
  const { bridge } = open()
  fireEvent.change(await field(), { target: { value: 'goals' } })
  fireEvent.click(screen.getByRole('option', { name: 'Goals' }))
  expect(screen.getByLabelText('Address').textContent).toBe('/goals')
  const recentCommands = { staging: ['view:goals'] }
  await waitFor(() => expect(lastAsked(bridge, 'preferences.save')).toEqual({ recentCommands }))
})

it('leads to a saved view, named with its list', async () => {
  const { onClose } = open({ 'savedViews.list': () => [...defaultViews] })
  await field()
  fireEvent.click(await screen.findByRole('option', { name: 'Rising What changed' }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(screen.getByLabelText('Address').textContent).toBe('/news?view=rising&status=rising')
})

it('opens another workspace, and does not remember it', async () => {
  const other = { ...testWorkspace, workspaceId: 'other' }
  const environments = testEnvironments.environments.map((each) => ({
    ...each,
    workspaces: each.workspaces.flatMap((workspace) =>
      each.name === 'staging' ? [workspace, { ...workspace, name: 'More bikes', ref: other }] : workspace,
    ),
  }))
  const { bridge } = open({
    'environments.list': () => ({ ...testEnvironments, environments }),
    'environments.open': () => null,
  })
  await field()
  fireEvent.click(screen.getByRole('option', { name: 'More bikes Staging' }))
  await waitFor(() => expect(lastAsked(bridge, 'environments.open')).toEqual({ workspace: other }))
  expect(lastAsked(bridge, 'preferences.save')).toBeUndefined()
})

it.each([
  ['What’s new in this version', 'whats-new'],
  ['Report a problem…', 'report-problem'],
  ['Save diagnostics…', 'save-diagnostics'],
  ['Third-party licences', 'licences'],
])('opens the help page "%s"', async (name, page) => {
  open()
  await field()
  fireEvent.click(screen.getByRole('option', { name }))
  expect(helpDialog.get()).toBe(page)
  helpDialog.set(null)
})

it.each([
  [false, 'Take the sandbox offline', { isOnline: false }],
  [true, 'Bring the sandbox online', { isOnline: true }],
])('takes the sandbox offline and back, while it is offline: %s', async (isOffline, name, input) => {
  const { bridge } = open({
    ...{ 'search.everything': () => nothing, 'feedback.query': () => ({ rows: [], total: 0, all: 0 }) },
    'environments.list': () => testInSandbox,
    'sync.status': () => ({
      ...testSyncStatus,
      workspace: testSandbox,
      ...(isOffline ? ({ state: 'offline', error: new AppError('CONNECTION_REFUSED', '').report } as const) : {}),
    }),
    'sandbox.setOnline': () => null,
  })
  await field()
  await screen.findByRole('option', { name })
  await userEvent.type(await field(), 'train')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(bridge.calls).toContainEqual({ name: 'sandbox.setOnline', input }))
  // One command, whatever its label, among those used recently.
  const recentCommands = { sandbox: ['command:sandbox-connection'] }
  await waitFor(() => expect(bridge.calls).toContainEqual({ name: 'preferences.save', input: { recentCommands } }))
})

it('lets a week pass in the sandbox only', async () => {
  const elsewhere = open()
  await field()
  expect(labels()).not.toContain('Let a week pass in the sandbox')
  elsewhere.unmount()
  const { bridge } = open({
    ...{ 'search.everything': () => nothing, 'feedback.query': () => ({ rows: [], total: 0, all: 0 }) },
    'environments.list': () => testInSandbox,
    'sandbox.passWeek': () => null,
  })
  await userEvent.type(await field(), 'week pass{Enter}')
  await waitFor(() => expect(bridge.calls).toContainEqual({ name: 'sandbox.passWeek', input: {} }))
})

it('stays open at Enter while nothing matches', async () => {
  const { onClose } = open({
    'search.everything': () => nothing,
    'feedback.query': () => ({ rows: [], total: 0, all: 0 }),
  })
  await userEvent.type(await field(), 'xyz')
  expect(screen.queryAllByRole('option')).toEqual([])
  await userEvent.keyboard('{Enter}')
  expect(onClose).not.toHaveBeenCalled()
})

it('offers locking and reviewing in production only, and only when they can be done', async () => {
  const production = { ...testWorkspace, environment: 'production' as const }
  const list = (isLocked: boolean) => ({
    ...testEnvironments,
    active: production,
    environments: testEnvironments.environments.map((each) =>
      each.name === 'production' ? { ...each, isLocked } : each,
    ),
  })
  const first = open()
  await field()
  expect(labels().join()).not.toMatch(/editing|Review/)
  first.unmount()

  const locked = open({
    'environments.list': () => list(true),
    'sync.status': () => ({ ...testSyncStatus, workspace: production, waitingChanges: 2, changesToReview: 2 }),
  })
  await field()
  expect(labels()).toContain('Unlock editing')
  expect(labels()).not.toContain('Lock editing')
  await waitFor(() => expect(labels()).toContain('Review and send…'))
  locked.unmount()

  const { bridge } = open({ 'environments.list': () => list(false), 'environments.lock': () => null })
  await userEvent.type(await field(), 'lock ed{Enter}')
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({ name: 'environments.lock', input: { environment: 'production' } }),
  )
})

it('shows the key beside a command, outside its accessible name', async () => {
  open()
  await field()
  const option = screen.getByRole('option', { name: 'Sync now' })
  expect(within(option).getByText('R')).toBeInTheDocument()
  expect(within(screen.getByRole('option', { name: 'Production' })).getByText('Ctrl+1')).toBeInTheDocument()
  await userEvent.type(await field(), 'activ')
  expect(within(screen.getByRole('option', { name: 'Activity' })).getByText('then')).toBeInTheDocument()
})

it('runs the entry chosen with the arrow keys, and closes', async () => {
  const { commands, onClose } = open()
  await userEvent.type(await field(), 'sync')
  // Records that arrive between the two keys would move the entry that was chosen.
  await waitFor(() => expect(screen.getByRole('status', { name: 'Results' })).toHaveTextContent(/\d results?$/))
  expect(labels()[0]).toBe('Sync now')
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  const chosen = screen.getByRole('option', { selected: true })
  expect(await field()).toHaveAttribute('aria-activedescendant', chosen.id)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(commands.sync).toHaveBeenCalledOnce())
  expect(onClose).toHaveBeenCalledOnce()
})

it('goes back to the first entry when more is typed', async () => {
  open({ 'search.everything': () => nothing, 'feedback.query': () => ({ rows: [], total: 0, all: 0 }) })
  const typed = await field()
  fireEvent.change(typed, { target: { value: 'theme' } })
  fireEvent.keyDown(typed, { key: 'ArrowDown' })
  expect(screen.getByRole('option', { selected: true })).toBe(screen.getAllByRole('option')[1])
  fireEvent.change(typed, { target: { value: 'themes' } })
  fireEvent.change(typed, { target: { value: 'theme' } })
  expect(screen.getByRole('option', { selected: true })).toBe(screen.getAllByRole('option')[0])
})

it('runs the entry under the pointer with Enter', async () => {
  const { commands } = open()
  await field()
  const option = screen.getByRole('option', { name: 'Sync now' })
  expect(option).toHaveAttribute('aria-selected', 'false')
  await userEvent.hover(option)
  expect(option).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  expect(commands.sync).toHaveBeenCalledOnce()
})

it('runs nothing with the Enter that ends the composition of a character', async () => {
  const { onClose } = open()
  fireEvent.keyDown(await field(), { key: 'Enter', isComposing: true })
  expect(onClose).not.toHaveBeenCalled()
  // Else it would also press the button that the closing palette gives the focus back to.
  expect(fireEvent.keyDown(await field(), { key: 'Enter' })).toBe(false)
  expect(onClose).toHaveBeenCalledOnce()
})

it('keeps the caret and the focus in the field while entries are chosen with the keys and the pointer', async () => {
  open()
  const typed = await field()
  // False: the browser does not do what it would with this key or press.
  for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) expect(fireEvent.keyDown(typed, { key })).toBe(false)
  expect(fireEvent.keyDown(typed, { key: 'ArrowLeft' })).toBe(true)
  expect(fireEvent.mouseDown(screen.getByRole('option', { name: 'Sync now' }))).toBe(false)
})

it('scrolls to the entry chosen with the arrow keys', async () => {
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  onTestFinished(() => scroll.mockRestore())
  open()
  const typed = await field()
  fireEvent.keyDown(typed, { key: 'ArrowUp' })
  expect(scroll.mock.contexts.at(-1)).toBe(screen.getAllByRole('option').at(-1))
  expect(scroll).toHaveBeenLastCalledWith({ block: 'nearest' })
  fireEvent.keyDown(typed, { key: 'ArrowDown' })
  expect(scroll.mock.contexts.at(-1)).toBe(screen.getAllByRole('option')[0])
})

it('wraps around at both ends', async () => {
  open()
  await userEvent.type(await field(), '{ArrowUp}')
  expect(screen.getAllByRole('option').at(-1)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-selected', 'true')
})

it('hides shortcuts that are switched off, and shows alternatives that do the same', async () => {
  open({ 'preferences.read': () => Preferences.parse({ hasSingleKeys: false }) })
  await field()
  const keysOf = (name: string) =>
    [...screen.getByRole('option', { name }).querySelectorAll('kbd')].map((key) => key.textContent)
  expect(keysOf('Triage')).toEqual([])
  expect(keysOf('Sync now')).toEqual(['Ctrl+R'])
  await userEvent.type(await field(), 'settings')
  expect(keysOf('Settings')).toEqual(['Ctrl+,'])
})

const kin = { id: 'near-1', type: 'Bug', title: 'Pads wear out early', hideContent: false, similarity: 0.8 }

it('adds insights related by meaning below the matches, uncounted, and queries them only after typing stops', async () => {
  const more = [3, 4].map((place) => ({
    ...({ ...seen, kind: 'insight', foundIn: 'text' } as const),
    ...{ id: `insight-${place}`, title: `Squeal ${place}` },
  }))
  const { bridge } = open({
    'search.everything': () => ({ found: [...found, ...more], totals: [] }),
    'feedback.query': () => ({ rows: [], total: 0, all: 1 }),
    'duplicates.related': () => [
      ...[kin, { ...kin, id: 'near-2', title: 'Secret', hideContent: true }],
      { ...kin, id: 'near-3', title: ' ' },
    ],
  })
  const typed = await field()
  // In one turn: between two keys of a slow computer there would be a pause.
  for (const value of ['sq', 'squeal']) fireEvent.change(typed, { target: { value } })
  const option = await screen.findByRole('option', { name: 'Pads wear out early Insight, related by meaning' })
  expect(screen.getByText('Related by meaning')).toBeInTheDocument()
  expect(labels().slice(-3)).toEqual([
    'Pads wear out early Insight, related by meaning',
    'Hidden content Insight, related by meaning',
    'Untitled near-3 Insight, related by meaning',
  ])
  expect(screen.getByRole('status', { name: 'Results' })).toHaveTextContent(`${found.length + more.length} results`)
  const asked = bridge.calls.filter(({ name }) => name === 'duplicates.related')
  const ids = ['insight-1', 'insight-2', 'insight-3']
  expect(asked).toEqual([expect.objectContaining({ input: expect.objectContaining({ ids, text: 'squeal' }) })])
  // Longer than the pause after typing.
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(option).toBeInTheDocument()
  await userEvent.click(option)
  expect(screen.getByLabelText('Address')).toHaveTextContent('/insights/near-1')
})

it.each([
  ['back', 'goBack'],
  ['forw', 'goForward'],
] as const)('"%s" navigates the history', async (words, command) => {
  const { commands } = open({
    'search.everything': () => nothing,
    'feedback.query': () => ({ rows: [], total: 0, all: 0 }),
  })
  await userEvent.type(await field(), `${words}{Enter}`)
  expect(commands[command]).toHaveBeenCalledOnce()
})

it('offers Back and Forward only when they lead somewhere', async () => {
  vi.stubGlobal('navigation', { canGoBack: true, canGoForward: false })
  onTestFinished(() => void vi.unstubAllGlobals())
  open()
  await field()
  expect(labels()).toContain('Back')
  expect(labels()).not.toContain('Forward')
})
