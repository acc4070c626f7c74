import { notificationsStore } from '@mantine/notifications'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { Link } from 'react-router'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../contract/errors'
import type { EnvironmentList } from '../../contract/features/environments'
import { Preferences } from '../../contract/features/preferences'
import { defaultViews } from '../../contract/features/saved-views'
import type { WorkspaceRef } from '../../contract/workspace'
import { saveBeforeClosing } from '../client/closing'
import { forgetAddresses } from '../navigation/view-addresses'
import { briefDialog } from '../records/brief-dialog'
import { type ExportedList, exportDialog } from '../records/export-dialog'
import { metricKind } from '../records/record-kind'
import { Address } from '../testing/Address'
import { announced } from '../testing/announced'
import { noNews, testEnvironments, testSyncStatus, testWorkspace } from '../testing/places'
import { renderView } from '../testing/render'
import { reviewDialog } from '../ui/dialogs'
import { useKey } from '../ui/keys'
import { notifyError, notifyInView, notifyMoved } from '../ui/notify'
import { AppShell } from './AppShell'

beforeEach(forgetAddresses)

const info = {
  version: '1.0.0',
  electron: '25.1.1',
  platform: 'linux' as const,
  isFallbackRuntime: true,
  notices: ['The settings were damaged and became a backup.'],
  isLibraryStopped: false,
}
const answers = {
  'shell.info': () => info,
  'insights.query': () => ({ rows: [], total: 128, all: 128, unseen: 50, left: 42 }),
  'news.query': () => ({ ...noNews, all: 3 }),
}

const ofPalette = {
  'search.everything': () => ({ found: [], totals: [] }),
  'shell.painted': () => null,
}
const exportedMetrics: ExportedList = {
  ...{ kind: metricKind, source: { view: 'metrics', query: { workspace: testWorkspace } } },
  ...{ columns: null, total: 1, isNarrowed: false, shown: ['sign-ups'], selected: [] },
}

it('acts on no key typed right after Ctrl+K', async () => {
  renderView(<AppShell />, { answers: { ...answers, ...ofPalette } })
  await screen.findByRole('navigation', { name: 'Views' })
  fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: '?', code: 'Slash', shiftKey: true })
  expect(await screen.findByRole('dialog', { name: 'Search or run a command' })).toBeInTheDocument()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

it('has the landmarks, and links with the plain names of the views', async () => {
  renderView(<AppShell />, { answers, route: '/activity' })
  expect(await screen.findByRole('banner')).toBeInTheDocument()
  expect(screen.getByRole('main')).toBeInTheDocument()
  expect(screen.getByRole('navigation', { name: 'Views' })).toBeInTheDocument()
  const names = screen.getAllByRole('link').map((link) => link.textContent)
  expect(names).toEqual([
    'This week',
    'Insights',
    'What changed',
    'Opportunities',
    'Goals',
    'Solutions',
    'Prioritise',
    'Map',
    'Feedback',
    'Knowledge',
    'Topics',
    'Metrics',
    'Duplicates',
    'Topic map',
    'Activity',
    'Settings',
  ])
  // Nothing is locked here, nor could it be.
  expect(screen.queryByRole('button', { name: /editing/ })).not.toBeInTheDocument()
  const groups = ['Triage', 'Plan', 'Evidence'].map((name) => screen.getByRole('list', { name }))
  expect(groups.map((group) => within(group).getAllByRole('link').length)).toEqual([3, 5, 6])
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Insights' })).toHaveAccessibleDescription('42 to triage'),
  )
  expect(
    screen.getByTitle('Insights: 42 to triage · 8 more unseen: reviewed, snoozed or created on this computer'),
  ).toBeInTheDocument()
  const news = screen.getByRole('link', { name: 'What changed' })
  await waitFor(() => expect(news).toHaveAccessibleDescription('3 changes'))
  expect(document.title).toBe('Discovery Desk — Staging — Trial bikes')
})

