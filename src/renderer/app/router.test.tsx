import type { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { Preferences } from '../../contract/features/preferences'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { forgetAddresses } from '../navigation/view-addresses'
import { giveSize } from '../records/list-testing'
import { fakeBridge } from '../testing/fake-bridge'
import { noNews, testEnvironments, testSyncStatus, testWorkspace, untriaged } from '../testing/places'
import { recordAnswers, sampleId, sampleOutcome } from '../testing/sample-records'
import { goNow, watchRouter } from '../ui/current-location'
import { App } from './App'
import { listenForPushes } from './pushes'
import { createQueryClient } from './query-client'
import { createAppRouter } from './router'

const production: WorkspaceRef = { ...testWorkspace, environment: 'production' }

beforeEach(() => {
  giveSize()
  forgetAddresses()
})

let stop = () => {}
afterEach(() => {
  stop()
  watchRouter(null)
  window.location.hash = ''
})

/** The whole window, where each workspace has goals of its own. */
function openWindow(route: string) {
  let active = testWorkspace
  const goals = { staging: sampleOutcome(1), production: sampleOutcome(2) }
  const bridge = fakeBridge({
    ...recordAnswers(() => ({ outcomes: [] })),
    'environments.list': () => ({ ...testEnvironments, active }),
    'environments.open': ({ workspace }) => {
      active = workspace
      bridge.push('environments.changed', { ...testEnvironments, active })
      return null
    },
    'preferences.read': () => Preferences.parse({}),
    'preferences.save': (changes) => Preferences.parse(changes),
    'sync.status': ({ workspace }) => ({ ...testSyncStatus, workspace }),
    'news.query': () => noNews,
    'savedViews.list': () => [],
    'savedViews.counts': () => ({}),
    'triage.get': () => untriaged,
    'shell.info': () => ({
      ...{ version: '1.0.0', electron: '45.0.0', platform: 'linux' as const },
      ...{ isFallbackRuntime: false, notices: [], isLibraryStopped: false },
    }),
    'shell.painted': () => null,
    'network.read': () => ({ settings: { mode: 'system' as const, pacUrl: '', proxy: '' }, proxies: [] }),
    'shell.linkOpening': () => ({ state: 'off', files: [], command: null }),
    'shell.updates': () => ({ state: 'off' as const, version: null, problem: null, checkedAt: null }),
    'environments.measure': () => ({ bytes: 0, insights: 0, knowledge: 0, pendingChanges: 0, syncedAt: null }),
    'shell.setModalOpen': () => null,
    'insights.drafts': () => [],
    'insights.query': () => ({ rows: [], total: 0, all: 0, unseen: 0 }),
    'outcomes.query': ({ workspace }) => {
      const rows = workspace.environment === 'staging' ? [goals.staging] : [goals.production]
      return { rows, total: rows.length, all: rows.length }
    },
    'outcomes.get': ({ workspace }) => (workspace.environment === 'staging' ? goals.staging : goals.production),
    'feedback.query': () => ({ rows: [], total: 0, all: 0 }),
  })
  window.history.replaceState(null, '', `#${route}`)
  const queryClient: QueryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  const stopPushes = listenForPushes(queryClient)
  stop = () => {
    stopPushes()
    router.dispose()
  }
  render(<App queryClient={queryClient} router={router} styleNonce="" />)
  const asked = (workspace: WorkspaceRef) =>
    bridge.calls.flatMap(({ name, input }) => {
      const { id, workspace: of } = input as { id?: string; workspace?: WorkspaceRef }
      return name === 'outcomes.get' && of && workspaceKey(of) === workspaceKey(workspace) ? [id] : []
    })
  /** Opens a workspace as the native menu does. */
  const openFromOutside = (workspace: WorkspaceRef) => {
    act(() => openPlace(workspace))
    act(() => bridge.push('shell.navigate', { to: '/' }))
  }
  const openPlace = (workspace: WorkspaceRef) => {
    active = workspace
    bridge.push('environments.changed', { ...testEnvironments, active })
  }
  /** Follows a link into another workspace: main pushes both before anything is rendered. */
  const followLink = (to: string, workspace = active) => {
    openPlace(workspace)
    bridge.push('shell.navigate', { to })
  }
  return { bridge, asked, openPlace, openFromOutside, followLink }
}

const hash = () => window.location.hash
/** Returns a function that comes here again as the Back key does; happy-dom would load the page anew. */
function returnHere(): () => void {
  const { state } = window.history
  const address = hash()
  return () => {
    window.history.replaceState(state, '', address)
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  }
}

const details = () => screen.findByRole('region', { name: 'Goal details' })

it('restores the filters and open record of a workspace, and asks no other workspace for that record', async () => {
  const { bridge, asked, openFromOutside } = openWindow(`/goals/${sampleId(1)}?q=number`)
  expect(await within(await details()).findByRole('heading', { name: 'Goal number 1' })).toBeInTheDocument()
  openFromOutside(production)
  await waitFor(() => expect(hash()).toBe('#/insights'))
  expect(await screen.findByRole('button', { name: 'Environment: Production' })).toBeInTheDocument()

  await userEvent.keyboard('{Control>}2{/Control}')
  await waitFor(() => expect(hash()).toBe(`#/goals/${sampleId(1)}?q=number`))
  expect(await within(await details()).findByRole('heading', { name: 'Goal number 1' })).toBeInTheDocument()
  expect(screen.getByRole('searchbox', { name: 'Search goals' })).toHaveValue('number')
  expect(asked(production)).toEqual([])
  // Nothing of it was saved, beyond the route for the next start.
  const saved = bridge.calls
    .filter(({ name }) => name === 'preferences.save')
    .map(({ input }) => Object.keys(input ?? {}))
  expect(new Set(saved.flat())).toEqual(new Set(['lastRoute']))
})

it('does not ask another workspace for the open record while that workspace is being opened', async () => {
  const { bridge, openPlace } = openWindow(`/goals/${sampleId(1)}`)
  const note = await within(await details()).findByRole('button', { name: 'Add note' })
  act(() => {
    openPlace(production)
    // The click renders before the page hears of the other workspace, which the cache has already.
    fireEvent.click(note)
  })
  await waitFor(() => expect(hash()).toBe('#/insights'))
  const ofProduction = bridge.calls.filter(({ input }) => JSON.stringify(input).includes('"production"'))
  expect(ofProduction.filter(({ input }) => JSON.stringify(input).includes(sampleId(1)))).toEqual([])
})

it('abandons an address whose view was still loading when another workspace was opened', async () => {
  const { asked, openFromOutside } = openWindow('/insights')
  await screen.findByRole('button', { name: 'Environment: Staging' })
  act(() => void goNow(`/goals/${sampleId(1)}`))
  openFromOutside(production)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Environment: Production' })).toBeInTheDocument())
  expect(await screen.findByRole('searchbox', { name: 'Search insights' })).toBeInTheDocument()
  expect(hash()).toBe('#/insights')
  expect(asked(production)).toEqual([])
})

it('goes from the settings to where the other workspace was left, even when the native menu opens it', async () => {
  const { openFromOutside } = openWindow(`/goals/${sampleId(1)}`)
  await details()
  const steps = window.history.length
  openFromOutside(production)
  await waitFor(() => expect(hash()).toBe('#/insights'))
  // A step for Back would lead to an address that leads here again.
  expect(window.history.length).toBe(steps)
  await userEvent.click(screen.getByRole('link', { name: 'Settings' }))
  await waitFor(() => expect(hash()).toBe('#/settings'))
  openFromOutside(testWorkspace)
  await waitFor(() => expect(hash()).toBe(`#/goals/${sampleId(1)}`))
})

it('never goes back into another workspace, be it to the first address, a link or a pushed address', async () => {
  const { asked, openFromOutside, followLink } = openWindow(`/goals/${sampleId(1)}`)
  await details()
  const backToFirst = returnHere()
  followLink(`/goals/${sampleId(1)}?q=link`)
  await waitFor(() => expect(hash()).toContain('?q=link'))
  await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Search goals' })).toHaveValue('link'))
  const backToLink = returnHere()
  await userEvent.click(screen.getByRole('link', { name: 'Feedback' }))
  await waitFor(() => expect(hash()).toBe('#/feedback'))
  await userEvent.click(screen.getByRole('link', { name: 'Goals' }))
  await waitFor(() => expect(hash()).toContain('?q=link'))
  const backToPushed = returnHere()
  await userEvent.click(screen.getByRole('link', { name: 'Feedback' }))
  await waitFor(() => expect(hash()).toBe('#/feedback'))

  openFromOutside(production)
  for (const goBack of [backToPushed, backToLink, backToFirst]) {
    await waitFor(() => expect(hash()).toBe('#/insights'))
    goBack()
  }
  await waitFor(() => expect(hash()).toBe('#/insights'))
  expect(asked(production)).toEqual([])
  await userEvent.click(screen.getByRole('link', { name: 'Goals' }))
  await waitFor(() => expect(hash()).toBe('#/goals'))
})

it('follows a link into another workspace, wherever that one was left', async () => {
  const { asked, openFromOutside, followLink } = openWindow('/goals')
  // The view of the link is loaded: nothing gives the page time to render the other workspace first.
  await screen.findByRole('searchbox', { name: 'Search goals' })
  openFromOutside(production)
  await screen.findByRole('button', { name: 'Environment: Production' })
  await userEvent.click(screen.getByRole('link', { name: 'Insights' }))
  await waitFor(() => expect(hash()).toBe('#/insights'))
  openFromOutside(testWorkspace)
  await waitFor(() => expect(hash()).toBe('#/goals'))
  followLink(`/goals/${sampleId(2)}`, production)
  expect(await within(await details()).findByRole('heading', { name: 'Goal number 2' })).toBeInTheDocument()
  expect(hash()).toBe(`#/goals/${sampleId(2)}`)
  expect(asked(testWorkspace)).toEqual([])
})

it('scrolls Settings by keys while the view has the focus', async () => {
  const height = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2000)
  onTestFinished(() => height.mockRestore())
  openWindow('/settings')
  const section = await screen.findByRole('region', { name: 'Keyboard' })
  screen.getByRole('main').focus()
  await userEvent.keyboard('{PageDown}')
  expect(section.closest('[data-scroller]')?.scrollTop).toBe(360)
})
