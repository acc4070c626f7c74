import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import type { Found } from '../../../contract/features/search'
import type { FrameCommands } from '../../app/commands'
import { testWorkspace } from '../../testing/places'
import { renderView } from '../../testing/render'
import { Palette } from './Palette'

const found: readonly Found[] = [
  { kind: 'topic', id: 'topic/1', title: 'Quiet brakes' },
  { kind: 'insight', id: 'insight-1', title: 'Brakes squeal in the rain' },
  { kind: 'outcome', id: 'goal-1', title: 'Fewer brake repairs' },
  { kind: 'knowledge', id: 'item-1', title: '' },
]

function Address() {
  return <output aria-label="Address">{useLocation().pathname}</output>
}

function open() {
  const commands: FrameCommands = {
    newInsight: vi.fn(),
    searchHere: vi.fn(),
    sync: vi.fn(),
    openSettings: vi.fn(),
    showKeys: vi.fn(),
    openPalette: vi.fn(),
  }
  const onClose = vi.fn()
  const ui = (
    <>
      <Palette commands={commands} onClose={onClose} />
      <Address />
    </>
  )
  const view = renderView(ui, { answers: { 'search.everything': () => [...found] } })
  return { ...view, commands, onClose }
}

const field = () => screen.findByRole('combobox', { name: 'Search or run a command' })
/** What is read out of each: icons and keys are for the eye. */
const labels = () =>
  screen.getAllByRole('option').map(({ children }) =>
    [...children]
      .filter((child) => child.getAttribute('aria-hidden') !== 'true')
      .map(({ textContent }) => textContent)
      .join(' '),
  )

it('offers views, commands and the other workspaces before anything is typed', async () => {
  open()
  await field()
  expect(labels()).toEqual(expect.arrayContaining(['Insights', 'Sync now', 'Real bikes Production']))
  expect(labels()).not.toContain('Trial bikes Staging')
})

it('finds every kind of record by its text, each with its kind in words, and goes to its page', async () => {
  const { bridge, onClose } = open()
  await userEvent.type(await field(), 'brake')
  expect(await screen.findByRole('option', { name: 'Brakes squeal in the rain Insight' })).toBeInTheDocument()
  expect(labels()).toEqual([
    'Brakes squeal in the rain Insight',
    'Fewer brake repairs Goal',
    'item-1 Knowledge item',
    'Quiet brakes Topic',
  ])
  const asked = bridge.calls.filter(({ name }) => name === 'search.everything')
  expect(asked.at(-1)?.input).toEqual({ workspace: testWorkspace, text: 'brake', limit: 5 })
  await userEvent.click(screen.getByRole('option', { name: /Quiet brakes/ }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(screen.getByLabelText('Address')).toHaveTextContent('/topics/topic%2F1')
})

it('shows the key beside a command, outside of its name', async () => {
  open()
  await field()
  const option = screen.getByRole('option', { name: 'Sync now' })
  expect(within(option).getByText('R')).toBeInTheDocument()
  expect(within(screen.getByRole('option', { name: 'Activity' })).getByText('then')).toBeInTheDocument()
})

it('runs the entry that the arrows chose, and closes first', async () => {
  const { commands, onClose } = open()
  await userEvent.type(await field(), 'sync')
  await waitFor(() => expect(labels()[0]).toBe('Sync now'))
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  const chosen = screen.getByRole('option', { selected: true })
  expect(await field()).toHaveAttribute('aria-activedescendant', chosen.id)
  await userEvent.keyboard('{Enter}')
  expect(commands.sync).toHaveBeenCalledOnce()
  expect(onClose).toHaveBeenCalledOnce()
})

it('wraps around at both ends', async () => {
  open()
  await userEvent.type(await field(), '{ArrowUp}')
  expect(screen.getAllByRole('option').at(-1)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-selected', 'true')
})
