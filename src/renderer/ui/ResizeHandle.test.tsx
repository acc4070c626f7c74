import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderView } from '../testing/render'
import { ResizeHandle, usePane } from './ResizeHandle'

function Example({ side, room = 0 }: { side: 'left' | 'right'; room?: number }) {
  const pane = usePane({ view: 'metrics', normal: 300, min: 220, room, rest: 400 })
  return <ResizeHandle label="Width" pane={pane} side={side} />
}

// The page of these tests has no pointers to capture.
beforeEach(() => {
  Element.prototype.setPointerCapture ??= vi.fn()
})

const handle = () => screen.findByRole('separator', { name: 'Width' })
const open = (ui: Parameters<typeof renderView>[0], paneWidths = {}) =>
  renderView(ui, {
    answers: { 'preferences.read': () => ({ paneWidths }), 'preferences.save': (changes) => changes },
  })
const saved = (bridge: ReturnType<typeof open>['bridge']) =>
  bridge.calls.flatMap(({ name, input }) => (name === 'preferences.save' ? [input] : []))

it.each([
  ['left', '{ArrowRight}', 316],
  ['left', '{ArrowLeft}', 284],
  ['right', '{ArrowLeft}', 316],
  ['right', '{ArrowRight}', 284],
  ['left', '{Home}', 220],
  ['left', '{End}', 600],
] as const)(
  'with the pane on the %s, %s makes it %d wide and saves the width for the view',
  async (side, key, width) => {
    const { bridge } = open(<Example side={side} room={1000} />, { insights: 500 })
    ;(await handle()).focus()
    await userEvent.keyboard(key)
    expect(await handle()).toHaveAttribute('aria-valuenow', `${width}`)
    await waitFor(() => expect(saved(bridge)).toEqual([{ paneWidths: { insights: 500, metrics: width } }]))
  },
)

it('follows the pointer within its limits, and saves the width on release', async () => {
  const { bridge } = open(<Example side="left" room={1000} />)
  const separator = await handle()
  fireEvent.pointerDown(separator, { button: 0, clientX: 300, pointerId: 1 })
  fireEvent.pointerMove(separator, { buttons: 1, clientX: 350, pointerId: 1 })
  expect(separator).toHaveAttribute('aria-valuenow', '350')
  expect(separator).toHaveAttribute('data-dragging')
  fireEvent.pointerMove(separator, { buttons: 1, clientX: 900, pointerId: 1 })
  expect(separator).toHaveAttribute('aria-valuenow', '600')
  expect(saved(bridge)).toEqual([])
  fireEvent.pointerUp(separator, { clientX: 340, pointerId: 1 })
  expect(separator).toHaveAttribute('aria-valuenow', '340')
  await waitFor(() => expect(saved(bridge)).toEqual([{ paneWidths: { metrics: 340 } }]))
  // False: the page is not scrolled.
  expect(fireEvent.keyDown(separator, { key: 'ArrowRight' })).toBe(false)
  await waitFor(() => expect(separator).toHaveAttribute('aria-valuenow', '356'))
})

it('keeps following the pointer after the capture is lost, as when another window opens', async () => {
  const { bridge } = open(<Example side="left" room={1000} />)
  const separator = await handle()
  fireEvent.pointerDown(separator, { button: 0, clientX: 300, pointerId: 1 })
  fireEvent.lostPointerCapture(separator, { pointerId: 1 })
  fireEvent.pointerMove(document.body, { buttons: 1, clientX: 350, pointerId: 1 })
  expect(separator).toHaveAttribute('aria-valuenow', '350')
  fireEvent.pointerUp(document.body, { clientX: 360, pointerId: 1 })
  expect(separator).not.toHaveAttribute('data-dragging')
  await waitFor(() => expect(saved(bridge)).toEqual([{ paneWidths: { metrics: 360 } }]))
})

it('neither selects text nor drags selected text while the pointer is followed', async () => {
  open(<Example side="left" room={1000} />)
  const separator = await handle()
  const isAllowed = (name: string) => fireEvent(separator, new Event(name, { bubbles: true, cancelable: true }))
  fireEvent.pointerDown(separator, { button: 0, clientX: 300, pointerId: 1 })
  expect(['selectstart', 'dragstart'].map(isAllowed)).toEqual([false, false])
  fireEvent.pointerUp(separator, { clientX: 300, pointerId: 1 })
  expect(['selectstart', 'dragstart'].map(isAllowed)).toEqual([true, true])
})

