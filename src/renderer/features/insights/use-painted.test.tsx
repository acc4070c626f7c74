import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderView, testSyncStatus } from '../../testing/render'
import { answersFor, sampleRow } from '../../testing/sample-insights'
import { InsightsView } from '.'

it('reports once per app start that the list is on screen, and not during the first sync', async () => {
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
  // A report would be made in the second frame.
  for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame)
  expect(told(again.bridge)).toEqual([])
})