it('scrolls the link of the current view into sight', async () => {
  const seen: unknown[] = []
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: Element, how) {
    if (this.closest('nav') !== null) seen.push([this.textContent, how])
  })
  onTestFinished(() => scroll.mockRestore())
  renderView(<AppShell />, { answers, route: '/topic-map' })
  await screen.findByRole('banner')
  await waitFor(() => expect(seen.at(-1)).toEqual(['Topic map', { block: 'nearest' }]))
  await userEvent.click(screen.getByRole('link', { name: 'This week' }))
  await waitFor(() => expect(seen.at(-1)).toEqual(['This week', { block: 'nearest' }]))
})

it.each([
  ['whats-new', 'What’s new'],
  ['report-problem', 'Report a problem'],
  ['save-diagnostics', 'Save diagnostics'],
  ['licences', 'Third-party licences'],
] as const)('%s of the Help menu opens its dialog, even without a workspace', async (command, name) => {
  const { bridge } = renderView(<AppShell />, {
    answers: {
      ...answers,
      'environments.list': () => ({ ...testEnvironments, active: null, keychain: 'missing' }),
      'help.reportTo': () => null,
      'help.licences': () => ({ text: null }),
      'help.diagnostics': () => ({ id: crypto.randomUUID(), files: [] }),
    },
  })
  await screen.findByText(/^No keychain is available/)
  act(() => bridge.push('shell.command', { command }))
  expect(await screen.findByRole('dialog', { name })).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it('has no notice of the official runtime, with a keychain and nothing else to say', async () => {
  const plain = { ...info, isFallbackRuntime: false, notices: [] }
  renderView(<AppShell />, { answers: { ...answers, 'shell.info': () => plain }, route: '/activity' })
  await screen.findByRole('banner')
  await waitFor(() => expect(screen.getByText('42')).toBeInTheDocument())
  expect(screen.queryByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument()
})

it('dismisses notices one by one', async () => {
  renderView(<AppShell />, { answers, route: '/activity' })
  const runtime = await screen.findByText(
    'Running on a fallback runtime (Electron 25.1.1), for development and tests only.',
  )
  const [first] = screen.getAllByRole('button', { name: 'Dismiss' })
  if (first) await userEvent.click(first)
  expect(runtime).not.toBeInTheDocument()
  expect(screen.getByText('The settings were damaged and became a backup.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument()
  expect(screen.queryByText(/^Running on a fallback runtime/)).not.toBeInTheDocument()
})

it('shows no workspace and no views while no workspace is open', async () => {
  renderView(<AppShell />, {
    answers: { ...answers, 'environments.list': () => ({ ...testEnvironments, active: null, keychain: 'missing' }) },
  })
  expect(await screen.findByText(/^No keychain is available\. .*drafts and unsent changes/)).toBeInTheDocument()
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  expect(document.title).toBe('Discovery Desk')
})

it('neither syncs nor creates nor searches while no workspace is open', async () => {
  let list: EnvironmentList = testEnvironments
  const { bridge } = renderView(
    <>
      <AppShell />
      <Address />
    </>,
    { answers: { ...answers, ...ofPalette, 'environments.list': () => list }, route: '/settings' },
  )
  await screen.findByRole('banner')
  // The code of the palette comes later the first time.
  act(() => bridge.push('shell.command', { command: 'palette' }))
  const palette = await screen.findByRole('combobox', { name: 'Search or run a command' })
  list = { ...testEnvironments, active: null }
  act(() => bridge.push('environments.changed', list))
  await waitFor(() => expect(palette).not.toBeInTheDocument())
  await userEvent.keyboard('cr{Control>}k{/Control}')
  for (const command of ['new-insight', 'sync', 'palette', 'search'] as const) {
    act(() => bridge.push('shell.command', { command }))
  }
  await act(async () => {})
  expect(screen.getByLabelText('Address')).toHaveTextContent('/settings')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.queryByText('Syncing…')).not.toBeInTheDocument()
  expect(bridge.calls.map(({ name }) => name)).not.toContain('sync.now')
})

it('skips to the content, and to the row that the arrow keys go on from where the view has rows', async () => {
  renderView(<AppShell />, { answers, route: '/activity' })
  await screen.findByRole('banner')
  const main = screen.getByRole('main')
  const press = (name: string) => {
    act(() => screen.getByRole('navigation', { name: 'Views' }).querySelector('a')?.focus())
    return userEvent.click(screen.getByRole('button', { name }))
  }
  await press('Skip to content')
  expect(main).toHaveFocus()
  await press('Skip to list')
  expect(main).toHaveFocus()
  const rows = [-1, 0].map((tabIndex, index) => {
    const row = document.createElement('div')
    Object.assign(row.dataset, { index })
    row.tabIndex = tabIndex
    return row
  })
  main.append(...rows)
  await press('Skip to list')
  expect(rows[1]).toHaveFocus()
  await press('Skip to content')
  expect(main).toHaveFocus()
})

it('keeps the focus where Back and Forward lead nowhere', async () => {
  vi.stubGlobal('navigation', { canGoBack: false, canGoForward: false })
  onTestFinished(() => void vi.unstubAllGlobals())
  renderView(<AppShell />, { answers, route: '/activity' })
  const link = await screen.findByRole('link', { name: 'Goals' })
  act(() => link.focus())
  await userEvent.keyboard('{Alt>}{ArrowLeft}{ArrowRight}{/Alt}')
  expect(link).toHaveFocus()
})

it.each([
  [1, '1 change'],
  [2, '2 changes'],
])('counts what changed beside its view: %i', async (all, words) => {
  renderView(<AppShell />, { answers: { ...answers, 'news.query': () => ({ ...noNews, all }) }, route: '/activity' })
  const news = await screen.findByRole('link', { name: 'What changed' })
  await waitFor(() => expect(news).toHaveAccessibleDescription(words))
  expect(news).toHaveAttribute('title', `What changed: ${words}`)
})

it.each([
  ['missing', 'No keychain is available.'],
  ['locked', 'The keychain is locked.'],
  ['unresponsive', 'The keychain isn’t responding.'],
] as const)(
  'says what is lost when the app closes with a keychain that is %s, and no more',
  async (keychain, cause) => {
    const list = (library: 'encrypted' | 'memory') => ({
      ...testEnvironments,
      keychain,
      environments: testEnvironments.environments.map((each) =>
        each.name === 'staging' ? { ...each, library } : each,
      ),
    })
    const { bridge } = renderView(<AppShell />, {
      answers: { ...answers, 'environments.list': () => list('encrypted') },
      route: '/activity',
    })
    expect(await screen.findByText(`${cause} New tokens are kept only until the app closes.`)).toBeInTheDocument()
    act(() => bridge.push('environments.changed', list('memory')))
    const all = `${cause} Tokens, synced data, notes, drafts and unsent changes are kept only until the app closes.`
    expect(await screen.findByText(all)).toBeInTheDocument()
    expect(screen.queryByText(/New tokens/)).not.toBeInTheDocument()
  },
)

it('says what is lost also when only the library of another environment is not on the disk', async () => {
  const environments = testEnvironments.environments.map((each) =>
    each.name === 'production' ? { ...each, library: 'memory' as const } : each,
  )
  renderView(<AppShell />, {
    answers: { ...answers, 'environments.list': () => ({ ...testEnvironments, environments, keychain: 'locked' }) },
    route: '/activity',
  })
  expect(await screen.findByText(/^The keychain is locked\. Tokens, synced data, notes, drafts/)).toBeInTheDocument()
})

it('says what is lost also while the library of the open environment is still closed', async () => {
  const environments = testEnvironments.environments.map((each) =>
    each.name === 'staging' ? { ...each, library: 'closed' as const } : each,
  )
  renderView(<AppShell />, {
    answers: { ...answers, 'environments.list': () => ({ ...testEnvironments, environments, keychain: 'locked' }) },
    route: '/activity',
  })
  expect(await screen.findByText(/^The keychain is locked\. Tokens, synced data, notes, drafts/)).toBeInTheDocument()
})

it('announces each view that is opened, but not the one that the window begins with', async () => {
  renderView(<AppShell />, { answers, route: '/goals/1?q=brakes' })
  await screen.findByRole('banner')
  expect(screen.getByRole('status', { name: 'Announcements' }).textContent).toBe('')
  // The goals as they were left, with the open one.
  for (const name of ['Knowledge', 'Settings', 'Goals']) {
    await userEvent.click(screen.getByRole('link', { name }))
    await announced(name)
  }
})

it('runs the commands of the native menu', async () => {
  const { bridge } = renderView(<AppShell />, { answers, route: '/activity' })
  await screen.findByRole('banner')
  act(() => bridge.push('shell.command', { command: 'show-keys' }))
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Sync now')
})

it('says to close the dialog first when the native menu is used behind one', async () => {
  const { bridge } = renderView(
    <>
      <AppShell />
      <Address />
    </>,
    { answers, route: '/activity' },
  )
  await screen.findByRole('banner')
  act(() => bridge.push('shell.command', { command: 'show-keys' }))
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  act(() => bridge.push('shell.command', { command: 'settings' }))
  await announced('Close the dialog first.')
  expect(screen.getByLabelText('Address')).toHaveTextContent('/activity')
  await userEvent.keyboard('{Escape}')
})

describe('a command of the native menu while a menu of the page is open', () => {
  function Search() {
    const field = useRef<HTMLInputElement>(null)
    useKey('/', () => field.current?.focus())
    return <input ref={field} aria-label="Search here" />
  }
  async function withMenu() {
    const view = renderView(
      <>
        <AppShell />
        <Search />
        <Address />
      </>,
      { answers: { ...answers, ...ofPalette }, route: '/activity' },
    )
    const button = await screen.findByRole('button', { name: /Trial bikes/ })
    await userEvent.click(button)
    const menu = await screen.findByRole('menu')
    await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement))
    return { ...view, button, menu }
  }

  it('closes that menu and leads to a view', async () => {
    const { bridge, menu } = await withMenu()
    act(() => bridge.push('shell.command', { command: 'settings' }))
    await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent('/settings'))
    expect(menu).not.toBeInTheDocument()
  })

  it('closes that menu and opens the palette, which gives the focus back to the button of the menu', async () => {
    const { bridge, button, menu } = await withMenu()
    act(() => bridge.push('shell.command', { command: 'palette' }))
    const palette = await screen.findByRole('combobox', { name: 'Search or run a command' })
    await waitFor(() => expect(palette).toHaveFocus())
    expect(menu).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(button).toHaveFocus())
  })

  it('keeps the focus where the command puts it', async () => {
    const { bridge } = await withMenu()
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    act(() => bridge.push('shell.command', { command: 'search' }))
    // Longer than the closed menu takes to give the focus back.
    act(() => void vi.advanceTimersByTime(1000))
    expect(screen.getByLabelText('Search here')).toHaveFocus()
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  })
})

