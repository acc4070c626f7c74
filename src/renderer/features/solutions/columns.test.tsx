import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { Preferences } from '../../../contract/features/preferences'
import { giveSize, renderList, tableOf } from '../../records/list-testing'
import { announced } from '../../testing/announced'
import { sampleSolution } from '../../testing/sample-records'
import { SolutionsView } from '.'

beforeEach(giveSize)

/** Keeps preferences as main does. */
function openSolutions(columnLayouts: Preferences['columnLayouts'] = {}) {
  let kept = Preferences.parse({ columnLayouts })
  const rows = [sampleSolution(1), sampleSolution(2)]
  const view = renderList(<SolutionsView />, {
    path: '/solutions/:id?',
    answers: {
      'solutions.query': () => ({ rows, total: 2, all: 2, statuses: [] }),
      'preferences.read': () => kept,
      'preferences.save': (changes) => {
        kept = Preferences.parse({ ...kept, ...changes })
        return kept
      },
    },
  })
  return { ...view, layout: () => kept.columnLayouts.solutions }
}

const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const all = ['Selected', 'Title', 'Status', 'Horizon', 'Priority', 'Top score', 'Insights', 'Updated']
const tracks = () =>
  document
    .querySelector('table')
    ?.style.getPropertyValue('--table-tracks')
    .split(/ (?!1fr)/)

async function openMenu() {
  await tableOf('Solutions')
  const button = screen.getByRole('button', { name: 'Columns' })
  await userEvent.click(button)
  const list = await screen.findByRole('list', { name: 'Columns' })
  return { button, menu: within(list) }
}

it('hides and moves columns with the keyboard, does not let the title be hidden, and resets', async () => {
  const { layout } = openSolutions()
  const { button, menu } = await openMenu()
  expect(headings()).toEqual(all)
  expect(menu.getByRole('checkbox', { name: 'Title' })).toBeDisabled()
  await waitFor(() => expect(menu.getByRole('checkbox', { name: 'Status' })).toHaveFocus())
  await userEvent.keyboard(' ')
  await waitFor(() => expect(headings()).not.toContain('Status'))
  expect(layout()?.hidden).toEqual(['status'])

  const down = menu.getByRole('button', { name: 'Move Horizon down' })
  down.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() =>
    expect(headings()).toEqual(['Selected', 'Title', 'Priority', 'Horizon', 'Top score', 'Insights', 'Updated']),
  )
  expect(menu.getByRole('button', { name: 'Move Horizon down' })).toHaveFocus()
  await userEvent.keyboard('{Enter}{Enter}{Enter}{Enter}')
  await waitFor(() => expect(headings().at(-1)).toBe('Horizon'))
  expect(menu.getByRole('button', { name: 'Move Horizon down' })).toHaveFocus()
  expect(screen.getByRole('status', { name: 'Announcements' })).toHaveTextContent('Horizon: column 7 of 7')
  const atEnd = menu.getAllByRole('button').filter((button) => button.getAttribute('aria-disabled') === 'true')
  expect(atEnd.map((button) => button.getAttribute('aria-label'))).toEqual(['Move Title up', 'Move Horizon down'])

  await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(headings()).toEqual(all))
  await announced('Columns reset')
  expect(layout()).toBeUndefined()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(button).toHaveFocus())
})

it('moves a column by dragging its handle, to the end below the last one, and only while the button is held', async () => {
  HTMLElement.prototype.setPointerCapture ??= () => {}
  const height = 30
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const place = [...(this.parentElement?.children ?? [])].indexOf(this)
    return new DOMRect(0, place * height, 200, height)
  })
  const captured = vi.spyOn(HTMLElement.prototype, 'setPointerCapture')
  const { bridge } = openSolutions()
  const { menu } = await openMenu()
  const names = () => menu.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)
  const before = names()
  // There is nothing to reset yet.
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  const handle = menu.getByRole('checkbox', { name: 'Status' }).closest('li')?.firstElementChild as Element
  fireEvent.pointerMove(handle, { clientY: 10 * height, pointerId: 1 })
  fireEvent.pointerDown(handle, { button: 2, clientY: 1.5 * height, pointerId: 1 })
  fireEvent.pointerMove(handle, { clientY: 10 * height, pointerId: 1 })
  fireEvent.pointerDown(handle, { button: 0, clientY: 1.5 * height, pointerId: 1 })
  // The handle hears of the pointer wherever it goes, and of its release.
  expect(captured.mock.calls).toEqual([[1]])
  fireEvent.pointerMove(handle, { clientY: 2.5 * height, pointerId: 1 })
  await waitFor(() => expect(names().slice(0, 3)).toEqual(['Title', 'Horizon', 'Status']))
  fireEvent.pointerMove(handle, { clientY: 10 * height, pointerId: 1 })
  await waitFor(() => expect(names().at(-1)).toBe('Status'))
  fireEvent.pointerMove(handle, { clientY: -height, pointerId: 1 })
  await waitFor(() => expect(names()[0]).toBe('Status'))
  fireEvent.lostPointerCapture(handle, { pointerId: 1 })
  fireEvent.pointerMove(handle, { clientY: 10 * height, pointerId: 1 })
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(names()).toEqual(before))
  // Three steps of the drag and the reset.
  expect(bridge.calls.filter(({ name }) => name === 'preferences.save')).toHaveLength(4)
})

