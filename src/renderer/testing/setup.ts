// What happy-dom lacks, and the bridge that the page expects on the window before its first import.
import '@testing-library/jest-dom/vitest'
import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { announce } from '../ui/announce'
import { watchRouter } from '../ui/current-location'
import './no-owner-stacks'
import './quick-styles'
import { standingBridge, takeCallsNotSetUp } from './fake-bridge'

// One second, the default, is too short on a machine that is busy with other tests, and for the first load of a dialog.
configure({ asyncUtilTimeout: 60_000 })

Object.defineProperty(window, 'discoveryDesk', { configurable: true, value: standingBridge })

Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  writable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    dispatchEvent: vi.fn(),
  }),
})

// happy-dom takes this element for a block, which would split the accessible names around it.
document.head.insertAdjacentHTML('beforeend', '<style>mark { display: inline }</style>')

window.HTMLElement.prototype.scrollIntoView = () => {}

// A moment later, as in a window with nothing to do.
window.requestIdleCallback = (callback) => Number(setTimeout(callback))
window.cancelIdleCallback = clearTimeout
// happy-dom works out the whole style of each ancestor: a fifteenth of the cost of tests of large views. No style sheet hides
// anything here.
window.Element.prototype.checkVisibility = function (this: Element) {
  return this.isConnected && this.closest('[hidden], [style*="display: none"]') === null
}

class NoResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver = NoResizes

/** Warnings and errors of this test; a test that expects some replaces the method itself. */
const logged: unknown[][] = []
for (const method of ['error', 'warn'] as const) console[method] = (...words) => void logged.push(words)

afterAll(async () => {
  // Code that a view was still loading would be loaded among the modules of the next file, with the bridge of this one.
  await vi.dynamicImportSettled()
  // A dialog that closed with the last test gives the focus back a moment later (see use-focus-kept.ts), to this page.
  await new Promise((resolve) => setTimeout(resolve, 40))
})

afterEach(() => {
  // Tab would reach these before all else on the page.
  const firstForTab = [...document.querySelectorAll('[tabindex]')]
    .filter((element) => Number(element.getAttribute('tabindex')) > 0)
    .map(({ outerHTML }) => outerHTML.slice(0, 100))
  cleanup()
  // An arrow key of the next test would move on from the text that was clicked here, which is no longer in the page.
  document.getSelection()?.removeAllRanges()
  // The next test begins without the router and the last announcement of this one.
  watchRouter(null)
  announce('')
  // Their store outlives the page, and the next test would find the notices of this one.
  notifications.clean()
  notifications.cleanQueue()
  const [calls, words] = [takeCallsNotSetUp(), logged.splice(0)]
  expect(calls, 'calls that the test did not set up').toEqual([])
  expect(firstForTab, 'elements with a place of their own for Tab').toEqual([])
  expect(words, 'warnings and errors on the console').toEqual([])
})
