// The page before its first frame: its calls to main, and the fate of the first rows if anything changes meanwhile.
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../contract/app-error'
import type { InsightPage } from '../../contract/features/insights'
import { Preferences } from '../../contract/features/preferences'
import { forgetAddresses } from '../navigation/view-addresses'
import { giveSize } from '../records/list-testing'
import { type Answers, fakeBridge } from '../testing/fake-bridge'
import { noNews, testEnvironments, testSyncStatus, testWorkspace } from '../testing/places'
import { sampleRow } from '../testing/sample-insights'
import { watchRouter } from '../ui/current-location'
import { App } from './App'
import { boot } from './boot'
import { createQueryClient } from './query-client'
import { createAppRouter } from './router'

const production = { ...testWorkspace, environment: 'production' as const }

const pageOf = (title: string): InsightPage => ({
  ...{ rows: [sampleRow(1, { title })], total: 1, all: 1, unseen: 0, left: 0, greatestScore: 0.5 },
})

const asWritten = { status: { ...testSyncStatus, workspace: testWorkspace } }

beforeEach(() => {
  giveSize()
  forgetAddresses()
  Object.defineProperty(document, 'fonts', { configurable: true, value: { load: async () => [] } })
})

afterEach(() => {
  watchRouter(null)
  window.location.hash = ''
})

/** Starts the page as main.tsx does; `render` shows the first frame. */
function startPage(answers: Answers, lastRoute = '/insights') {
  const bridge = fakeBridge({
    'environments.list': () => testEnvironments,
    'preferences.read': () => Preferences.parse({ lastRoute }),
    'preferences.save': (changes) => Preferences.parse(changes),
    'shell.info': () => ({
      ...{ version: '1.0.0', electron: '45.0.0', platform: 'linux' as const },
      ...{ isFallbackRuntime: false, notices: [], isLibraryStopped: false },
    }),
    'shell.setModalOpen': () => null,
    'shell.painted': () => null,
    'sync.status': () => asWritten.status,
    'insights.query': () => pageOf('Kept on this computer'),
    'insights.drafts': () => [],
    'news.query': () => noNews,
    'savedViews.list': () => [],
    'savedViews.counts': () => ({}),
    ...answers,
  })
  const queryClient = createQueryClient()
  return {
    bridge,
    booted: boot(queryClient),
    show: () => render(<App queryClient={queryClient} router={createAppRouter(queryClient)} styleNonce="" />),
    asked: () => bridge.calls.filter(({ name }) => name === 'insights.query').map(({ input }) => input),
  }
}

it('has the first rows in the first frame, and asks for them once', async () => {
  const { booted, show, asked } = startPage({}, '/insights?seen=unseen&sort=-combinedScore&q=brake')
  await booted
  show()
  expect(screen.getByText('Kept on this computer')).toBeVisible()
  const filter = { text: 'brake', seen: 'unseen' }
  expect(asked()).toEqual([
    expect.objectContaining({
      ...{ workspace: testWorkspace, filter: expect.objectContaining(filter), offset: 0, limit: 100 },
      sort: { column: 'combinedScore', direction: 'descending', bestFirst: true },
    }),
    expect.objectContaining({ filter: {}, limit: 1 }),
  ])
})

it('shows the rows that a push before the first frame changed', async () => {
  let title = 'Before the sync'
  const { bridge, booted, show, asked } = startPage({ 'insights.query': () => pageOf(title) })
  await booted
  title = 'After the sync'
  bridge.push('library.changed', { workspace: testWorkspace, features: ['insights'] })
  show()
  expect(await screen.findByText('After the sync')).toBeVisible()
  expect(screen.queryByText('Before the sync')).toBeNull()
  expect(asked()).toHaveLength(4)
})

it('reads the rows again when a push arrives while they are loading', async () => {
  let title = 'Before the sync'
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  const { bridge, booted, show } = startPage({
    'insights.query': async () => {
      const page = pageOf(title)
      await held
      return page
    },
  })
  while (!bridge.calls.some(({ name }) => name === 'insights.query')) await new Promise((done) => setTimeout(done))
  title = 'After the sync'
  bridge.push('library.changed', { workspace: testWorkspace, features: ['insights'] })
  answer()
  await booted
  show()
  expect(await screen.findByText('After the sync')).toBeVisible()
})

