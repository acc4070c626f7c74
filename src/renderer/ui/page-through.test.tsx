import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { pageThrough, scrollerIn } from './page-through'

function open(hasScroller = true) {
  render(
    <main tabIndex={-1} onKeyDown={(event) => pageThrough(event, scrollerIn(event.currentTarget))}>
      {hasScroller && <div data-scroller data-testid="scroller" />}
      <button type="button">Inside</button>
    </main>,
  )
  const scroller = screen.queryByTestId('scroller') ?? document.createElement('div')
  Object.defineProperty(scroller, 'clientHeight', { value: 100 })
  Object.defineProperty(scroller, 'scrollHeight', { value: 1000 })
  scroller.scrollTop = 500
  return scroller
}

it.each([
  ['PageDown', {}, 590],
  ['PageUp', {}, 410],
  [' ', {}, 590],
  [' ', { shiftKey: true }, 410],
  ['PageDown', { shiftKey: true }, 590],
  ['Home', {}, 0],
  ['End', {}, 1000],
])('scrolls a view that has the focus with %j (%o), instead of the browser', (key, held, place) => {
  const scroller = open()
  expect(fireEvent.keyDown(screen.getByRole('main'), { key, ...held })).toBe(false)
  expect(scroller.scrollTop).toBe(place)
})

it('leaves other keys, combinations and the keys of a part inside alone', () => {
  const scroller = open()
  const main = screen.getByRole('main')
  expect(fireEvent.keyDown(main, { key: 'a' })).toBe(true)
  for (const held of ['ctrlKey', 'metaKey', 'altKey'])
    expect(fireEvent.keyDown(main, { key: 'PageDown', [held]: true })).toBe(true)
  expect(fireEvent.keyDown(screen.getByRole('button'), { key: ' ' })).toBe(true)
  expect(scroller.scrollTop).toBe(500)
})

it('leaves its keys to the browser in a view that has nothing to scroll', () => {
  open(false)
  expect(fireEvent.keyDown(screen.getByRole('main'), { key: 'PageDown' })).toBe(true)
})
