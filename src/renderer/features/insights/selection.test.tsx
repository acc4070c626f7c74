import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { testSyncStatus } from '../../testing/render'
import { sampleId, sampleRow } from '../../testing/sample-insights'
import { address, open, row, table, thirty } from './insights-testing'

const bar = () => screen.queryByRole('region', { name: 'Selection' })
const box = (place: number) => screen.getByRole('checkbox', { name: `Select Insight number ${place}` })
const inBar = (name: string | RegExp) => within(bar() as HTMLElement).getByRole('button', { name })
const announced = () => screen.getByRole('status', { name: 'Announcements' }).textContent
const copying = () => {
  const copied: string[] = []
  return {
    copied,
    answers: {
      'shell.copyText': ({ text }: { text: string }) => {
        copied.push(text)
        return null
      },
    },
  }
}

it('selects the focused row with x without moving, and clears the selection with Escape before it closes details', async () => {
  open()
  await table()
  await userEvent.keyboard('jjx')
  expect(row(2)).toHaveFocus()
  expect(box(2)).toBeChecked()
  expect(within(bar() as HTMLElement).getByText('1 selected')).toBeInTheDocument()
  expect(announced()).toBe('1 selected')
  await userEvent.keyboard('jjx{Enter}')
  expect(await screen.findByRole('region', { name: 'Insight details' })).toBeInTheDocument()
  expect(within(bar() as HTMLElement).getByText('2 selected')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(bar()).not.toBeInTheDocument()
  expect(announced()).toBe('Nothing selected')
  expect(screen.getByRole('region', { name: 'Insight details' })).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Insight details' })).not.toBeInTheDocument()
  expect(row(4)).toHaveFocus()
})

it('names a row by what its cells say, and as selected while it is', async () => {
  open({ rows: [sampleRow(1), sampleRow(2)] })
  await table()
  expect(row(1)).toHaveAccessibleName(/^(?!Select).*Insight number 1/)
  await userEvent.keyboard('jx')
  expect(row(1)).toHaveAccessibleName(/^Selected .*Insight number 1/)
  expect(row(2)).toHaveAccessibleName(/^(?!Select).*Insight number 2/)
})

it('keeps notices above the selection bar while anything is selected', async () => {
  const room = () => document.documentElement.style.getPropertyValue('--selection-bar-room')
  const observed = new Map<Element, () => void>()
  class Observer extends ResizeObserver {
    constructor(private readonly told: () => void) {
      super(told)
    }
    override observe(element: Element) {
      observed.set(element, this.told)
    }
  }
  vi.stubGlobal('ResizeObserver', Observer)
  open()
  await table()
  // Tests have no layout: the bar begins 44 px above the bottom of the window.
  const measured = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
  measured.mockReturnValue(new DOMRect(0, window.innerHeight - 44, 800, 44))
  await userEvent.keyboard('jjx')
  expect(room()).toBe('44px')
  // Its buttons wrap.
  measured.mockReturnValue(new DOMRect(0, window.innerHeight - 80, 400, 80))
  observed.get(bar() as HTMLElement)?.()
  expect(room()).toBe('80px')
  await userEvent.keyboard('{Escape}')
  expect(room()).toBe('')
  measured.mockRestore()
  vi.unstubAllGlobals()
})

it('extends a selection that began with x before any row had the focus', async () => {
  open()
  await table()
  await userEvent.keyboard('x')
  expect(box(1)).toBeChecked()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(row(2)).toHaveFocus()
  expect(announced()).toBe('2 selected')
})

it('extends the selection with Shift and the arrow, J or K keys, and shrinks it on the way back', async () => {
  open()
  await table()
  await userEvent.keyboard('jj{Shift>}{ArrowDown}J{/Shift}')
  for (const place of [2, 3, 4]) expect(box(place)).toBeChecked()
  expect(row(4)).toHaveFocus()
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}')
  expect(box(4)).not.toBeChecked()
  await userEvent.keyboard('{Shift>}K{ArrowUp}{/Shift}')
  expect([1, 2, 3, 4].filter((place) => (box(place) as HTMLInputElement).checked)).toEqual([1, 2])
  expect(announced()).toBe('2 selected')
})

it('selects with a click on the checkbox, without opening the row or moving the focus', async () => {
  open()
  await table()
  await userEvent.keyboard('j')
  await userEvent.click(box(3))
  expect(box(3)).toBeChecked()
  expect(row(1)).toHaveFocus()
  expect(address()).toBe('/insights')
  await userEvent.click(inBar('Clear selection'))
  expect(box(3)).not.toBeChecked()
  expect(row(1)).toHaveFocus()
})

it('selects with Space on the checkbox of the focused row, without opening the row', async () => {
  open()
  await table()
  await userEvent.keyboard('jj')
  await userEvent.tab()
  expect(box(2)).toHaveFocus()
  await userEvent.keyboard(' ')
  expect(box(2)).toBeChecked()
  expect(address()).toBe('/insights')
})

