import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { FrameCommands } from '../../app/commands'
import { renderView } from '../../testing/render'
import { Palette } from './Palette'

const row = {
  id: 'insight-1',
  type: 'FeatureRequest',
  title: 'Brakes squeal in the rain',
  summary: '',
  seen: true,
  hideContent: false,
  combinedScore: null,
  strengthScore: null,
  momentumScore: null,
  strength: 0,
  createdAt: '2025-06-15T12:00:00Z',
  updatedAt: '2025-06-15T12:00:00Z',
  pending: null,
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
  const view = renderView(<Palette commands={commands} onClose={onClose} />, {
    answers: { 'insights.query': () => ({ rows: [row], total: 1, all: 1, unseen: 0 }) },
  })
  return { ...view, commands, onClose }
}

const field = () => screen.findByRole('combobox', { name: 'Search or run a command' })
const labels = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

it('offers views, commands and the other workspaces before anything is typed', async () => {
  open()
  await field()
  expect(labels()).toEqual(expect.arrayContaining(['Insights', 'Sync now', 'Real bikesProduction']))
  expect(labels()).not.toContain('Trial bikesStaging')
})

it('finds insights by their text, a page at most', async () => {
  const { bridge } = open()
  await userEvent.type(await field(), 'squeal')
  expect(await screen.findByRole('option', { name: /Brakes squeal in the rain/ })).toHaveTextContent('Feature request')
  const asked = bridge.calls.filter(({ name }) => name === 'insights.query')
  expect(asked.at(-1)?.input).toMatchObject({ filter: { text: 'squeal' }, limit: 8 })
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
