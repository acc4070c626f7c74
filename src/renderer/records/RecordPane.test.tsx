import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { details, open as openOpportunities } from '../features/opportunities/opportunities-testing'
import { renderView } from '../testing/render'
import { sampleId } from '../testing/sample-records'
import classes from './details.module.css'
import { address, giveSize, rowOf, tableOf } from './list-testing'
import { RecordPane } from './RecordPane'
import { opportunityKind } from './record-kind'

beforeEach(giveSize)

function Pane() {
  const region = useRef<HTMLElement>(null)
  return (
    <RecordPane kind={opportunityKind} region={region} room={1200} onClose={() => {}}>
      <div className={classes.scroller} data-testid="scroller">
        <button type="button">Reveal</button>
      </div>
    </RecordPane>
  )
}

/** Opens details that are 2000 high, of which 400 are seen, scrolled by 1000. */
function open() {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2000)
  renderView(<Pane />)
  const scroller = screen.getByTestId('scroller')
  scroller.scrollTop = 1000
  /** Returns where a key scrolls to; null: the key is left to the browser. */
  const press = (key: string, held: KeyboardEventInit = {}, target: HTMLElement = screen.getByRole('region')) => {
    const event = createEvent.keyDown(target, { key, ...held })
    fireEvent(target, event)
    return event.defaultPrevented ? scroller.scrollTop : null
  }
  return press
}

it.each([
  ['PageDown', {}, 1360],
  ['PageUp', {}, 640],
  [' ', {}, 1360],
  [' ', { shiftKey: true }, 640],
  ['PageDown', { shiftKey: true }, 1360],
  ['Home', {}, 0],
  ['End', {}, 2000],
  ['a', {}, null],
  ['PageDown', { ctrlKey: true }, null],
  ['PageDown', { metaKey: true }, null],
  ['PageDown', { altKey: true }, null],
])('scrolls the details by a page, or to their start or end, with the key %j %j', (key, held, expected) => {
  expect(open()(key, held)).toBe(expected)
})

it('leaves the keys of a button in the details to the button', () => {
  expect(open()(' ', {}, screen.getByRole('button', { name: 'Reveal' }))).toBeNull()
})

/** Reports the width of a narrow window. */
class Narrow implements ResizeObserver {
  constructor(private readonly callback: ResizeObserverCallback) {}
  observe(target: Element) {
    const size = [{ inlineSize: 500, blockSize: 400 }]
    const entry = { target, contentRect: new DOMRect(0, 0, 500, 400), borderBoxSize: size, contentBoxSize: size }
    this.callback([entry as unknown as ResizeObserverEntry], this)
  }
  unobserve() {}
  disconnect() {}
}

/** Opens the second row's details in a window so narrow that they cover the list. */
async function openCovering() {
  vi.stubGlobal('ResizeObserver', Narrow)
  onTestFinished(() => void vi.unstubAllGlobals())
  // A browser gives no focus to what is covered.
  const { focus } = HTMLElement.prototype
  vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (this: HTMLElement, options) {
    if (this.closest('[inert]') === null) focus.call(this, options)
  })
  openOpportunities()
  await tableOf('Opportunities')
  await userEvent.keyboard('jj{Enter}')
  const region = await details()
  await waitFor(() => expect(rowOf('Opportunity number 2').closest('[inert]')).not.toBeNull())
  expect(region).toHaveAttribute('data-covering')
  return region
}

it.each([
  ['the details', details],
  ['the filters', async () => screen.getByRole('button', { name: 'Solved' })],
])('gives the focus back to the row when details that covered the list are closed from %s', async (_, place) => {
  await openCovering()
  const from = await place()
  from.focus()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(rowOf('Opportunity number 2')).toHaveFocus())
})

it('leads from the search to the details while they cover the rows', async () => {
  const region = await openCovering()
  await userEvent.keyboard('/number{Enter}')
  await waitFor(() => expect(region).toHaveFocus())
  expect(address()).toContain(sampleId(1))
  await userEvent.keyboard('/{Escape}')
  expect(screen.getByRole('searchbox')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(region).toHaveFocus()
})
