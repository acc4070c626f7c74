import { notificationsStore } from '@mantine/notifications'
import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { Events } from '../../contract/events'
import { onClosing } from '../client/closing'
import { queryOptionsFor } from '../client/queries'
import { fakeBridge } from '../testing/fake-bridge'
import { testEnvironments, testSyncStatus, testWorkspace } from '../testing/places'
import { renderView } from '../testing/render'
import { watchRouter } from '../ui/current-location'
import { listenForPushes, readAnewEachDay } from './pushes'
import { createQueryClient } from './query-client'

const other = { ...testWorkspace, workspaceId: 'another' }
const activityOf = (workspace: typeof testWorkspace | null) =>
  queryOptionsFor('activity', 'query', { workspace, text: '', offset: 0, limit: 10 })
const metricsOf = (workspace: typeof testWorkspace) => queryOptionsFor('metrics', 'list', { workspace })

afterEach(() => {
  vi.useRealTimers()
  window.location.hash = ''
})

/** Resolves when earlier pushes are rendered: only then does the page go where main leads. */
const rendered = () => new Promise<void>((resolve) => notifyManager.schedule(resolve))

it('invalidates the reads that a push names, of its workspace and of all workspaces together', () => {
  const queryClient = new QueryClient()
  const bridge = fakeBridge({})
  const stop = listenForPushes(queryClient)
  const page = { rows: [], total: 0, all: 0 }
  for (const workspace of [testWorkspace, other, null]) {
    queryClient.setQueryData(activityOf(workspace).queryKey, page)
  }
  queryClient.setQueryData(metricsOf(testWorkspace).queryKey, [])
  const isStale = (queryKey: readonly unknown[]) => queryClient.getQueryState(queryKey)?.isInvalidated

  bridge.push('library.changed', { workspace: testWorkspace, features: ['activity'] })
  expect(isStale(activityOf(testWorkspace).queryKey)).toBe(true)
  expect(isStale(activityOf(null).queryKey)).toBe(true)
  expect(isStale(activityOf(other).queryKey)).toBe(false)
  expect(isStale(metricsOf(testWorkspace).queryKey)).toBe(false)
  stop()
})

it('repeats the reads that depend on the environments when these change, and no others', () => {
  const queryClient = new QueryClient()
  const bridge = fakeBridge({})
  const stop = listenForPushes(queryClient)
  const ofKnowledge = ['knowledge', 'get', { workspace: testWorkspace, id: 'a' }]
  const ofSearch = ['search', 'everything', { workspace: null }]
  const keys = [
    activityOf(null).queryKey,
    queryOptionsFor('environments', 'measure', { environment: 'staging' }).queryKey,
    queryOptionsFor('shell', 'info', {}).queryKey,
    ofKnowledge,
    activityOf(testWorkspace).queryKey,
    metricsOf(testWorkspace).queryKey,
    ofSearch,
  ]
  for (const key of keys) queryClient.setQueryData<unknown>(key, {})
  bridge.push('environments.changed', testEnvironments)
  const stale = keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)
  expect(stale).toEqual([true, true, true, true, false, false, false])
  stop()
})

const computed = [
  ...['map.branch', 'map.top', 'priorities.rows', 'priorities.titles', 'thisWeek.get', 'thisWeek.trends'],
]

it.each<[features: Events['library.changed']['features'], expected: string[]]>([
  [['feedback'], [...computed, 'savedViews.counts']],
  [
    ['insights', 'triage'],
    [...computed, 'savedViews.counts'],
  ],
  [
    ['priorities', 'activity'],
    ['priorities.models', 'savedViews.counts'],
  ],
  [['knowledge', 'search'], ['savedViews.counts']],
  [['topicMap'], ['savedViews.counts', 'topicMap.state']],
])('repeats reads computed from all records only after a change to those records: %j', (features, expected) => {
  const queryClient = new QueryClient()
  const bridge = fakeBridge({})
  const stop = listenForPushes(queryClient)
  const input = { workspace: testWorkspace }
  const names = [...computed, 'priorities.models', 'savedViews.counts', 'topicMap.state']
  const keys = names.map((name) => [...name.split('.'), input])
  for (const key of keys) queryClient.setQueryData(key, [])
  bridge.push('library.changed', { workspace: testWorkspace, features })
  const stale = names.filter((_, at) => queryClient.getQueryState(keys[at] ?? [])?.isInvalidated)
  expect(stale.sort()).toEqual(expected.sort())
  stop()
})

it('repeats the reads that depend on the day when the day changes, and only then', () => {
  vi.useFakeTimers({ now: new Date('2025-06-06T12:00:00Z') })
  const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } })
  const stop = readAnewEachDay(queryClient)
  const keys = ['thisWeek.get', 'opportunities.query', 'briefs.get'].map((name) => [...name.split('.'), {}])
  for (const key of keys) queryClient.setQueryData(key, [])
  const stale = () => keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)
  vi.advanceTimersByTime(3_600_000)
  expect(stale()).toEqual([false, false, false])
  vi.advanceTimersByTime(24 * 3_600_000)
  expect(stale()).toEqual([true, true, false])
  stop()
})

