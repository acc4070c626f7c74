import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import { Preferences } from '../../../contract/features/preferences'
import type { FoundRecords } from '../../../contract/features/search'
import type { Answers } from '../../testing/fake-bridge'
import { testEnvironments, testInSandbox, testSyncStatus, testWorkspace, untriaged } from '../../testing/places'
import { renderView } from '../../testing/render'
import type { Binding } from '../../ui/every-key'
import { useKey } from '../../ui/keys'
import { useViewCommand } from '../../ui/view-commands'
import { offlineReason } from '../../ui/words'
import type { AppCommands } from './commands'
import { Palette } from './Palette'

function Address() {
  const { pathname, state } = useLocation()
  return <output aria-label="Address">{`${pathname} ${JSON.stringify(state)}`}</output>
}

const noToken = { kept: 'keychain', expiresAt: null } as const

const pressed = vi.fn()

/** As the view behind the palette binds them. */
function Keys({ keys }: { keys: readonly Binding[] }) {
  return keys.map((key) => <Key key={key} binding={key} />)
}

function Key({ binding }: { binding: Binding }) {
  useKey(binding, () => pressed(binding))
  return null
}

function SaveView() {
  useViewCommand({ id: 'save-view', of: 'view', label: 'Save view…', alsoCalled: 'bookmark', run: () => undefined })
  return null
}

function open(route = '/', answers: Answers = {}, keys: readonly Binding[] = []) {
  const commands: AppCommands = {
    ...{ newInsight: vi.fn(), searchHere: vi.fn(), sync: vi.fn() },
    ...{ openSettings: vi.fn(), showKeys: vi.fn(), openPalette: vi.fn() },
    ...{ goBack: vi.fn(), goForward: vi.fn() },
  }
  const ui = (
    <>
      <Palette commands={commands} onClose={() => undefined} />
      <Address />
      <Keys keys={keys} />
      <SaveView />
    </>
  )
  return renderView(ui, {
    route,
    answers: {
      'search.everything': () => ({ found: [], totals: [] }),
      'feedback.query': () => ({ rows: [], total: 0, all: 0 }),
      ...answers,
    },
  })
}

const field = () => screen.findByRole('combobox', { name: 'Search or run a command' })
const options = () => screen.getAllByRole('option')

it.each([
  ['create insight', 'New insight'],
  ['add', 'New insight'],
  ['remove', 'Delete goal by ID…'],
  ['outcome', 'Goals'],
  ['mark all seen', 'Mark all insights in an opportunity as seen…'],
  ['link metric', 'Link goals to a metric…'],
  ['dark mode', 'Dark theme'],
  ['log in', 'Environments settings'],
  ['token', 'Environments settings'],
  ['upload', 'Knowledge'],
  ['changelog', 'What’s new in this version'],
  ['bug', 'Report a problem…'],
  ['help', 'Save diagnostics…'],
  ['open source', 'Third-party licences'],
  ['version', 'About settings'],
  ['switch', 'Production'],
  ['environment', 'Production'],
  ['review', 'Triage'],
  ['evidence', 'Feedback'],
  ['negative', 'Feedback'],
  ['scoring model', 'Prioritise'],
  ['compare', 'Solutions'],
  ['drafts', 'Insights'],
  ['deleted', 'Activity'],
  ['unsent', 'Activity'],
  ['sync details', 'Sync now'],
  ['refresh', 'Sync now'],
  ['dashboard', 'This week'],
  ['roadmap', 'Prioritise'],
  ['kpi', 'Metrics'],
  ['preferences', 'Settings'],
])('%j leads to %s', async (words, name) => {
  open()
  await userEvent.type(await field(), words)
  expect(screen.getByRole('option', { name })).toBeInTheDocument()
})

