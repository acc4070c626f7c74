import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Layout } from './layout'
import { usePan, useZoom } from './use-zoom'

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

/** A window of 400 by 300 pixels onto a map. */
function Zoomed({ layout }: { readonly layout: Pick<Layout, 'width' | 'height'> | null }) {
  const room = useRef<HTMLDivElement>(null)
  const zoom = useZoom(room, layout && { ...layout, boxes: [], edges: [] })
  return (
    <>
      <div ref={room} data-testid="room" />
      <output>{zoom.value}</output>
      <button type="button" onClick={zoom.closer}>
        Closer
      </button>
      <button type="button" onClick={zoom.farther}>
        Farther
      </button>
      <button type="button" onClick={zoom.reset}>
        Actual size
      </button>
      <button type="button" onClick={zoom.fit}>
        Fit
      </button>
    </>
  )
}

function openZoomed(layout: Pick<Layout, 'width' | 'height'> | null = { width: 2_000, height: 1_000 }) {
  render(<Zoomed layout={layout} />)
  const room = screen.getByTestId('room')
  vi.spyOn(room, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(room, 'clientHeight', 'get').mockReturnValue(300)
  vi.spyOn(room, 'getBoundingClientRect').mockReturnValue(new DOMRect(20, 50, 400, 300))
  room.scrollTo(100, 60)
  return {
    room,
    press: (name: string) => fireEvent.click(screen.getByText(name)),
    seen: () => [Number(screen.getByRole('status').textContent), room.scrollLeft, room.scrollTop],
    /** Test wheels have no coordinates. */
    wheel: (deltaY: number, keys: MouseEventInit) => {
      const place = { clientX: 120, clientY: 250, bubbles: true, cancelable: true }
      return fireEvent(room, Object.assign(new MouseEvent('wheel', { ...place, ...keys }), { deltaY }))
    },
  }
}

it('zooms in and out around the middle of the window, and back to the actual size', () => {
  const { press, seen } = openZoomed()
  press('Closer')
  expect(seen()).toEqual([1.25, 300 * 1.25 - 200, 210 * 1.25 - 150])
  press('Actual size')
  expect(seen()).toEqual([1, 100, 60])
  press('Farther')
  expect(seen()).toEqual([0.8, 300 * 0.8 - 200, 210 * 0.8 - 150])
  press('Actual size')
  expect(seen()).toEqual([1, 100, 60])
  // Nothing moves at the size that is shown.
  press('Actual size')
  expect(seen()).toEqual([1, 100, 60])
})

it('zooms around the pointer with a pinch, as far as the limits, and lets a wheel without Ctrl scroll', () => {
  const { seen, wheel } = openZoomed()
  expect(wheel(-90, {})).toBe(true)
  expect(seen()).toEqual([1, 100, 60])
  expect(wheel(-90, { ctrlKey: true })).toBe(false)
  const zoom = Math.exp(0.3)
  const [value, left, top] = seen()
  expect(value).toBeCloseTo(zoom)
  // The pointer is 100 pixels from the left of the window and 200 from its top.
  expect(left).toBeCloseTo(200 * zoom - 100)
  expect(top).toBeCloseTo(260 * zoom - 200)
  wheel(-9_000, { ctrlKey: true })
  expect(seen()[0]).toBe(2)
  wheel(9_000, { ctrlKey: true })
  expect(seen()[0]).toBe(0.2)
})

it.each([
  ['wide', { width: 800, height: 310 }, 0.5],
  ['high', { width: 410, height: 600 }, 0.5],
  ['small', { width: 90, height: 60 }, 1],
  ['huge', { width: 90_000, height: 60 }, 0.2],
])('fits a %s map into the window, from its upper left corner', (_, layout, zoom) => {
  const { press, seen } = openZoomed(layout)
  press('Fit')
  expect(seen()).toEqual([zoom, 0, 0])
})

it('does not fit a map that is not there yet', () => {
  const { press, seen } = openZoomed(null)
  press('Fit')
  expect(seen()).toEqual([1, 100, 60])
})