it('tells main the time zone and repeats the reads that depend on the day when the computer is in another', async () => {
  const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  const inZone = (timeZone: string) => zone.mockReturnValue({ timeZone } as Intl.ResolvedDateTimeFormatOptions)
  inZone('America/New_York')
  vi.useFakeTimers({ now: new Date('2025-06-06T12:00:00Z') })
  const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } })
  const bridge = fakeBridge({ 'shell.setTimeZone': () => null })
  const stop = readAnewEachDay(queryClient)
  const keys = ['thisWeek.trends', 'insights.query', 'briefs.get'].map((name) => [...name.split('.'), {}])
  for (const key of keys) queryClient.setQueryData(key, [])
  const stale = () => keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(bridge.calls).toEqual([])
  inZone('Europe/Berlin')
  await vi.advanceTimersByTimeAsync(60_000)
  zone.mockRestore()
  expect(bridge.calls).toEqual([{ name: 'shell.setTimeZone', input: { timeZone: 'Europe/Berlin' } }])
  expect(stale()).toEqual([true, true, false])
  stop()
})

it('measures the stored data of an environment again after a sync or a change, and of no other', () => {
  const queryClient = new QueryClient()
  const bridge = fakeBridge({})
  const stop = listenForPushes(queryClient)
  const measured = (environment: 'staging' | 'production') =>
    queryOptionsFor('environments', 'measure', { environment }).queryKey
  const size = { bytes: 1, insights: 0, knowledge: 0, pendingChanges: 0, syncedAt: null }
  const isStale = (environment: 'staging' | 'production') =>
    queryClient.getQueryState(measured(environment))?.isInvalidated
  const status = { ...testSyncStatus, workspace: testWorkspace }
  const pushes = [
    () => bridge.push('library.changed', { workspace: testWorkspace, features: ['insights'] }),
    () => bridge.push('sync.changed', { ...status, state: 'synced' }),
  ]
  for (const push of pushes) {
    queryClient.setQueryData(measured('staging'), size)
    queryClient.setQueryData(measured('production'), size)
    bridge.push('sync.changed', { ...status, state: 'syncing' })
    expect(isStale('staging')).toBe(false)
    push()
    expect(isStale('staging')).toBe(true)
    expect(isStale('production')).toBe(false)
  }
  stop()
})

interface Read {
  readonly resolve: (labels: { label: string; records: number }[]) => void
  readonly reject: (error: Error) => void
}

/** Reads labels, and lets the test answer each read when it likes: the first by `answers[0]`. */
function watchLabels(queryClient: QueryClient) {
  const answers: Read[] = []
  const bridge = fakeBridge({
    'triage.labels': () => new Promise((resolve, reject) => answers.push({ resolve, reject })),
  })
  const observer = new QueryObserver(queryClient, queryOptionsFor('triage', 'labels', { workspace: testWorkspace }))
  const stopListening = listenForPushes(queryClient)
  const stopObserving = observer.subscribe(() => {})
  const stop = () => {
    stopObserving()
    stopListening()
  }
  return { answers, push: bridge.push, observer, stop }
}

it.each([
  ['', (read: Read) => read.resolve([])],
  [' that fails', (read: Read) => read.reject(new Error('old'))],
])('repeats a first read%s if main pushed a change while it was in flight', async (_, answer) => {
  const { answers, push, observer, stop } = watchLabels(createQueryClient())
  await expect.poll(() => answers).toHaveLength(1)
  push('library.changed', { workspace: testWorkspace, features: ['triage'] })
  if (answers[0]) answer(answers[0])
  await expect.poll(() => answers).toHaveLength(2)
  const fresh = [{ label: 'new', records: 1 }]
  answers[1]?.resolve(fresh)
  await expect.poll(() => observer.getCurrentResult().data).toEqual(fresh)
  expect(observer.getCurrentResult().isStale).toBe(false)
  expect(answers).toHaveLength(2)
  stop()
})

it('does not repeat a first read in flight for a change to another feature', async () => {
  const { answers, push, observer, stop } = watchLabels(createQueryClient())
  await expect.poll(() => answers).toHaveLength(1)
  push('library.changed', { workspace: testWorkspace, features: ['topics'] })
  answers[0]?.resolve([])
  await expect.poll(() => observer.getCurrentResult().data).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(answers).toHaveLength(1)
  stop()
})