it('sets a column width with the keyboard within limits, and ignores one that is too small', async () => {
  const { layout } = openSolutions()
  const { menu } = await openMenu()
  const field = menu.getByRole('textbox', { name: 'Width of Status in pixels' })
  expect(menu.queryByRole('textbox', { name: 'Width of Title in pixels' })).not.toBeInTheDocument()
  field.focus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await waitFor(() => expect(layout()?.widths).toEqual({ status: 140 }))
  expect(tracks()?.[1]).toBe('140px')
  await userEvent.clear(field)
  await userEvent.type(field, '7')
  expect(layout()?.widths).toEqual({ status: 140 })
  await userEvent.type(field, '5')
  await waitFor(() => expect(layout()?.widths).toEqual({ status: 75 }))
  // Half a pixel is no width.
  await userEvent.type(field, '.')
  expect(field).toHaveValue('75 px')
  await userEvent.clear(field)
  await userEvent.tab()
  expect(field).toHaveValue('75 px')
})

it('resizes a column by dragging its heading’s edge, saves the width on release, and resets it on double-click', async () => {
  HTMLElement.prototype.setPointerCapture ??= () => {}
  const { layout } = openSolutions()
  await tableOf('Solutions')
  const edge = document.querySelector('[data-edge="status"]') as Element
  fireEvent.pointerDown(edge, { button: 2, clientX: 500, pointerId: 1 })
  fireEvent.pointerMove(edge, { buttons: 2, clientX: 440, pointerId: 1 })
  fireEvent.pointerUp(edge, { button: 2, clientX: 440, pointerId: 1 })
  expect(tracks()?.[1]).toBe('124px')
  fireEvent.pointerDown(edge, { button: 0, clientX: 500, pointerId: 1 })
  fireEvent.pointerMove(edge, { buttons: 1, clientX: 460, pointerId: 1 })
  expect(tracks()?.[1]).toBe('164px')
  expect(layout()).toBeUndefined()
  fireEvent.pointerUp(edge, { clientX: 460, pointerId: 1 })
  // Not saved yet.
  expect(tracks()?.[1]).toBe('164px')
  await waitFor(() => expect(layout()?.widths).toEqual({ status: 164 }))
  expect(tracks()?.[1]).toBe('164px')
  fireEvent.doubleClick(edge)
  await waitFor(() => expect(layout()?.widths).toEqual({}))
  await waitFor(() => expect(tracks()?.[1]).toBe('124px'))
})

it('accepts a width from the keyboard after a dragged one', async () => {
  HTMLElement.prototype.setPointerCapture ??= () => {}
  openSolutions()
  await tableOf('Solutions')
  const edge = document.querySelector('[data-edge="status"]') as Element
  fireEvent.pointerDown(edge, { button: 0, clientX: 500, pointerId: 1 })
  fireEvent.pointerMove(edge, { buttons: 1, clientX: 460, pointerId: 1 })
  fireEvent.pointerUp(edge, { clientX: 460, pointerId: 1 })
  const { menu } = await openMenu()
  menu.getByRole('textbox', { name: 'Width of Status in pixels' }).focus()
  await userEvent.keyboard('{ArrowUp}')
  await waitFor(() => expect(tracks()?.[1]).toBe('172px'))
})

it.each([
  ['the browser takes the pointer', (edge: Element) => fireEvent.pointerCancel(edge, { pointerId: 1 })],
  ['it ends where it began', (edge: Element) => fireEvent.pointerUp(edge, { clientX: 500, pointerId: 1 })],
])('restores the width from before a drag when %s, and still accepts one from the keyboard', async (_, end) => {
  HTMLElement.prototype.setPointerCapture ??= () => {}
  const { layout } = openSolutions()
  await tableOf('Solutions')
  const before = tracks()?.[1]
  const edge = document.querySelector('[data-edge="status"]') as Element
  fireEvent.pointerDown(edge, { button: 0, clientX: 500, pointerId: 1 })
  fireEvent.pointerMove(edge, { buttons: 1, clientX: 460, pointerId: 1 })
  expect(tracks()?.[1]).not.toBe(before)
  end(edge)
  expect(tracks()?.[1]).toBe(before)
  expect(layout()).toBeUndefined()
  const { menu } = await openMenu()
  menu.getByRole('textbox', { name: 'Width of Status in pixels' }).focus()
  await userEvent.keyboard('{ArrowUp}')
  await waitFor(() => expect(tracks()?.[1]).toBe('132px'))
})

it('restores the saved columns of the list, and ignores those of another list', async () => {
  openSolutions({
    solutions: { order: ['updatedAt', 'title'], hidden: ['priority'], widths: { status: 200 } },
    goals: { order: [], hidden: ['status'], widths: {} },
  })
  await tableOf('Solutions')
  expect(headings()).toEqual(['Selected', 'Updated', 'Title', 'Status', 'Horizon', 'Top score', 'Insights'])
  expect(tracks()?.[2]).toBe('200px')
})
