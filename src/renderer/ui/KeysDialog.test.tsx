import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Preferences } from '../../contract/features/preferences'
import { renderView } from '../testing/render'
import { KeyList, KeysDialog } from './KeysDialog'
import { useBoundKeys, useKey, useKeyHint } from './keys'
import { controlTexts } from './words'

function View() {
  useKey('j', () => {})
  useKeyHint('Enter')
  return <KeyList here={useBoundKeys()} />
}

const withoutSingleKeys = { 'preferences.read': () => Preferences.parse({ hasSingleKeys: false }) }

/** Text of each line of a group, and the keys beside it. */
async function linesOf(group: string) {
  const heading = await screen.findByRole('heading', { name: new RegExp(`^${group}`) })
  const lines = within(heading.parentElement as HTMLElement)
  const keys = lines.getAllByRole('definition').map(({ textContent }) => textContent)
  return lines.getAllByRole('term').map(({ textContent }, place) => `${textContent}: ${keys[place]}`)
}

it('groups keys by where they work, and marks those unavailable here, one by one or as a group', async () => {
  renderView(<View />)
  const lists = await linesOf('Lists')
  expect(lists).toContain('Next row: J↓')
  expect(lists).toContain('Open row: Enter')
  expect(lists).toContain('Row actions (not available here): .MenuShift+F10')
  expect(lists).toContain('Extend selection down (not available here): Shift+↓Shift+J')
  expect(lists).toContain('Mark as reviewed or not reviewed (not available here): E')
  expect(lists).toContain('Snooze (not available here): H')
  expect(lists).toContain('Go to the filters (not available here): F')
  expect(screen.getByRole('heading', { name: 'Insights not available here' })).toBeInTheDocument()
  expect(await linesOf('Insights')).toContain('Toggle unseen only: U')
  expect(await linesOf('Everywhere')).toContain('Search or run a command: Ctrl+K')
  expect(await linesOf('Dialogs and menus')).toContain('Close: Esc')
})

it('marks the keys of another view as unavailable, even if this view has the same keys', async () => {
  const { unmount } = renderView(<View />, { route: '/insights' })
  expect(await screen.findByRole('heading', { name: 'Triage not available here' })).toBeInTheDocument()
  expect(await linesOf('Triage')).toContain('Next insight: J')
  unmount()
  renderView(<View />, { route: '/insights/triage/1' })
  expect(await linesOf('Triage')).toContain('Next insight: J')
  expect(await linesOf('Triage')).toContain('Snooze (not available here): H')
})

it.each([
  ['Map', '/map/goals/1', 'Expand, or go to the first item below: →'],
  ['Duplicates', '/duplicates', 'Choose the first or second insight: ←→'],
])('marks the keys of %s as unavailable in other views only', async (group, route, line) => {
  function Arrows() {
    useKeyHint('ArrowRight')
    return <KeyList here={useBoundKeys()} />
  }
  const { unmount } = renderView(<Arrows />, { route: '/insights' })
  expect(await screen.findByRole('heading', { name: `${group} not available here` })).toBeInTheDocument()
  unmount()
  renderView(<Arrows />, { route })
  expect(await linesOf(group)).toContain(line)
  expect(screen.queryByRole('heading', { name: `${group} not available here` })).not.toBeInTheDocument()
})

it('marks no key that the native menu hears', async () => {
  renderView(<View />)
  const unmarked = async (group: string) =>
    (await linesOf(group)).filter((line) => !line.includes('not available here'))
  expect(await unmarked('Everywhere')).toHaveLength(5)
  expect((await unmarked('Go to')).map((line) => line.split(': ')[0])).toEqual([
    ...['Back', 'Forward', 'Settings', 'Production (asks first)', 'Staging', 'Development', 'Sandbox'],
  ])
})

it('marks keys of lists that mean something else in this view', async () => {
  const { unmount } = renderView(<View />, { route: '/knowledge' })
  expect(await linesOf('Lists')).toContain('Next row: J↓')
  unmount()
  renderView(<View />, { route: '/duplicates' })
  expect(await linesOf('Duplicates')).toContain('Next pair: J↓')
  expect(screen.getByRole('heading', { name: 'Lists not available here' })).toBeInTheDocument()
})

it('marks nothing as unavailable when no view is given', async () => {
  renderView(<KeyList here={null} />)
  expect((await linesOf('Insights')).map((line) => line.split(':')[0])).toEqual([
    'Triage',
    'Toggle unseen only',
    'Switch between unseen first and highest score first',
  ])
  expect(screen.queryByText(/not available here/)).not.toBeInTheDocument()
})

it('shows no single keys while they are switched off', async () => {
  renderView(<KeyList here={null} />, { answers: withoutSingleKeys })
  expect(await linesOf('Everywhere')).toContain('New insight: Ctrl+N')
  expect(await linesOf('Lists')).toEqual(
    expect.arrayContaining([
      ...['Next row: ↓', 'Open row: Enter', 'Go to the filters: off'],
      ...['Row actions: MenuShift+F10', 'Extend selection down: Shift+↓'],
    ]),
  )
  expect(await linesOf('Go to')).toEqual(expect.arrayContaining(['Goals: off', 'Staging: Ctrl+2']))
})

it.each([
  ['where single keys are on', {}, 0],
  ['where they are off', withoutSingleKeys, 1],
])('says in its dialog that single keys are off only %s', async (_, answers, lines) => {
  renderView(<KeysDialog onClose={() => {}} />, { answers })
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(screen.queryAllByText(controlTexts.singleKeysOff)).toHaveLength(lines)
  expect(screen.getByRole('heading', { name: 'Insights not available here' })).toBeInTheDocument()
})

it('marks nothing as unavailable in a dialog that is not about a view', async () => {
  renderView(<KeysDialog onClose={() => {}} isOfView={false} />)
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).not.toHaveAccessibleDescription()
  expect(screen.queryByText(/not available here/)).not.toBeInTheDocument()
})