it.each([
  ['open', 'Mark as reviewed'],
  ['reviewed', 'Mark as not reviewed'],
] as const)('starts with the actions for the open insight, which is %s', async (status, review) => {
  const answers: Answers = { 'triage.get': () => ({ ...untriaged, status }) }
  open('/insights/i1', answers, ['e', 'h', 'n', 'l'])
  await screen.findByRole('option', { name: review })
  expect(
    options()
      .slice(0, 5)
      .map((option) => option.getAttribute('aria-label') ?? option.firstChild?.textContent),
  ).toEqual([review, 'Snooze…', 'Add note', 'Label…', 'Copy ID'])
  expect(screen.getByText('This insight')).toBeInTheDocument()
  await userEvent.type(await field(), 'done{Enter}')
  expect(pressed).toHaveBeenLastCalledWith('e')
})

it.each([
  ['/goals/g1', 'outcome'],
  ['/opportunities/o1', 'opportunity'],
  ['/knowledge/k1', 'knowledge'],
])('offers to mark the reviewed record at %s as not reviewed', async (route, kind) => {
  const { bridge } = open(route, { 'triage.get': () => ({ ...untriaged, status: 'reviewed' }) }, ['e'])
  expect(await screen.findByRole('option', { name: 'Mark as not reviewed' })).toBeInTheDocument()
  expect(screen.queryByRole('option', { name: 'Mark as reviewed' })).not.toBeInTheDocument()
  expect(bridge.calls).toContainEqual(
    expect.objectContaining({ name: 'triage.get', input: expect.objectContaining({ kind }) }),
  )
})

it('offers to edit the note that the open record has', async () => {
  open('/goals/g1', { 'triage.get': () => ({ ...untriaged, note: 'Ask Anna' }) }, ['e', 'n'])
  expect(await screen.findByRole('option', { name: 'Edit note' })).toBeInTheDocument()
  expect(screen.queryByRole('option', { name: 'Add note' })).not.toBeInTheDocument()
})

it('names the command on the open opportunity like its button', async () => {
  open('/opportunities/o1', {}, ['e'])
  expect(await screen.findByRole('option', { name: 'Mark all as seen…' })).toBeInTheDocument()
  expect(screen.queryByRole('option', { name: /in an opportunity/ })).not.toBeInTheDocument()
})

