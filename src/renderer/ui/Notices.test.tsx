import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderView } from '../testing/render'
import { Notices } from './Notices'
import { clearNotices, notifyStatus } from './notify'

const room = () => document.documentElement.style.getPropertyValue('--notices-room')

it('makes room at the end of what scrolls for as long as notices stand over it', async () => {
  const observed = new Map<Element, () => void>()
  class Observer implements ResizeObserver {
    constructor(private readonly told: () => void) {}
    observe = (element: Element) => void observed.set(element, this.told)
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer)
  // There is no layout here: the notices end 16 px above the edge of the window.
  const heightOf = (element: Element) => (element.textContent === '' ? 0 : 84)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const height = heightOf(this)
    return new DOMRect(0, window.innerHeight - 16 - height, 400, height)
  })
  const { unmount } = renderView(<Notices />)
  const resized = () =>
    act(() => {
      for (const told of observed.values()) told()
    })
  await waitFor(() => expect(observed.size).toBeGreaterThan(0))
  act(() => notifyStatus('The goal was deleted.'))
  await screen.findByText('The goal was deleted.')
  resized()
  expect(room()).toBe('100px')
  act(() => clearNotices())
  await waitFor(() => expect(screen.queryByText('The goal was deleted.')).not.toBeInTheDocument())
  resized()
  expect(room()).toBe('')
  unmount()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