it.each([
  ['search', 'in a view without a search'],
  ['palette', 'in any view'],
] as const)('opens the palette with the command %s of the native menu %s', async (command, _) => {
  const { bridge } = renderView(<AppShell />, { answers: { ...answers, ...ofPalette }, route: '/activity' })
  await screen.findByRole('banner')
  act(() => bridge.push('shell.command', { command }))
  const palette = await screen.findByRole('combobox', { name: 'Search or run a command' })
  await waitFor(() => expect(palette).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(palette).not.toBeInTheDocument())
})

it('syncs, leads to views, and goes back and forward with the commands of the native menu', async () => {
  const { bridge } = renderView(
    <>
      <AppShell />
      <Address />
    </>,
    { answers: { ...answers, 'sync.now': () => testSyncStatus }, route: '/activity' },
  )
  await screen.findByRole('banner')
  const address = () => screen.getByLabelText('Address').textContent
  for (const [command, expected] of [
    ['settings', '/settings'],
    ['about', '/settings/about'],
    ['back', '/settings'],
    ['forward', '/settings/about'],
  ] as const) {
    act(() => bridge.push('shell.command', { command }))
    await waitFor(() => expect(address()).toBe(expected))
  }
  act(() => bridge.push('shell.command', { command: 'sync' }))
  await waitFor(() => expect(bridge.calls).toContainEqual({ name: 'sync.now', input: { workspace: testWorkspace } }))
})