it('navigates to routes from main, but not to other addresses', async () => {
  const bridge = fakeBridge({})
  const stop = listenForPushes(new QueryClient())
  bridge.push('shell.navigate', { to: '/topics/018f?x=1' })
  await rendered()
  expect(window.location.hash).toBe('#/topics/018f?x=1')
  bridge.push('shell.navigate', { to: 'https://elsewhere.example' })
  await rendered()
  expect(window.location.hash).toBe('#/topics/018f?x=1')
  stop()
})

it('tells the page about another workspace before it follows a link into that workspace', async () => {
  const queryClient = new QueryClient()
  const bridge = fakeBridge({})
  const stop = listenForPushes(queryClient)
  const order: string[] = []
  const places = new QueryObserver(queryClient, { ...queryOptionsFor('environments', 'list', {}), enabled: false })
  // Listens as the hooks of the page do.
  const stopPlaces = places.subscribe(notifyManager.batchCalls(() => void order.push('workspace')))
  const router = createMemoryRouter([{ path: '*' }]).initialize()
  router.subscribe(({ location }) => order.push(location.pathname))
  watchRouter(router)
  bridge.push('environments.changed', testEnvironments)
  bridge.push('shell.navigate', { to: '/goals' })
  await expect.poll(() => order).toContain('/goals')
  expect(order).toEqual(['workspace', '/goals'])
  watchRouter(null)
  router.dispose()
  stopPlaces()
  stop()
})

it('does not navigate while a dialog is open', async () => {
  const bridge = fakeBridge({})
  const stop = listenForPushes(new QueryClient())
  const dialog = document.createElement('div')
  dialog.setAttribute('aria-modal', 'true')
  document.body.append(dialog)
  bridge.push('shell.navigate', { to: '/goals' })
  await rendered()
  expect(window.location.hash).toBe('')
  dialog.remove()
  bridge.push('shell.navigate', { to: '/goals' })
  await rendered()
  expect(window.location.hash).toBe('#/goals')
  stop()
})

it('reports a stopped library; once it is back, saves pending data and then reads everything again', async () => {
  const queryClient = new QueryClient()
  const bridge = fakeBridge({})
  const stop = listenForPushes(queryClient)
  const { queryKey } = queryOptionsFor('shell', 'info', {})
  const info = { version: '1', electron: '1', platform: 'linux', isFallbackRuntime: false, notices: [] } as const
  queryClient.setQueryData(queryKey, { ...info, notices: [], isLibraryStopped: false })
  queryClient.setQueryData(metricsOf(testWorkspace).queryKey, [])
  const isStale = () => queryClient.getQueryState(metricsOf(testWorkspace).queryKey)?.isInvalidated
  let saved: () => void = () => {}
  const stopSaving = onClosing(() => new Promise<void>((resolve) => (saved = resolve)))

  bridge.push('library.stopped', { isStopped: true })
  expect(queryClient.getQueryData(queryKey)?.isLibraryStopped).toBe(true)
  expect(isStale()).toBe(false)
  bridge.push('library.stopped', { isStopped: false })
  expect(queryClient.getQueryData(queryKey)?.isLibraryStopped).toBe(false)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(isStale()).toBe(false)
  saved()
  await expect.poll(isStale).toBe(true)
  stopSaving()
  stop()
})

it('saves pending data once when a library moves from memory to disk', () => {
  const bridge = fakeBridge({})
  const stop = listenForPushes(new QueryClient())
  const save = vi.fn(async () => {})
  const stopSaving = onClosing(save)
  const push = (library: 'memory' | 'encrypted') =>
    bridge.push('environments.changed', {
      ...testEnvironments,
      environments: testEnvironments.environments.map((each) =>
        each.name === 'staging' ? { ...each, library } : each,
      ),
    })
  push('memory')
  push('memory')
  expect(save).not.toHaveBeenCalled()
  push('encrypted')
  expect(save).toHaveBeenCalledTimes(1)
  push('encrypted')
  expect(save).toHaveBeenCalledTimes(1)
  stopSaving()
  stop()
})

it('shows the outcome of changes settled in the background', async () => {
  const { bridge } = renderView(null)
  act(() => bridge.push('changes.settled', { workspace: testWorkspace, sent: 2, rejected: 0 }))
  expect(await screen.findByText('2 changes sent')).toBeInTheDocument()
})

it.each([
  ['green', { sent: 1, rejected: 0 }],
  ['yellow', { sent: 2, rejected: 1 }],
])('tells of changes settled in the background in %s, as Review and send does: %o', async (color, counts) => {
  const { bridge } = renderView(null)
  act(() => bridge.push('changes.settled', { workspace: testWorkspace, ...counts }))
  const notice = { color, role: 'status', autoClose: 10_000 }
  await waitFor(() => expect(notificationsStore.getState().notifications).toMatchObject([notice]))
})

it('says that a link waits behind a dialog', async () => {
  const { bridge } = renderView(null)
  act(() => bridge.push('shell.linkWaits', {}))
  expect(await screen.findByText('A link is waiting. It opens when you close this dialog.')).toBeInTheDocument()
})
