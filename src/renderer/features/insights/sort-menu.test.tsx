import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Preferences } from '../../../contract/features/preferences'
import { sampleRow } from '../../testing/sample-insights'
import { address, open, row, table } from './insights-testing'

const sortButton = (order: string) => screen.findByRole('button', { name: `Sort by: ${order}` })
const heading = (name: string) => screen.queryByRole('columnheader', { name })
const radio = (name: string) => screen.findByRole('menuitemradio', { name })

it('sorts by a column that did not fit, makes room for it, and describes the order in words', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  open()
  await table()
  expect(heading('Strength')).not.toBeInTheDocument()
  const button = await sortButton('Unseen, unseen, highest score first')
  expect(button).toHaveTextContent('Sort by: Unseen')

  await userEvent.click(button)
  expect(await radio('Unseen')).toBeInTheDocument()
  const checked = screen.getAllByRole('menuitemradio', { checked: true })
  expect(checked.map(({ textContent }) => textContent)).toEqual(['Unseen', 'unseen, highest score first'])
  expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
    ...['Unseen', 'Type', 'Title', 'Score', 'Strength', 'Momentum', 'Links', 'Updated'],
    ...['seen, highest score first', 'unseen, highest score first'],
  ])
  await userEvent.click(await radio('Strength'))
  expect(address()).toBe('/insights?sort=-strengthScore')
  expect(heading('Strength')).toHaveAttribute('aria-sort', 'descending')

  const arrow = async (order: string) => (await sortButton(order)).querySelector('svg')
  expect(await arrow('Strength, highest first')).toHaveClass('tabler-icon-arrow-down')
  await userEvent.click(await sortButton('Strength, highest first'))
  await userEvent.click(await radio('lowest first'))
  expect(address()).toBe('/insights?sort=strengthScore')
  expect(heading('Strength')).toHaveAttribute('aria-sort', 'ascending')
  expect(await sortButton('Strength, lowest first')).toHaveFocus()
  expect(await arrow('Strength, lowest first')).toHaveClass('tabler-icon-arrow-up')
  expect(screen.getByRole('status', { name: 'Announcements' })).toHaveTextContent('Sorted by Strength, lowest first')
})

it('shows one score column by default, and others when they are chosen or sorted by', async () => {
  open()
  await table()
  const headings = () =>
    within(screen.getByRole('table', { name: 'Insights' }))
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
  expect(headings()).toEqual(['Selected', 'Unseen', 'Type', 'Title', 'Score', 'Updated'])
  await userEvent.click(await sortButton('Unseen, unseen, highest score first'))
  await userEvent.click(await radio('Momentum'))
  expect(headings()).toEqual(['Selected', 'Unseen', 'Type', 'Title', 'Score', 'Momentum', 'Updated'])
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const strength = await screen.findByRole('checkbox', { name: 'Strength' })
  expect(strength).not.toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Momentum' })).toBeChecked()
  await userEvent.click(strength)
  await waitFor(() => expect(headings()).toContain('Strength'))
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(headings()).not.toContain('Strength'))
  expect(headings()).toContain('Momentum')
})

it('explains the default order, but not an order that the menu describes in full', async () => {
  open()
  await table()
  const explanation = () =>
    screen.queryByRole('button', { name: /^Unseen first, then seen\. Each by score, .*the next day\.$/ })
  expect(explanation()).toBeInTheDocument()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search insights' }), 'brake')
  await waitFor(() => expect(explanation()).not.toBeInTheDocument())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(explanation()).toBeInTheDocument())
  await userEvent.keyboard('{Escape}s')
  await waitFor(() => expect(address()).toContain('combinedScore'))
  expect(explanation()).not.toBeInTheDocument()
})

it('does not explain the opposite of the default order', async () => {
  open({ route: '/insights?sort=-seen' })
  await table()
  expect(screen.queryByRole('button', { name: /^Unseen first/ })).not.toBeInTheDocument()
})

it('shows the scores and connections of each row in columns of their own', async () => {
  const unscored = { strengthScore: null, momentumScore: null, strength: 1200 }
  open({ rows: [sampleRow(1, { momentumScore: 1.25 }), sampleRow(2, unscored)], route: '/insights?columns=title' })
  await table()
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const cells = (place: number) =>
    within(row(place) as HTMLElement)
      .getAllByRole('cell')
      .filter((_, column) => /^(Strength|Momentum|Links)$/.test(headings[column] ?? ''))
      .map(({ textContent }) => textContent)
  expect(cells(1)).toEqual(['0.40', '1.25', '2'])
  expect(cells(2)).toEqual(['–not scored', '–not scored', '1,200'])
})

it.each([
  [true, 'o'],
  [false, null],
])('exposes its shortcut when single-key shortcuts are on: %s', async (hasSingleKeys, key) => {
  open({ answers: { 'preferences.read': () => Preferences.parse({ hasSingleKeys }) } })
  await table()
  expect((await sortButton('Unseen, unseen, highest score first')).getAttribute('aria-keyshortcuts')).toBe(key)
})

it('reflects a sort by column heading', async () => {
  open()
  await table()
  await userEvent.click(within(heading('Title') as HTMLElement).getByRole('button'))
  expect(await sortButton('Title, A to Z')).toBeInTheDocument()
})

it('opens with o on the current order, and returns the focus to the row on Escape', async () => {
  open()
  await table()
  await userEvent.keyboard('jjo')
  const current = await radio('Unseen')
  await expect.poll(() => current).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(await radio('Title')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(row(2)).toHaveFocus()
  expect(address()).toBe('/insights')
  await userEvent.keyboard('o')
  await expect.poll(() => screen.getByRole('menuitemradio', { name: 'Unseen' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(address()).toBe('/insights?sort=type')
  await expect.poll(() => document.activeElement).toHaveAttribute('aria-rowindex', '2')
  await userEvent.keyboard('o')
  await expect.poll(() => screen.getByRole('menuitemradio', { name: 'Type' })).toHaveFocus()
})

it('returns the focus to the details when opened from there', async () => {
  open()
  await table()
  await userEvent.keyboard('jj{Enter}')
  const details = await screen.findByRole('region', { name: 'Insight details' })
  await expect.poll(() => details).toHaveFocus()
  await userEvent.keyboard('o')
  const current = await radio('Unseen')
  await expect.poll(() => current).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => details).toHaveFocus()
})

it.each(['combinedScore', '-title'])('sorts by the highest score with s while sorted by %s', async (sort) => {
  open({ route: `/insights?sort=${sort}` })
  await table()
  await userEvent.keyboard('s')
  await waitFor(() => expect(address()).toBe('/insights?sort=-combinedScore'))
})

it('announces the result of every press of u and s', async () => {
  open()
  await table()
  const said = screen.getByRole('status', { name: 'Announcements' })
  for (const [key, words] of [
    ['u', 'Unseen insights only'],
    ['u', 'Seen and unseen insights'],
    ['s', 'Highest score first'],
    ['s', 'Unseen, highest score first'],
  ] as const) {
    await userEvent.keyboard(key)
    await waitFor(() => expect(said).toHaveTextContent(words))
  }
})