const dialogsOfWorkspace: readonly [string, string, () => void][] = [
  ['review', 'Review and send', () => reviewDialog.open()],
  ['brief', 'Evidence brief', () => briefDialog.set({ kind: 'insight', id: 'range' })],
  ['export', 'Export metrics', () => exportDialog.set(exportedMetrics)],
]
const ofDialogs = {
  ...answers,
  'activity.unsettled': () => [],
  'activity.query': () => ({ rows: [], total: 0, all: 0 }),
  'briefs.get': () => new Promise<never>(() => {}),
}

it.each(dialogsOfWorkspace)('closes the %s dialog when another workspace is opened', async (_, name, open) => {
  let list = testEnvironments
  const { bridge } = renderView(<AppShell />, {
    answers: { ...ofDialogs, 'environments.list': () => list },
    route: '/activity',
  })
  await screen.findByRole('banner')
  act(open)
  const dialog = await screen.findByRole('dialog', { name })
  list = { ...testEnvironments, active: { ...testWorkspace, environment: 'production' } }
  act(() => bridge.push('environments.changed', list))
  await screen.findByRole('button', { name: 'Environment: Production' })
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it.each(dialogsOfWorkspace)('closes the %s dialog when no workspace is open any more', async (_, name, open) => {
  let list: EnvironmentList = testEnvironments
  const { bridge } = renderView(<AppShell />, {
    answers: { ...ofDialogs, 'environments.list': () => list },
    route: '/activity',
  })
  await screen.findByRole('banner')
  act(open)
  await screen.findByRole('dialog', { name })
  list = { ...testEnvironments, active: null }
  act(() => bridge.push('environments.changed', list))
  await waitFor(() => expect(screen.queryByRole('banner')).not.toBeInTheDocument())
  // The export goes a moment after the banner.
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByRole('main')).toBeInTheDocument()
})

it('closes the palette for good when no workspace is open any more', async () => {
  let list: EnvironmentList = testEnvironments
  const { bridge } = renderView(<AppShell />, {
    answers: { ...answers, ...ofPalette, 'environments.list': () => list },
    route: '/activity',
  })
  await screen.findByRole('banner')
  act(() => bridge.push('shell.command', { command: 'palette' }))
  const palette = await screen.findByRole('combobox', { name: 'Search or run a command' })
  list = { ...testEnvironments, active: null }
  act(() => bridge.push('environments.changed', list))
  await waitFor(() => expect(palette).not.toBeInTheDocument())
  expect(screen.getByRole('main')).toBeInTheDocument()
  list = testEnvironments
  act(() => bridge.push('environments.changed', list))
  await screen.findByRole('banner')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('closes the dialog that renames a saved view when another workspace is opened', async () => {
  let list = testEnvironments
  const { bridge } = renderView(<AppShell />, {
    answers: { ...answers, 'environments.list': () => list, 'savedViews.list': () => [...defaultViews] },
    route: '/activity',
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Rising' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename…' }))
  await screen.findByRole('dialog', { name: 'Rename view' })
  list = { ...testEnvironments, active: { ...testWorkspace, environment: 'production' } }
  act(() => bridge.push('environments.changed', list))
  await screen.findByRole('button', { name: 'Environment: Production' })
  // The same view of the other workspace.
  await screen.findByText('Rising')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('counts up to 999 beside a view, and says the whole number to screen readers', async () => {
  renderView(<AppShell />, {
    answers: {
      ...answers,
      'insights.query': () => ({ rows: [], total: 1200, all: 1200, unseen: 1000, left: 1000 }),
      'news.query': () => ({ ...noNews, all: 999 }),
    },
    route: '/activity',
  })
  const insights = await screen.findByRole('link', { name: 'Insights' })
  await waitFor(() => expect(insights).toHaveAccessibleDescription('1000 to triage'))
  expect(insights).toHaveAttribute('title', 'Insights: 1,000 to triage')
  expect(screen.getByText('999+')).toBeInTheDocument()
  expect(await screen.findByText('999')).toBeInTheDocument()
})

it('says nothing beside a view in which nothing is left', async () => {
  let left = 3
  const { bridge } = renderView(<AppShell />, {
    answers: {
      ...answers,
      'insights.query': () => ({ rows: [], total: 128, all: 128, unseen: left, left }),
      'news.query': () => ({ ...noNews, all: left }),
    },
    route: '/activity',
  })
  await waitFor(() => expect(screen.getAllByText('3')).toHaveLength(2))
  left = 0
  act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['insights', 'news'] }))
  for (const name of ['Insights', 'What changed']) {
    const link = screen.getByRole('link', { name })
    await waitFor(() => expect(link.parentElement).toHaveTextContent(/^\D+$/))
    expect(link).toHaveAttribute('title', link.textContent)
  }
})

it('says that insights are unseen when none of these is left to triage', async () => {
  renderView(<AppShell />, {
    answers: {
      ...answers,
      'insights.query': () => ({ rows: [], total: 128, all: 128, unseen: 2, left: 0 }),
    },
    route: '/activity',
  })
  const title = 'Insights: 2 more unseen: reviewed, snoozed or created on this computer'
  expect(await screen.findByTitle(title)).toBe(screen.getByRole('link', { name: 'Insights' }))
})

it('does not scroll when it focuses a view that arrives', async () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  onTestFinished(() => focus.mockRestore())
  renderView(<AppShell />, { answers, route: '/knowledge' })
  await screen.findByRole('banner')
  const main = screen.getByRole('main')
  await waitFor(() => expect(main).toHaveFocus())
  await userEvent.click(screen.getByRole('link', { name: 'Settings' }))
  await userEvent.keyboard('ga')
  await waitFor(() => expect(main).toHaveFocus())
  const calls = focus.mock.calls.filter((_, place) => focus.mock.contexts[place] === main)
  expect(calls).toEqual(calls.map(() => [{ preventScroll: true }]))
})