it.each([
  ['the browser takes the pointer', () => fireEvent.pointerCancel(document.body, { pointerId: 1 })],
  ['the release was not heard', () => fireEvent.pointerMove(document.body, { buttons: 0, clientX: 500, pointerId: 1 })],
])('restores the width from before the drag when %s', async (_, end) => {
  const { bridge } = open(<Example side="left" room={1000} />)
  const separator = await handle()
  fireEvent.pointerDown(separator, { button: 0, clientX: 300, pointerId: 1 })
  fireEvent.pointerMove(separator, { buttons: 1, clientX: 350, pointerId: 1 })
  // Another finger is released.
  fireEvent.pointerUp(document.body, { clientX: 400, pointerId: 2 })
  expect(separator).toHaveAttribute('aria-valuenow', '350')
  end()
  expect(separator).toHaveAttribute('aria-valuenow', '300')
  fireEvent.pointerMove(document.body, { buttons: 1, clientX: 400, pointerId: 1 })
  expect(separator).toHaveAttribute('aria-valuenow', '300')
  expect(separator).not.toHaveAttribute('data-dragging')
  expect(saved(bridge)).toEqual([])
})

it('saves nothing when its view is closed during the drag', async () => {
  const { bridge, unmount } = open(<Example side="left" room={1000} />)
  const separator = await handle()
  fireEvent.pointerDown(separator, { button: 0, clientX: 300, pointerId: 1 })
  fireEvent.pointerMove(separator, { buttons: 1, clientX: 350, pointerId: 1 })
  unmount()
  fireEvent.pointerUp(document.body, { clientX: 360, pointerId: 1 })
  await act(async () => {})
  expect(saved(bridge)).toEqual([])
})

it('ends a drag whose release was missed on the next press', async () => {
  const { bridge } = open(<Example side="left" room={1000} />)
  const separator = await handle()
  fireEvent.pointerDown(separator, { button: 0, clientX: 300, pointerId: 1 })
  fireEvent.pointerMove(separator, { buttons: 1, clientX: 350, pointerId: 1 })
  fireEvent.pointerDown(separator, { button: 0, clientX: 300, pointerId: 1 })
  fireEvent.pointerMove(separator, { buttons: 1, clientX: 320, pointerId: 1 })
  fireEvent.pointerUp(separator, { clientX: 320, pointerId: 1 })
  await waitFor(() => expect(saved(bridge)).toHaveLength(1))
})

it('returns to its normal width on a double click', async () => {
  const { bridge } = open(<Example side="right" />, { metrics: 512, insights: 500 })
  expect(await handle()).toHaveAttribute('aria-valuenow', '512')
  await userEvent.dblClick(await handle())
  expect(await handle()).toHaveAttribute('aria-valuenow', '300')
  await waitFor(() => expect(saved(bridge)).toEqual([{ paneWidths: { insights: 500 } }]))
})

it('narrows a saved width to leave room for the content beside it', async () => {
  open(<Example side="left" room={640} />, { metrics: 512 })
  expect(await handle()).toHaveAttribute('aria-valuenow', '240')
  expect(await handle()).toHaveAttribute('aria-valuemax', '240')
})

it('restores the saved width when there is room for it again', async () => {
  function Window() {
    const [room, setRoom] = useState(640)
    return (
      <>
        <Example side="left" room={room} />
        <button type="button" onClick={() => setRoom(1000)}>
          Widen
        </button>
      </>
    )
  }
  const { bridge } = open(<Window />, { metrics: 512 })
  expect(await handle()).toHaveAttribute('aria-valuenow', '240')
  await userEvent.click(screen.getByRole('button', { name: 'Widen' }))
  expect(await handle()).toHaveAttribute('aria-valuenow', '512')
  expect(saved(bridge)).toEqual([])
})

it('leaves other keys and other buttons of the mouse alone', async () => {
  const { bridge } = open(<Example side="left" room={1000} />)
  const separator = await handle()
  for (const key of ['ArrowUp', 'Enter', 'Tab']) expect(fireEvent.keyDown(separator, { key })).toBe(true)
  fireEvent.pointerDown(separator, { button: 2, clientX: 300, pointerId: 1 })
  fireEvent.pointerMove(separator, { buttons: 2, clientX: 350, pointerId: 1 })
  expect(separator).not.toHaveAttribute('data-dragging')
  fireEvent.pointerUp(separator, { clientX: 350, pointerId: 1 })
  expect(separator).toHaveAttribute('aria-valuenow', '300')
  await act(async () => {})
  expect(saved(bridge)).toEqual([])
})
