import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '../../contract/app-error'
import { renderView } from '../testing/render'
import { noticesRoom } from './notices-room'
import { clearNotices, notifyError, notifyStatus } from './notify'

const room = () => document.documentElement.style.getPropertyValue('--notices-room')

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('reserves room at the end of scroll areas while notices are shown, and scrolls the focused row into view', async () => {
  const observed = new Map<Element, () => void>()
  class Observer implements ResizeObserver {
    private readonly told: () => void
    constructor(told: () => void) {
      this.told = told
    }
    observe(element: Element) {
      observed.set(element, this.told)
    }
    unobserve() {}
    disconnect() {
      for (const [element, told] of observed) if (told === this.told) observed.delete(element)
    }
  }
  vi.stubGlobal('ResizeObserver', Observer)
  // There is no layout here: the notices begin 100 px above the edge of the window.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, window.innerHeight - 100, 400, 84),
  )
  renderView(
    <main>
      <div data-index={8}>
        <button type="button">In the last row</button>
      </div>
    </main>,
  )
  const uncovered: unknown[] = []
  vi.spyOn(window.HTMLElement.prototype, 'scrollIntoView').mockImplementation(function scroll(this: HTMLElement, how) {
    uncovered.push(this.dataset.index, how)
  })
  screen.getByRole('button', { name: 'In the last row' }).focus()
  act(() => notifyStatus('Goal deleted'))
  await screen.findByText('Goal deleted')
  const stack = document.querySelector('.mantine-Notifications-root[data-position="bottom-right"]')
  await waitFor(() => expect(observed.has(stack ?? document.body)).toBe(true))
  act(() => observed.get(stack ?? document.body)?.())
  expect(room()).toBe('100px')
  expect(noticesRoom.get()).toBe(100)
  expect(uncovered).toEqual(['8', { block: 'nearest' }])
  act(() => clearNotices())
  await waitFor(() => expect(room()).toBe(''))
  expect(noticesRoom.get()).toBe(0)
  expect(observed.has(stack ?? document.body)).toBe(false)
})

it('says nothing about a request that was cancelled', async () => {
  renderView(null)
  act(() => {
    notifyError(new AppError('CANCELLED', ''))
    notifyError(new AppError('DISK_FULL', 'No room.'))
  })
  expect(await screen.findByText('Free up some space. Saved data is safe. No room.')).toBeInTheDocument()
  expect(screen.queryByText('Cancelled')).not.toBeInTheDocument()
  act(() => clearNotices())
})
