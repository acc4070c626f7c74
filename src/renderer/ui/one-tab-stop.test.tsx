import { act, screen } from '@testing-library/react'
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