it.each([
  ['', '/activity?text=brakes'],
  [', also the longest one', '/activity?text='.padEnd(4000, 'x')],
])('saves the address for the next start%s', async (_, lastRoute) => {
  const { bridge } = renderView(<AppShell />, { answers, route: lastRoute })
  await waitFor(() => expect(bridge.calls).toContainEqual({ name: 'preferences.save', input: { lastRoute } }))
})

it('saves the current address without delay when the window closes', async () => {
  const { bridge } = renderView(<AppShell />, {
    answers: { ...answers, 'preferences.read': () => Preferences.parse({ lastRoute: '/activity' }) },
    route: '/activity?q=brakes',
  })
  await screen.findByRole('banner')
  await saveBeforeClosing()
  expect(bridge.calls).toContainEqual({ name: 'preferences.save', input: { lastRoute: '/activity?q=brakes' } })
})

it('does not save an address that was left again when the window closes', async () => {
  const { bridge } = renderView(
    <>
      <AppShell />
      <Link to="/activity">Clear the search</Link>
    </>,
    {
      answers: { ...answers, 'preferences.read': () => Preferences.parse({ lastRoute: '/activity' }) },
      route: '/activity?q=brakes',
    },
  )
  await screen.findByRole('banner')
  fireEvent.click(screen.getByRole('link', { name: 'Clear the search' }))
  await saveBeforeClosing()
  const saved = bridge.calls.filter(({ name }) => name === 'preferences.save').map(({ input }) => input)
  expect(saved.at(-1)).not.toEqual({ lastRoute: '/activity?q=brakes' })
})