it('copies the ID of the open knowledge item, and opens its deletion dialog', async () => {
  const { bridge } = open('/knowledge/k%201', { 'shell.copyText': () => null }, ['n'])
  await userEvent.click(await screen.findByRole('option', { name: 'Copy ID' }))
  await waitFor(() => expect(bridge.calls).toContainEqual({ name: 'shell.copyText', input: { text: 'k 1' } }))
  expect(screen.getByRole('option', { name: 'Add note' })).toBeInTheDocument()
  expect(screen.queryByRole('option', { name: 'Snooze…' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('option', { name: 'Delete…' }))
  expect(screen.getByLabelText('Address')).toHaveTextContent('/knowledge/k%201 {"dialogWanted":"deletion"}')
})

it('offers no record actions when none is open, even if a row binds their keys', async () => {
  open('/insights', {}, ['e', 'h', 'l'])
  await screen.findByRole('option', { name: 'New insight' })
  for (const name of ['Mark as reviewed', 'Snooze…', 'Copy ID', 'Delete…']) {
    expect(screen.queryByRole('option', { name })).not.toBeInTheDocument()
  }
})

it.each(['/insights/triage', '/insights/triage/i1'])('does not treat a part of %s as an insight', async (route) => {
  const { bridge } = open(route, { 'triage.get': () => untriaged })
  await field()
  await screen.findByRole('option', { name: 'New insight' })
  expect(screen.queryByRole('option', { name: 'Mark as reviewed' })).not.toBeInTheDocument()
  expect(bridge.calls.map(({ name }) => name)).not.toContain('triage.get')
})

it('offers the keys of triage while it shows an insight without naming it in the address', async () => {
  open('/insights/triage', {}, ['e', 'h'])
  expect(await screen.findByText('This insight')).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('option', { name: 'Mark as reviewed' }))
  expect(pressed).toHaveBeenLastCalledWith('e')
  expect(screen.getByRole('option', { name: 'Snooze…' })).toBeInTheDocument()
  expect(screen.queryByRole('option', { name: 'Copy ID' })).not.toBeInTheDocument()
})

it('offers to mark as reviewed in triage, as its key does, even for a reviewed insight', async () => {
  const answers: Answers = { 'triage.get': () => ({ ...untriaged, status: 'reviewed', note: 'Ask Anna' }) }
  open('/insights/triage/i1', answers, ['e', 'n'])
  // By now, the decision has been read too.
  await screen.findByRole('option', { name: 'Edit note' })
  expect(screen.getByRole('option', { name: 'Mark as reviewed' })).toBeInTheDocument()
  expect(screen.queryByRole('option', { name: 'Mark as not reviewed' })).not.toBeInTheDocument()
})

it('says nothing about similar words when nothing has them either', async () => {
  const forgiven = [{ typed: 'batery', words: ['battery'], because: 'similar' as const }]
  open('/', { 'search.everything': () => ({ found: [], totals: [], forgiven }) })
  await userEvent.type(await field(), 'batery')
  await waitFor(() => expect(screen.getByRole('status', { name: 'Results' })).toHaveTextContent('No results.'))
  expect(screen.queryByText(/Showing results for/)).not.toBeInTheDocument()
})

it.each([
  ['/metrics/m%201', 'link metric', '/metrics/m%201 {"isPickerWanted":true}'],
  ['/metrics', 'link metric', '/metrics null'],
  ['/opportunities/o1', 'mark all', '/opportunities/o1 {"dialogWanted":"mark-seen","isFocusWanted":true}'],
  ['/goals/g1', 'mark all', '/opportunities null'],
])('from %s, %j leads to %s', async (route, words, address) => {
  open(route)
  await userEvent.type(await field(), `${words}{Enter}`)
  expect(screen.getByLabelText('Address')).toHaveTextContent(address)
})

it.each([
  ['mark all', 'Open an opportunity to mark its insights as seen.'],
  ['link metric', 'Select or add a metric to link goals to it.'],
])('%j says what to open first when it leads to a list', async (words, hint) => {
  open('/goals')
  await userEvent.type(await field(), `${words}{Enter}`)
  expect(await screen.findByText(hint)).toBeInTheDocument()
})

it('highlights the matches, and says what was searched for', async () => {
  open('/', {
    'search.everything': () => ({
      found: [{ kind: 'insight', id: 'i1', title: 'The Battéry range', isHidden: false, foundIn: 'text' }],
      totals: [{ kind: 'insight', total: 1 }],
      forgiven: [{ typed: 'batery', words: ['battery'], because: 'similar' }],
    }),
  })
  await userEvent.type(await field(), 'batery')
  expect(await screen.findByText('Battéry')).toHaveProperty('tagName', 'MARK')
  expect(screen.getByText(/Showing results for/)).toHaveTextContent(
    'Showing results for battery. Use quotes for an exact match.',
  )
})

const sees: FoundRecords = {
  found: [{ kind: 'insight', id: 'i1', title: 'A rider sees nothing', isHidden: false, foundIn: 'text' }],
  totals: [{ kind: 'insight', total: 1 }],
  forgiven: [{ typed: 'seen', words: ['sees'], because: 'similar' }],
}
const unseen: FoundRecords = {
  ...sees,
  found: sees.found.map((each) => ({ ...each, title: 'Unseen' })),
  forgiven: [{ typed: 'seen', words: ['unseen'], because: 'part' }],
}
const comment = {
  ...{ id: 'f1', title: null, content: 'It was sawn.', source: 'survey', sourceId: null, sourceUrl: null },
  ...{ submittedBy: null, processed: true, sentimentScore: null, sentimentCategory: null, sentimentConfidence: null },
  ...{ insights: 1, createdAt: '2026-01-02T10:00:00.000Z' },
}

it.each([
  ['a command has', 'seen', {}, '2 results'],
  ['feedback has', 'sawn', { 'feedback.query': () => ({ rows: [comment], total: 1, all: 1 }) }, '1 result'],
] as const)('shows no results for similar words when %s the typed word', async (_, words, answers, results) => {
  const { bridge } = open('/', { 'search.everything': () => sees, ...(answers as Answers) })
  await userEvent.type(await field(), words)
  const asked = expect.objectContaining({ name: 'search.everything', input: expect.objectContaining({ text: words }) })
  await waitFor(() => expect(bridge.calls).toContainEqual(asked))
  await waitFor(() => expect(screen.getByRole('status', { name: 'Results' })).toHaveTextContent(results))
  expect(screen.queryByText(/Showing results for/)).not.toBeInTheDocument()
  expect(screen.queryByRole('option', { name: /rider sees/ })).not.toBeInTheDocument()
})

it('offers feedback with similar words when nothing has the typed one', async () => {
  open('/', {
    'feedback.query': () => ({
      ...{ rows: [comment], total: 1, all: 1 },
      forgiven: [{ typed: 'swan', words: ['sawn'], because: 'similar' }],
    }),
  })
  await userEvent.type(await field(), 'swan')
  expect(await screen.findByRole('option', { name: /^It was sawn/ })).toBeInTheDocument()
})

it('offers results that contain the typed word even when a command has it', async () => {
  open('/', { 'search.everything': () => unseen })
  await userEvent.type(await field(), 'seen')
  expect(await screen.findByRole('option', { name: /^Unseen/ })).toBeInTheDocument()
})

it.each([
  ['save view', false],
  ['other words', true],
])('says that the results for %j only contain the typed word, unless a command matches: %s', async (words, isSaid) => {
  const typed = words.split(' ').at(-1) ?? ''
  open('/', {
    'search.everything': () => ({ ...unseen, forgiven: [{ typed, words: [`re${typed}s`], because: 'part' }] }),
  })
  await userEvent.type(await field(), words)
  await screen.findByRole('option', { name: /^Unseen/ })
  expect(screen.queryAllByText(/Showing results with words that contain/)).toHaveLength(isSaid ? 1 : 0)
})

it.each([
  [true, 'Unlock editing'],
  [false, 'Lock editing'],
])(
  'offers the lock command first for "lock", before a record of that name, while editing is locked: %s',
  async (isLocked, name) => {
    const active = { ...testWorkspace, environment: 'production' as const }
    const environments = testEnvironments.environments.map((each) =>
      each.name === 'production' ? { ...each, isLocked } : each,
    )
    open('/', {
      'environments.list': () => ({ ...testEnvironments, active, environments }),
      'search.everything': () => ({
        found: [{ kind: 'insight', id: 'i1', title: 'Lock jams', isHidden: false, foundIn: 'title-start' }],
        totals: [{ kind: 'insight', total: 1 }],
      }),
    })
    await userEvent.type(await field(), 'lock')
    await screen.findByRole('option', { name: /^Lock jams/ })
    expect(options()[0]).toHaveTextContent(name)
  },
)

it('offers to zoom and fit the map only where there is one', async () => {
  const { unmount } = open('/map', {}, ['+', '-', '0'])
  await userEvent.type(await field(), 'zoom')
  for (const name of ['Zoom in', 'Zoom out', 'Fit to view']) {
    expect(screen.getByRole('option', { name })).toBeInTheDocument()
  }
  await userEvent.click(screen.getByRole('option', { name: 'Zoom out' }))
  expect(pressed).toHaveBeenLastCalledWith('-')
  unmount()
  open()
  await userEvent.type(await field(), 'zoom')
  expect(screen.queryByRole('option', { name: 'Zoom in' })).not.toBeInTheDocument()
})

it('opens a pasted link into this workspace, but not one to an unknown view', async () => {
  open()
  const { environment, workspaceId } = testWorkspace
  const link = `discovery-desk://${environment}/${encodeURIComponent(workspaceId)}`
  await userEvent.click(await field())
  for (const unknown of ['nowhere', 'goalsetting']) {
    await userEvent.paste(`${link}/${unknown}/g1`)
    expect(screen.queryByRole('option', { name: /Open this link/ })).not.toBeInTheDocument()
    await userEvent.clear(await field())
  }
  await userEvent.paste(`${link}/goals/g%201`)
  expect(screen.getByRole('option', { name: 'Open this link Goals' })).toBeInTheDocument()
  expect(screen.queryByText(/Use quotes for an exact match/)).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByLabelText('Address')).toHaveTextContent('/goals/g%201 null')
})

