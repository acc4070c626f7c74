import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderView } from '../testing/render'
import { useOneTabStop } from './one-tab-stop'

let show = () => {}

function Bar({ first }: { readonly first?: string }) {
  const bar = useRef<HTMLDivElement>(null)
  const [isRead, setIsRead] = useState(false)
  show = () => setIsRead(true)
  return (
    <>
      <div ref={bar} {...useOneTabStop(bar, 'button', first)}>
        <button type="button" data-close>
          Close
        </button>
        {isRead && <button type="button">Mark as reviewed</button>}
      </div>
      <a href="#first">First record</a>
    </>
  )
}

afterEach(() => vi.restoreAllMocks())

it('stays one tab stop when a button appears before the next frame', async () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(1)
  renderView(<Bar />)
  await userEvent.tab()
  expect(await screen.findByRole('button', { name: 'Close' })).toHaveFocus()
  act(() => show())
  expect(screen.getByRole('button', { name: 'Mark as reviewed' })).toHaveProperty('tabIndex', 0)
  await userEvent.tab()
  expect(screen.getByRole('link', { name: 'First record' })).toHaveFocus()
})

it('keeps a key that moves the focus from scrolling, and leaves all others to the window', async () => {
  renderView(<Bar />)
  const close = await screen.findByRole('button', { name: 'Close' })
  act(() => show())
  const last = screen.getByRole('button', { name: 'Mark as reviewed' })
  act(() => close.focus())
  for (const held of ['ctrlKey', 'metaKey', 'altKey'])
    expect(fireEvent.keyDown(close, { key: 'ArrowRight', [held]: true })).toBe(true)
  expect(fireEvent.keyDown(close, { key: 'ArrowDown' })).toBe(true)
  expect(fireEvent.keyDown(close, { key: 'ArrowLeft' })).toBe(true)
  expect(close).toHaveFocus()
  expect(fireEvent.keyDown(close, { key: 'ArrowRight' })).toBe(false)
  expect(last).toHaveFocus()
})

function Choice() {
  const bar = useRef<HTMLDivElement>(null)
  return (
    <>
      <input type="radio" name="above" aria-label="Above" />
      <div ref={bar} {...useOneTabStop(bar)}>
        <button type="button">Export</button>
        {['List', 'Board'].map((layout) => (
          <input key={layout} type="radio" name="layout" aria-label={layout} defaultChecked={layout === 'List'} />
        ))}
        <button type="button">Columns</button>
      </div>
      <input type="radio" name="below" aria-label="Below" />
    </>
  )
}

it('chooses among radio buttons with the arrows first, and leaves them at their ends', async () => {
  renderView(<Choice />)
  const board = await screen.findByRole('radio', { name: 'Board' })
  act(() => screen.getByRole('radio', { name: 'List' }).focus())
  await userEvent.keyboard('{ArrowRight}')
  expect(board).toHaveFocus()
  expect(board).toBeChecked()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('button', { name: 'Columns' })).toHaveFocus()
  expect(board).toBeChecked()
  await userEvent.keyboard('{ArrowLeft}')
  expect(board).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(screen.getByRole('radio', { name: 'List' })).toBeChecked()
  await userEvent.keyboard('{ArrowLeft}')
  expect(screen.getByRole('button', { name: 'Export' })).toHaveFocus()
})

it('starts at the given first button, then returns to the last focused one', async () => {
  renderView(<Bar first=":not([data-close])" />)
  await screen.findByRole('button', { name: 'Close' })
  act(() => show())
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'Mark as reviewed' })).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
  await userEvent.tab()
  await userEvent.tab({ shift: true })
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
})

it('goes to the first and the last button with Home and End', async () => {
  renderView(<Choice />)
  const [first, last] = [await screen.findByRole('button', { name: 'Export' }), screen.getByText('Columns')]
  for (const name of ['List', 'Board']) {
    await userEvent.click(screen.getByRole('radio', { name }))
    await userEvent.keyboard('{End}')
    expect(last).toHaveFocus()
    await userEvent.click(screen.getByRole('radio', { name }))
    await userEvent.keyboard('{Home}')
    expect(first).toHaveFocus()
  }
})