it.each([
  ['saved already', '/activity'],
  ['too long to be saved', `/activity?text=${'x'.repeat(4000)}`],
  ['of no view', '/'],
  ['of the form to connect', '/connect'],
])('saves no address that is %s', async (_, route) => {
  const { bridge } = renderView(<AppShell />, {
    answers: { ...answers, 'preferences.read': () => Preferences.parse({ lastRoute: '/activity' }) },
    route,
  })
  await screen.findByRole('banner')
  await saveBeforeClosing()
  expect(bridge.calls.filter(({ name }) => name === 'preferences.save')).toEqual([])
})

it('leaves no text selected when another view is opened', async () => {
  renderView(<AppShell />, { answers, route: '/activity' })
  const header = await screen.findByRole('banner')
  getSelection()?.selectAllChildren(header)
  expect(String(getSelection())).toContain('Trial bikes')
  // A click with the mouse would clear the selection by itself.
  fireEvent.click(screen.getByRole('link', { name: 'Knowledge' }))
  await waitFor(() => expect(String(getSelection())).toBe(''))
})

it.each([
  ['/insights/1?q=brakes&type=Bug', '/insights/1?q=brakes&type=Bug&new=1'],
  ['/insights?new=1', '/insights?new=1'],
  ['/activity?q=brakes', '/insights?new=1'],
])('opens the form for a new insight over the list as it is: %s', async (route, expected) => {
  const { bridge } = renderView(
    <>
      <AppShell />
      <Address />
    </>,
    { answers, route },
  )
  await screen.findByRole('banner')
  act(() => bridge.push('shell.command', { command: 'new-insight' }))
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent(expected))
})