it.each([
  ['into the only one with its ID', 1],
  ['into neither of two with its ID', 2],
])('opens a pasted link into another workspace: %s', async (_, count) => {
  const refs = ['an organisation', 'another'].map((organisationId) => ({
    ...({ environment: 'development', workspaceId: 'other' } as const),
    organisationId,
  }))
  const workspaces = refs
    .slice(0, count)
    .map((ref) => ({ ref, name: 'Old bikes', token: noToken, canCreateInsights: true }))
  const environments = testEnvironments.environments.map((each) =>
    each.name === 'development' ? { ...each, workspaces } : each,
  )
  const { bridge } = open('/', {
    'environments.list': () => ({ ...testEnvironments, environments }),
    'environments.open': () => null,
  })
  await userEvent.click(await field())
  await userEvent.paste('discovery-desk://development/other/goals/g1')
  if (count > 1) {
    expect(screen.queryByRole('option', { name: /Open this link/ })).not.toBeInTheDocument()
    return
  }
  await userEvent.click(await screen.findByRole('option', { name: /Open this link.*Goals in Old bikes, Development/ }))
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent('/goals/g1 null'))
  expect(bridge.calls).toContainEqual({ name: 'environments.open', input: { workspace: refs[0] } })
})

it('finds what takes the sandbox offline', async () => {
  open('/', { 'environments.list': () => testInSandbox })
  await userEvent.type(await field(), 'go offline')
  expect(await screen.findByRole('option', { name: 'Take the sandbox offline' })).toBeInTheDocument()
})