it('does not wait long for a library that is not open yet, for example behind a locked keychain', async () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  const { booted, show } = startPage({ 'insights.query': () => opened.then(() => pageOf('Open at last')) })
  await booted
  show()
  expect(await screen.findByRole('searchbox', { name: 'Search insights' })).toBeVisible()
  open()
  expect(await screen.findByText('Open at last')).toBeVisible()
})

it('leaves a failure to the view, which asks again', async () => {
  let isThere = false
  const { booted, show } = startPage({
    'insights.query': () => {
      if (!isThere) throw new AppError('LIBRARY_UNAVAILABLE', 'The library does not answer.')
      return pageOf('There again')
    },
  })
  await booted
  isThere = true
  show()
  expect(await screen.findByText('There again')).toBeVisible()
})

it('shows only the rows of the new workspace when one is opened before the first frame', async () => {
  const { bridge, booted, show } = startPage({
    'insights.query': ({ workspace }) => pageOf(workspace.environment),
    'sync.status': ({ workspace }) => ({ ...testSyncStatus, workspace }),
  })
  await booted
  bridge.push('environments.changed', { ...testEnvironments, active: production })
  show()
  expect(await screen.findByText('production')).toBeVisible()
  expect(screen.queryByText('staging')).toBeNull()
})

it('asks for no rows when no workspace is set up or the window shows another view', async () => {
  const first = startPage({ 'environments.list': () => ({ ...testEnvironments, active: null }) })
  await first.booted
  expect(first.asked()).toEqual([])
  for (const route of ['/goals', '/insights/triage', '/settings/appearance']) {
    window.location.hash = ''
    const { booted, asked } = startPage({}, route)
    await booted
    expect(asked()).toEqual([])
  }
})

it('starts with the default preferences when they cannot be read', async () => {
  const { booted, show } = startPage({
    'preferences.read': () => {
      throw new AppError('INTERNAL', 'They cannot be read.')
    },
  })
  await booted
  show()
  expect(screen.getByText('Kept on this computer')).toBeVisible()
  await act(async () => {})
})

it('has the colours that the person chose in its first frame', async () => {
  const { booted, show } = startPage({ 'preferences.read': () => Preferences.parse({ colorScheme: 'dark' }) })
  await booted
  show()
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await act(async () => {})
})

it('gives a lost focus to the view', async () => {
  const { booted, show } = startPage({})
  await booted
  show()
  const main = screen.getByRole('main')
  // A view that arrives takes the focus by itself.
  await waitFor(() => expect(main).toHaveFocus())
  const button = main.appendChild(document.createElement('button'))
  act(() => button.focus())
  button.remove()
  await waitFor(() => expect(main).toHaveFocus())
})

it('tells main while a dialog is open, which holds links back then', async () => {
  const { bridge, booted, show } = startPage({})
  await booted
  show()
  const told = () => bridge.calls.findLast(({ name }) => name === 'shell.setModalOpen')?.input
  const dialog = document.createElement('div')
  dialog.setAttribute('aria-modal', 'true')
  document.body.append(dialog)
  await waitFor(() => expect(told()).toEqual({ isOpen: true }))
  dialog.remove()
  await waitFor(() => expect(told()).toEqual({ isOpen: false }))
})

it.each([
  ['#/', '#/goals?q=range', 'goes on where the last one ended'],
  ['#/feedback', '#/feedback', 'keeps its own address'],
])('a window that begins at %s is at %s: it %s', async (begun, address) => {
  window.location.hash = begun
  const { booted } = startPage({}, '/goals?q=range')
  await booted
  expect(window.location.hash).toBe(address)
})

it.each([
  ['after it has its typeface', async () => []],
  ['without its typeface where that cannot be loaded', async () => Promise.reject(new Error('The file is gone.'))],
])('shows its first frame %s', async (_, answer) => {
  const load = vi.fn(answer)
  Object.defineProperty(document, 'fonts', { configurable: true, value: { load } })
  const { booted, show } = startPage({})
  await booted
  expect(load).toHaveBeenCalledExactlyOnceWith('1rem "Inter Variable"')
  show()
  expect(screen.getByText('Kept on this computer')).toBeVisible()
  await act(async () => {})
})

it('reads the rows again in a window that is still open on the next day', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2025-06-06T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const { booted, show, asked } = startPage({})
  await booted
  show()
  const before = asked().length
  await act(async () => vi.advanceTimersByTime(24 * 3_600_000))
  await waitFor(() => expect(asked().length).toBeGreaterThan(before))
})