it('removes a notice along with its view, and the remaining ones along with their workspace', async () => {
  let list = testEnvironments
  const { bridge } = renderView(<AppShell />, {
    answers: { ...answers, 'environments.list': () => list },
    route: '/activity',
  })
  await screen.findByRole('banner')
  act(() => {
    notifyInView('Goal deleted', 'green')
    notifyError(new AppError('TIMEOUT', ''))
  })
  expect(await screen.findByText('Goal deleted')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: 'Metrics' }))
  // Reads the store, which changes at once: on screen a notice closes by itself after a while.
  const kept = () => notificationsStore.getState().notifications.map(({ title, message }) => title ?? message)
  expect(kept()).toEqual(['The service took too long to respond'])
  list = { ...testEnvironments, active: { ...testWorkspace, environment: 'production' } }
  act(() => bridge.push('environments.changed', list))
  await waitFor(() => expect(kept()).toEqual([]))
})

it('leads from the notice of a deletion to Activity, and closes the notice', async () => {
  renderView(<AppShell />, { answers, route: '/goals?q=brakes' })
  await screen.findByRole('banner')
  act(() => notifyMoved('Goal deleted', { label: 'View in Activity', to: '/activity' }))
  await userEvent.click(await screen.findByRole('button', { name: 'View in Activity' }))
  await waitFor(() => expect(screen.getByRole('link', { name: 'Activity' })).toHaveAttribute('aria-current', 'page'))
  await waitFor(() => expect(screen.queryByText('Goal deleted')).not.toBeInTheDocument())
})

it.each([
  ['pinned', true, 'Top unseen'],
  ['not pinned', false, 'Insights'],
])('marks one link as current while a saved view is open that is %s', async (_, isPinned, current) => {
  const views = defaultViews.map((view) => ({ ...view, isPinned }))
  const [first] = views
  renderView(<AppShell />, {
    answers: { ...answers, 'savedViews.list': () => views },
    route: `/insights?view=${first?.id}`,
  })
  const navigation = await screen.findByRole('navigation', { name: 'Views' })
  const marked = () => within(navigation).getAllByRole('link', { current: 'page' })
  await waitFor(() => expect(marked().map(({ textContent }) => textContent)).toEqual([current]))
})

const stopped = { ...answers, 'shell.info': () => ({ ...info, isLibraryStopped: true }) }

