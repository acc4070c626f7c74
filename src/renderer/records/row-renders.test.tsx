// Renderings of the visible rows for each typed letter. Without a limit, a value made anew at each rendering would render
// every row for every letter, query and answer.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { InsightsView } from '../features/insights'
import { answersFor, sampleRow } from '../testing/sample-insights'
import { giveSize, renderList, tableOf } from './list-testing'

const renders = vi.hoisted(() => new Map<string, number>())
// Rendered with its row each time, as it is not memoised.
vi.mock('./cell-columns', async (load) => {
  const real = await load<typeof import('./cell-columns')>()
  const { RecordTitle } = real
  return {
    ...real,
    RecordTitle: (props: Parameters<typeof RecordTitle>[0]) => {
      const { title } = props.row
      renders.set(title, (renders.get(title) ?? 0) + 1)
      return <RecordTitle {...props} />
    },
  }
})

beforeEach(giveSize)

const rows = Array.from({ length: 300 }, (_, place) => sampleRow(place + 1))

it('renders each visible row once for a typed letter and its answer', async () => {
  const { bridge } = renderList(<InsightsView />, { path: '/insights/:id?', answers: answersFor(() => rows) })
  await tableOf('Insights')
  await userEvent.click(await screen.findByRole('searchbox', { name: 'Search insights' }))
  const marked = () => new Set([...document.querySelectorAll('tbody mark')].map(({ textContent }) => textContent))
  const letters = [...'number']
  renders.clear()
  for (const place of letters.keys()) {
    const typed = letters.slice(0, place + 1).join('')
    await userEvent.keyboard(letters[place] ?? '')
    await waitFor(() => expect(marked()).toEqual(new Set([typed])))
    expect(bridge.calls).toContainEqual({
      name: 'insights.query',
      input: expect.objectContaining({ filter: expect.objectContaining({ text: typed }) }),
    })
  }
  expect(renders.size).toBeGreaterThan(5)
  for (const [title, count] of renders) expect.soft(count, title).toBeLessThanOrEqual(letters.length)
})
