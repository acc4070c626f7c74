import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderView } from '../testing/render'
import { useOneTabStop } from './one-tab-stop'

let show = () => {}

function Bar() {
  const bar = useRef<HTMLDivElement>(null)
  const [isRead, setIsRead] = useState(false)
  show = () => setIsRead(true)
  return (
    <>
      <div ref={bar} {...useOneTabStop(bar)}>
        <button type="button">Close</button>
        {isRead && <button type="button">Mark as reviewed</button>}
      </div>
      <a href="#first">First record</a>
    </>
  )
}

it('is one stop also for a button that came since the last frame', async () => {
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(1)
  renderView(<Bar />)
  await userEvent.tab()
  expect(await screen.findByRole('button', { name: 'Close' })).toHaveFocus()
  act(() => show())
  expect(screen.getByRole('button', { name: 'Mark as reviewed' })).toHaveProperty('tabIndex', 0)
  await userEvent.tab()
  expect(screen.getByRole('link', { name: 'First record' })).toHaveFocus()
  frames.mockRestore()
})