it('says over everything that the library has stopped, ignores Escape, and restarts the library', async () => {
  const { bridge } = renderView(<AppShell />, {
    answers: { ...stopped, 'shell.restartLibrary': () => null },
    route: '/activity',
  })
  const screenOver = await screen.findByRole('dialog', { name: 'The local library has stopped' }, { timeout: 15_000 })
  expect(screenOver).toHaveTextContent(/unsent changes are safe on this computer/)
  await userEvent.keyboard('{Escape}')
  expect(screenOver).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Restart library' }))
  expect(bridge.calls.filter(({ name }) => name === 'shell.restartLibrary')).toHaveLength(1)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('suggests restarting the app when the library stops again', async () => {
  const restartLibrary = () => {
    throw new AppError('LIBRARY_UNAVAILABLE', '')
  }
  renderView(<AppShell />, { answers: { ...stopped, 'shell.restartLibrary': restartLibrary }, route: '/activity' })
  await userEvent.click(await screen.findByRole('button', { name: 'Restart library' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/stopped again.*restart the app/)
  expect(screen.getByRole('button', { name: 'Restart library' })).toBeEnabled()
})

it('lets the person dismiss the stopped-library dialog, and keeps an alert that reopens it', async () => {
  renderView(<AppShell />, { answers: stopped, route: '/activity' })
  await userEvent.click(await screen.findByRole('button', { name: 'Continue anyway' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByRole('alert')).toHaveTextContent(/Nothing can be read or saved/)
  await userEvent.click(screen.getByRole('button', { name: 'Restart…' }))
  expect(await screen.findByRole('dialog')).toBeInTheDocument()
})

it('leads back to a view as it was left, without its form, and from itself to its plain address', async () => {
  renderView(
    <>
      <AppShell />
      <Address />
    </>,
    { answers, route: '/insights/1?q=brakes&type=Bug&new=1&edit=1&goals=1' },
  )
  await screen.findByRole('banner')
  const address = () => screen.getByLabelText('Address').textContent
  await userEvent.click(screen.getByRole('link', { name: 'Settings' }))
  expect(address()).toBe('/settings')
  await userEvent.keyboard('gk')
  expect(address()).toBe('/knowledge')
  await userEvent.keyboard('gi')
  expect(address()).toBe('/insights/1?q=brakes&type=Bug')
  await userEvent.keyboard('ga')
  await userEvent.click(screen.getByRole('link', { name: 'Insights' }))
  expect(address()).toBe('/insights/1?q=brakes&type=Bug')
  await userEvent.click(screen.getByRole('link', { name: 'Insights' }))
  expect(address()).toBe('/insights')
})

it('focuses the open details in the view that a key opens', async () => {
  renderView(<AppShell />, { answers, route: '/knowledge' })
  await userEvent.click(await screen.findByRole('link', { name: 'Settings' }))
  const details = screen.getByRole('main').appendChild(document.createElement('section'))
  details.tabIndex = -1
  await userEvent.keyboard('ga')
  await waitFor(() => expect(details).toHaveFocus())
})

it('focuses the view that a key opens, and keeps the focus when already in that view', async () => {
  renderView(<AppShell />, { answers, route: '/knowledge' })
  const link = await screen.findByRole('link', { name: 'Settings' })
  await userEvent.click(link)
  expect(link).toHaveFocus()
  await userEvent.keyboard('ga')
  expect(screen.getByRole('main')).toHaveFocus()
  const inView = screen.getByRole('main').appendChild(document.createElement('button'))
  inView.focus()
  await userEvent.keyboard('ga')
  expect(inView).toHaveFocus()
})

it('opens the form for a new insight from another view over the list as it was left', async () => {
  renderView(
    <>
      <AppShell />
      <Address />
    </>,
    { answers, route: '/insights/1?q=brakes' },
  )
  await screen.findByRole('banner')
  await userEvent.keyboard('gac')
  expect(screen.getByLabelText('Address')).toHaveTextContent('/insights/1?q=brakes&new=1')
})

it('does not reuse the address of one workspace in another', async () => {
  const production = { ...testWorkspace, environment: 'production' as const }
  let active: WorkspaceRef = production
  const list = () => ({ ...testEnvironments, active })
  renderView(
    <>
      <AppShell />
      <Address />
    </>,
    {
      answers: {
        ...answers,
        'environments.list': list,
        // As when a link from outside opens another workspace: first the place changes, then the address.
        'environments.unlock': () => {
          active = testWorkspace
          return { isUnlocked: true }
        },
      },
      route: '/goals/1?q=brakes',
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Unlock editing' }))
  await screen.findByRole('button', { name: 'Environment: Staging' })
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await userEvent.keyboard('gigg')
  expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/goals$/)
})