it('selects and shrinks a range with Shift+click, toggles rows with Ctrl+click, and opens nothing', async () => {
  open()
  await table()
  const user = userEvent.setup()
  const checked = () => [1, 2, 3, 4, 5, 6].filter((place) => (box(place) as HTMLInputElement).checked)
  const rowOf = (place: number) => row(place) as HTMLElement
  await user.click(box(2))
  await user.keyboard('{Shift>}')
  await user.click(box(5))
  await waitFor(() => expect(checked()).toEqual([2, 3, 4, 5]))
  await user.click(rowOf(3))
  await waitFor(() => expect(checked()).toEqual([2, 3]))
  await user.click(box(1))
  await waitFor(() => expect(checked()).toEqual([1, 2]))
  await user.keyboard('{/Shift}{Control>}')
  await user.click(rowOf(5))
  expect(checked()).toEqual([1, 2, 5])
  await user.click(rowOf(1))
  expect(checked()).toEqual([2, 5])
  await user.keyboard('{/Control}')
  expect(announced()).toBe('2 selected')
  expect(address()).toBe('/insights')
  // The browser would select the text between the two clicks.
  expect(fireEvent.mouseDown(rowOf(4), { shiftKey: true })).toBe(false)
  expect(fireEvent.mouseDown(rowOf(4))).toBe(true)
})

it('starts a Shift+click range at the focused row when nothing is selected', async () => {
  open()
  await table()
  const user = userEvent.setup()
  await user.keyboard('j')
  await user.keyboard('{Shift>}')
  await user.click(row(3) as HTMLElement)
  await user.keyboard('{/Shift}')
  await waitFor(() => expect(bar()).toHaveTextContent('3 selected'))
})

it('keeps the same records selected through a sync that moves them and a search', async () => {
  let rows = thirty
  const { bridge } = open({ rows: () => rows })
  await table()
  await userEvent.click(box(2))
  rows = [sampleRow(99), ...thirty]
  bridge.push('library.changed', { workspace: testSyncStatus.workspace, features: ['insights'] })
  expect(await screen.findByText('Insight number 99')).toBeInTheDocument()
  expect(box(2)).toBeChecked()
  expect(box(1)).not.toBeChecked()
  await userEvent.keyboard('/number 30')
  expect(await screen.findByText('1 of 31 insights')).toBeInTheDocument()
  await userEvent.click(box(30))
  expect(within(bar() as HTMLElement).getByText('2 selected')).toBeInTheDocument()
})

it('selects all matching rows with Ctrl+A, even those never on screen, and copies all their IDs', async () => {
  const { answers, copied } = copying()
  open({ rows: Array.from({ length: 2000 }, (_, place) => sampleRow(place + 1)), answers })
  await table()
  const taken: boolean[] = []
  const listen = (event: KeyboardEvent) => event.key === 'a' && taken.push(event.defaultPrevented)
  window.addEventListener('keydown', listen)
  await userEvent.keyboard('j{Control>}a{/Control}')
  window.removeEventListener('keydown', listen)
  // The browser would select the text of the page.
  expect(taken).toEqual([true])
  await waitFor(() => expect(bar()).toHaveTextContent('2,000 selected'))
  await userEvent.click(inBar('Copy IDs'))
  expect(copied.join().split('\n')).toHaveLength(2000)
  expect(copied.join()).toMatch(new RegExp(`^${sampleId(1)}\\n.*${sampleId(2000)}$`, 's'))
})

it('states the limit of 10,000 when more rows match, and selects none of them', async () => {
  open({ rows: Array.from({ length: 10_001 }, (_, place) => sampleRow(place + 1)) })
  await table()
  await userEvent.keyboard('j{Control>}a{/Control}')
  expect(await screen.findByText(/^You can select up to 10,000/)).toBeInTheDocument()
  expect(bar()).not.toBeInTheDocument()
})

it('copies an insight without a title by its ID', async () => {
  const { answers, copied } = copying()
  open({ rows: [sampleRow(1, { title: ' ', combinedScore: 0.816 })], answers })
  await table()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Untitled 00000000' }))
  await userEvent.click(inBar('Copy as text'))
  expect(copied).toEqual(['Untitled 00000000 · score 0.82 · General feedback'])
})

it('copies titles, scores and types in list order, and keeps hidden content hidden', async () => {
  const { answers, copied } = copying()
  const rows = [
    sampleRow(1, { title: 'Two\nlines', combinedScore: 0.816 }),
    sampleRow(2, { title: 'A secret', hideContent: true, combinedScore: null }),
    sampleRow(3),
  ]
  open({ rows, answers })
  await table()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select hidden content' }))
  await userEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
  await userEvent.click(inBar('Copy as text'))
  expect(copied).toEqual(['Two lines · score 0.82 · General feedback\nHidden content · not scored · Bug'])
  await waitFor(() => expect(announced()).toBe('2 insights copied'))
  await userEvent.click(inBar('Select all 3'))
  await waitFor(() => expect(bar()).toHaveTextContent('3 selected'))
  expect(within(bar() as HTMLElement).queryByRole('button', { name: /^Select all/ })).not.toBeInTheDocument()
})

it('selects all rows with Ctrl A wherever the focus is, except in a text field', async () => {
  open()
  await table()
  const search = screen.getByRole('searchbox')
  await userEvent.click(search)
  await userEvent.keyboard('{Control>}a{/Control}')
  expect(bar()).not.toBeInTheDocument()
  search.blur()
  await userEvent.keyboard('{Control>}a{/Control}')
  await waitFor(() => expect(bar()).toHaveTextContent('30 selected'))
})

it('keeps the selection when the New insight form is opened and closed', async () => {
  open()
  await table()
  await userEvent.keyboard('jjxc')
  const dialog = await screen.findByRole('dialog', { name: 'New insight' })
  await within(dialog).findByLabelText('Title')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(bar()).toHaveTextContent('1 selected')
})
