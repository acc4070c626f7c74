import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { InsightPage } from '../../../contract/features/insights'
import type { SyncStatus } from '../../../contract/features/sync'
import { giveSize, rowOf, tableOf } from '../../records/list-testing'
import type { Answers } from '../../testing/fake-bridge'
import { renderView, testSyncStatus, testWorkspace } from '../../testing/render'
import { answersFor, sampleRow } from '../../testing/sample-insights'
import * as painting from '../../ui/use-painted'
import { InsightsView } from '.'

// The hook tells main once per start of the app, so whether it does so here depends on the tests before.
let painted = vi.mocked(painting.usePainted)

beforeEach(() => {
  vi.restoreAllMocks()
  giveSize()
  painted = vi.spyOn(painting, 'usePainted')
})

const syncing: SyncStatus = { ...testSyncStatus, state: 'syncing', syncedAt: null }
const noInsights: InsightPage = { rows: [], total: 0, all: 0, unseen: 0, left: 0, greatestScore: null }

/** Holds what the page asks after the sync until `release`; what it asked before is answered at once, with nothing. */
function show(answers: Answers, rows: readonly ReturnType<typeof sampleRow>[]) {
  const { 'insights.query': query = () => noInsights, ...others } = answersFor(() => rows)
  let hasSynced = false
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { bridge } = renderView(<InsightsView />, {
    path: '/insights/:id?',
    route: '/insights',
    answers: {
      ...others,
      ...answers,
      'insights.query': (asked) => (hasSynced ? released.then(() => query(asked)) : noInsights),
    },
  })
  return {
    bridge,
    release: () => act(async () => release()),
    /** Main stored the list. */
    pushInsights: () =>
      act(async () => {
        hasSynced = true
        bridge.push('library.changed', { workspace: testWorkspace, features: ['insights'] })
      }),
  }
}

const countShown = () => screen.getByRole('status', { name: 'Number of insights' })

function expectLoading(): void {
  expect(screen.getByText(/for the first time/)).toBeInTheDocument()
  expect(screen.queryByText('No insights yet')).not.toBeInTheDocument()
  expect(countShown()).toBeEmptyDOMElement()
  expect(painted).not.toHaveBeenCalledWith('insights', expect.any(Number))
}

describe('after the first sync, until the list is read again', () => {
  it('shows that the list is loading, and no empty list, when main pushes the end of the sync', async () => {
    let status = syncing
    const { bridge, pushInsights, release } = show({ 'sync.status': () => status }, [sampleRow(1), sampleRow(2)])
    expect(await screen.findByText(/for the first time/)).toBeInTheDocument()
    await pushInsights()
    // While the second list is synced.
    await act(async () => bridge.push('sync.changed', { ...testSyncStatus, state: 'syncing' }))
    expectLoading()
    status = testSyncStatus
    await act(async () => bridge.push('sync.changed', status))
    expectLoading()

    await release()
    await tableOf('Insights')
    expect(rowOf('Insight number 2')).toBeInTheDocument()
    expect(countShown()).toHaveTextContent('2 insights')
    expect(painted).toHaveBeenLastCalledWith('insights', 2)
  })

  it('shows that the list is loading when the page asked for the status before the end of the sync', async () => {
    let answer: (status: SyncStatus) => void = () => {}
    const asked = new Promise<SyncStatus>((resolve) => {
      answer = resolve
    })
    let isFirst = true
    const status = () => {
      const given = isFirst ? asked : testSyncStatus
      isFirst = false
      return given
    }
    const { bridge, pushInsights, release } = show({ 'sync.status': status }, [sampleRow(1)])
    await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('insights.query'))
    await pushInsights()
    expect(countShown()).toBeEmptyDOMElement()
    await act(async () => answer(testSyncStatus))
    expect(await screen.findByText(/for the first time/)).toBeInTheDocument()
    expect(screen.queryByText('No insights yet')).not.toBeInTheDocument()
    expect(countShown()).toBeEmptyDOMElement()

    await release()
    await tableOf('Insights')
    expect(countShown()).toHaveTextContent('1 insight')
  })

  it('says that there are none once the list was read again', async () => {
    let status = syncing
    const { bridge, pushInsights, release } = show({ 'sync.status': () => status }, [])
    expect(await screen.findByText(/for the first time/)).toBeInTheDocument()
    await pushInsights()
    status = testSyncStatus
    await act(async () => bridge.push('sync.changed', status))
    expect(screen.queryByText('No insights yet')).not.toBeInTheDocument()
    await release()
    expect(await screen.findByText('No insights yet')).toBeInTheDocument()
    expect(countShown()).toHaveTextContent('0 insights')
  })
})
