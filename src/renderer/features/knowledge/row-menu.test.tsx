import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { Preferences } from '../../../contract/features/preferences'
import type { Answers } from '../../testing/fake-bridge'
import { renderView, testSyncStatus } from '../../testing/render'
import { KnowledgeView } from '.'

// Tests have no layout, so the table is told its visible size.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  return () => vi.restoreAllMocks()
})

const rows = ['one', 'two'].map((id) => ({
  id,
  title: `Document ${id}`,
  summary: '',
  state: 'ready',
  source: 'Wiki',
  providedBy: null,
  createdAt: null,
  updatedAt: null,
  links: [],
}))

function open(answers: Answers = {}, route = '/knowledge') {
  renderView(<KnowledgeView />, {
    route,
    path: '/knowledge/:id?',
    answers: {
      'knowledge.query': () => ({ rows, total: 2, all: 2, states: [], sources: [] }),
      'triage.existing': ({ ids }) => ids,
      ...answers,
    },
  })
  return screen.findByRole('row', { name: /Document two/ })
}

const actions = (title: string) => screen.getByRole('button', { name: `Actions for ${title}` })

it.each(['.', '{ContextMenu}', '{Shift>}{F10}{/Shift}'])('opens the menu of the active row with %s', async (key) => {
  const row = await open()
  await userEvent.keyboard(`jj${key}`)
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Open' })).toHaveFocus())
  expect(screen.getByRole('menuitem', { name: 'Delete…' })).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(row).toHaveFocus())
  expect(screen.queryByRole('menuitem')).not.toBeInTheDocument()
})

it.each(['.', 'ContextMenu'])('keeps %s to itself, as a key pressed outside of an open menu closes it', async (key) => {
  const row = await open()
  const heard = vi.fn()
  document.addEventListener('keydown', heard)
  fireEvent.keyDown(row, { key })
  document.removeEventListener('keydown', heard)
  expect(await screen.findByRole('menuitem', { name: 'Open' })).toBeInTheDocument()
  expect(heard).not.toHaveBeenCalled()
})

it('opens the menu only with the context menu key when single keys are off', async () => {
  await open({ 'preferences.read': () => Preferences.parse({ hasSingleKeys: false }) })
  await userEvent.keyboard('jj.')
  expect(screen.queryByRole('menuitem')).not.toBeInTheDocument()
  await userEvent.keyboard('{F10}{Shift}')
  expect(screen.queryByRole('menuitem')).not.toBeInTheDocument()
  await userEvent.keyboard('{ContextMenu}')
  expect(await screen.findByRole('menuitem', { name: 'Delete…' })).toBeInTheDocument()
})

it('returns the focus to the row when the deletion is cancelled', async () => {
  const row = await open()
  await userEvent.keyboard('jj.')
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Open' })).toHaveFocus())
  await userEvent.keyboard('{End}{Enter}')
  await screen.findByRole('dialog', { name: 'Delete knowledge item' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(row).toHaveFocus())
})

it('removes a document deleted from its row menu from the selection at once', async () => {
  await open({ 'knowledge.delete': () => ({ state: 'deleted' }) })
  await userEvent.keyboard('jxjx')
  const bar = screen.getByRole('region', { name: 'Selection' })
  expect(bar).toHaveTextContent('2 selected')
  await userEvent.click(actions('Document two'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(bar).toHaveTextContent('1 selected'))
  expect(await screen.findByText('Knowledge item deleted')).toBeInTheDocument()
})

it('offers no decision in the menu of a row while another one is selected, which keys decide about', async () => {
  await open()
  await userEvent.keyboard('jx')
  await userEvent.click(actions('Document two'))
  expect(await screen.findByRole('menuitem', { name: /^Open/ })).toBeInTheDocument()
  expect(screen.queryByRole('menuitem', { name: /^Mark as reviewed/ })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  await userEvent.click(actions('Document one'))
  expect(await screen.findByRole('menuitem', { name: /^Mark as reviewed/ })).toBeInTheDocument()
})

it('reaches the menu button with Tab from the active row only, after its checkbox', async () => {
  await open()
  await userEvent.keyboard('jj')
  expect(actions('Document one')).toHaveAttribute('tabindex', '-1')
  expect(screen.getByRole('checkbox', { name: 'Select Document one' })).toHaveAttribute('tabindex', '-1')
  await userEvent.tab()
  expect(screen.getByRole('checkbox', { name: 'Select Document two' })).toHaveFocus()
  await userEvent.tab()
  expect(actions('Document two')).toHaveFocus()
})

it('says why nothing can be deleted while the service is unreachable, in the row menu and the details', async () => {
  const [first] = rows
  if (first === undefined) throw new Error('There is no row.')
  const rest = { description: null, url: null, pdfFileUrl: null, txtFileUrl: null, txtFileAddress: null }
  await open(
    {
      'sync.status': () => ({ ...testSyncStatus, state: 'offline' }),
      'knowledge.get': () => ({ ...first, ...rest }),
    },
    '/knowledge/one',
  )
  const why = /connection to the service.*Sync now/
  const button = await screen.findByRole('button', { name: 'Delete…' })
  await waitFor(() => expect(button).toHaveAccessibleDescription(why))
  expect(button).toHaveAttribute('aria-disabled', 'true')
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('tooltip')).toHaveTextContent(why)

  await userEvent.click(actions('Document one'))
  const choice = await screen.findByRole('menuitem', { name: 'Delete…' })
  expect(choice).toHaveAccessibleDescription(why)
  await userEvent.click(choice)
  expect(choice).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
