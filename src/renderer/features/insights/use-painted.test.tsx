import { act, screen, waitFor } from '@testing-library/react'
import { Profiler } from 'react'
import { expect, it } from 'vitest'
import type { SyncStatus } from '../../../contract/features/sync'
import { renderView, testSyncStatus, testWorkspace } from '../../testing/render'
import { answersFor, sampleRow } from '../../testing/sample-insights'
import { InsightsView } from '.'

it('tells once per start of the app that the list is on screen, and not before it is known', async () => {
  let rows = [] as ReturnType<typeof sampleRow>[]
  const show = (answers = {}) =>
    renderView(<InsightsView />, {
      path: '/insights/:id?',
      route: '/insights',
      answers: { ...answersFor(() => rows), ...answers },
    })
  const told = ({ calls }: ReturnType<typeof show>['bridge']) =>
    calls.filter(({ name }) => name === 'shell.painted').map(({ input }) => input)

  const early = show({ 'sync.status': () => ({ ...testSyncStatus, state: 'syncing' as const, syncedAt: null }) })
  expect(await screen.findByText(/for the first time/)).toBeInTheDocument()
  expect(told(early.bridge)).toEqual([])
  early.unmount()

  rows = [sampleRow(1), sampleRow(2)]
  const first = show()
  await waitFor(() => expect(told(first.bridge)).toEqual([{ view: 'insights', rows: 2 }]))
  first.unmount()

  const again = show()
  expect(await screen.findByRole('table')).toBeInTheDocument()
  expect(told(again.bridge)).toEqual([])
})

it('shows the rows of a first sync one rendering after the rest of the view', async () => {
  let rows = [] as ReturnType<typeof sampleRow>[]
  let status: SyncStatus = { ...testSyncStatus, state: 'syncing', syncedAt: null }
  const seen: string[] = []
  const onRender = () => {
    const shown = screen.queryByRole('table') ? 'rows' : screen.queryByText(/for the first time/) ? 'waits' : 'neither'
    if (seen.at(-1) !== shown) seen.push(shown)
  }
  const view = (
    <Profiler id="insights" onRender={onRender}>
      <InsightsView />
    </Profiler>
  )
  const answers = { ...answersFor(() => rows), 'sync.status': () => status }
  const { bridge } = renderView(view, { path: '/insights/:id?', route: '/insights', answers })
  expect(await screen.findByText(/for the first time/)).toBeInTheDocument()
  // Finishes rendering the empty state.
  await act(async () => {})
  rows = [sampleRow(1), sampleRow(2)]
  status = testSyncStatus
  act(() => {
    bridge.push('sync.changed', status)
    bridge.push('library.changed', { workspace: testWorkspace, features: ['insights'] })
  })
  expect(await screen.findByRole('table')).toBeInTheDocument()
  expect(seen).toEqual(['neither', 'waits', 'neither', 'rows'])
})
