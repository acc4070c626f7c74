import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { usePan } from './use-zoom'

// The page of these tests has no pointers to capture.
beforeEach(() => {
  Element.prototype.setPointerCapture ??= vi.fn()
})

function Ground() {
  const ground = useRef<HTMLDivElement>(null)
  usePan(ground)
  return (
    <div ref={ground} data-testid="ground">
      <button type="button">Card</button>
    </div>
  )
}

it('pans as far as the pointer moves, even after losing the capture to another window, but only with the button', () => {
  render(<Ground />)
  const ground = screen.getByTestId('ground')
  const panned: number[][] = []
  ground.scrollBy = (...[left, top]: unknown[]) => void panned.push([Number(left), Number(top)])
  fireEvent.pointerDown(ground, { button: 0, clientX: 100, clientY: 100, pointerId: 1 })
  fireEvent.pointerMove(ground, { buttons: 1, clientX: 90, clientY: 105, pointerId: 1 })
  expect(ground).toHaveAttribute('data-panning')
  fireEvent.lostPointerCapture(ground, { pointerId: 1 })
  fireEvent.pointerMove(document.body, { buttons: 1, clientX: 70, clientY: 105, pointerId: 1 })
  expect(panned).toEqual([
    [10, -5],
    [20, 0],
  ])
  fireEvent.pointerMove(ground, { buttons: 0, clientX: 0, clientY: 0, pointerId: 1 })
  fireEvent.pointerMove(ground, { buttons: 0, clientX: 50, clientY: 0, pointerId: 1 })
  expect(ground).not.toHaveAttribute('data-panning')
  expect(panned).toHaveLength(2)
})

it.each([
  ['on a card', 'Card', { button: 0 }],
  ['with the right button', null, { button: 2 }],
  ['with a finger, which scrolls', null, { button: 0, pointerType: 'touch' }],
])('does not pan %s', (_, card, press) => {
  render(<Ground />)
  const ground = screen.getByTestId('ground')
  const scrollBy = vi.spyOn(ground, 'scrollBy')
  const target = card === null ? ground : screen.getByRole('button', { name: card })
  fireEvent.pointerDown(target, { ...press, clientX: 100, clientY: 100, pointerId: 1 })
  fireEvent.pointerMove(target, { buttons: 1, clientX: 90, clientY: 105, pointerId: 1 })
  expect(scrollBy).not.toHaveBeenCalled()
  expect(ground).not.toHaveAttribute('data-panning')
})