it('finds the review of unsent changes', async () => {
  open('/', { 'sync.status': () => ({ ...testSyncStatus, waitingChanges: 1, changesToReview: 1 }) })
  await userEvent.type(await field(), 'unsent')
  expect(await screen.findByRole('option', { name: 'Review and send…' })).toBeInTheDocument()
})

it.each([
  ['/goals/g1', 'delete goal', 'Delete…'],
  ['/knowledge/k1', 'delete', 'Delete…'],
  ['/opportunities/o1', 'mark all', 'Mark all as seen…'],
])('at %s, says for %j why it needs a connection while offline', async (route, words, name) => {
  const error = new AppError('CONNECTION_REFUSED', '').report
  open(route, { 'sync.status': () => ({ ...testSyncStatus, state: 'offline', error, changesToReview: 1 }) })
  // By then, the status has been read.
  await screen.findByRole('option', { name: 'Review and send…' })
  await userEvent.type(await field(), words)
  expect(options()[0]).toHaveTextContent(name)
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText(offlineReason)).toBeInTheDocument()
  expect(screen.getByLabelText('Address')).toHaveTextContent(`${route} null`)
})

it('offers to search only in a view that has a search', async () => {
  const { unmount } = open('/settings/about')
  await field()
  expect(screen.queryByRole('option', { name: 'Search this view' })).not.toBeInTheDocument()
  unmount()
  open('/insights', { 'preferences.read': () => Preferences.parse({ hasSingleKeys: false }) }, ['/'])
  const option = await screen.findByRole('option', { name: 'Search this view' })
  expect([...option.querySelectorAll('kbd')].map((key) => key.textContent)).toEqual(['Ctrl+F'])
})

it('puts the deletion of the open goal first, and deletion by ID after all that matches', async () => {
  const { unmount } = open('/goals/g1')
  await userEvent.type(await field(), 'delete')
  expect(options()[0]).toHaveTextContent('Delete…')
  unmount()
  open('/settings/about')
  await userEvent.type(await field(), 'delete')
  expect(options().map(({ textContent }) => textContent)).toContain('Delete goal by ID…')
  expect(options()[0]).not.toHaveTextContent('Delete goal by ID…')
})
