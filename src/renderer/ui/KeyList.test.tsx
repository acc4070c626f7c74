import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Preferences } from '../../contract/features/preferences'
import { renderView } from '../testing/render'
import { KeyList } from './KeyList'
import { useBoundKeys, useKey, useKeyHint } from './keys'

function View() {
  useKey('j', () => {})
  useKeyHint('Enter')
  return <KeyList here={useBoundKeys()} />
}

const withoutSingleKeys = { 'preferences.read': () => Preferences.parse({ hasSingleKeys: false }) }

/** Of the group: what each line says and the keys beside it. */
async function linesOf(group: string) {
  const heading = await screen.findByRole('heading', { name: new RegExp(`^${group}`) })
  const lines = within(heading.parentElement as HTMLElement)
  const keys = lines.getAllByRole('definition').map(({ textContent }) => textContent)
  return lines.getAllByRole('term').map(({ textContent }, place) => `${textContent}: ${keys[place]}`)
}

it('has all keys by where they work, and marks those that do not work here, one by one or as a group', async () => {
  renderView(<View />)
  const lists = await linesOf('Lists')
  expect(lists).toContain('Next row: J↓')
  expect(lists).toContain('Open the row: Enter')
  expect(lists).toContain('Actions for the row, such as Delete (not in this view): .MenuShift+F10')
  expect(lists).toContain('Select the row and the next (not in this view): Shift+↓Shift+J')
  expect(lists).toContain('Go to the filters (not in this view): F')
  expect(screen.getByRole('heading', { name: 'Insights not in this view' })).toBeInTheDocument()
  expect(await linesOf('Insights')).toContain('Unseen only, or all: U')
  expect(await linesOf('Everywhere')).toContain('Search everything, or run a command: Ctrl+K')
  expect(await linesOf('Dialogs and menus')).toContain('Close it: Esc')
})

it('marks nothing where no view is meant', async () => {
  renderView(<KeyList here={null} />)
  expect(await linesOf('Insights')).toHaveLength(2)
  expect(screen.queryByText(/not in this view/)).not.toBeInTheDocument()
})

it('shows no single key while they are switched off', async () => {
  renderView(<KeyList here={null} />, { answers: withoutSingleKeys })
  expect(await linesOf('Everywhere')).toContain('New insight: Ctrl+N')
  expect(await linesOf('Lists')).toEqual(
    expect.arrayContaining([
      ...['Next row: ↓', 'Open the row: Enter', 'Go to the filters: switched off'],
      ...['Actions for the row, such as Delete: MenuShift+F10', 'Select the row and the next: Shift+↓'],
    ]),
  )
  expect(await linesOf('Go to')).toEqual(expect.arrayContaining(['Goals: switched off', 'Staging: Ctrl+2']))
})
