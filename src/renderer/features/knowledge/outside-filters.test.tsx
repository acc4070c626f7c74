import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderView } from '../../testing/render'
import { KnowledgeView } from '.'

// Tests have no layout, so the table is told its visible size.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  return () => vi.restoreAllMocks()
})

const rest = { summary: '', source: 'Wiki', providedBy: null, createdAt: null, updatedAt: null, links: [] }

it('offers the search results without filters after a filter has lost its last document', async () => {
  let items = [
    { ...rest, id: 'old', title: 'Old brakes', state: 'archived' },
    { ...rest, id: 'exit', title: 'Exit interviews', state: 'ready' },
  ]
  const view = (
    <main tabIndex={-1}>
      <KnowledgeView />
    </main>
  )
  renderView(view, {
    route: '/knowledge?status=state:%3Darchived',
    path: '/knowledge/:id?',
    answers: {
      'knowledge.query': ({ text, states }) => {
        const rows = items.filter(
          ({ title, state }) =>
            title.toLowerCase().includes(text.toLowerCase()) && (states.length === 0 || states.includes(state)),
        )
        return { rows, total: rows.length, all: items.length, states: [], sources: [] }
      },
      'knowledge.delete': ({ id }) => {
        items = items.filter((each) => each.id !== id)
        return { state: 'deleted' }
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Old brakes' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No matching knowledge items')).toBeInTheDocument()
  expect(screen.queryByText(/without filters\.$/)).not.toBeInTheDocument()
  await userEvent.keyboard('/exit{Enter}')
  expect(await screen.findByText('1 result without filters.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Search without filters' }))
  expect(await screen.findByTitle('Exit interviews')).toBeInTheDocument()
  expect(screen.getByRole('searchbox')).toHaveValue('exit')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Search without filters' })).not.toBeInTheDocument())
  // The button went with the filters.
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})
