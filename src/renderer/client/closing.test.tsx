import { expect, it, vi } from 'vitest'
import { listenForPushes } from '../app/pushes'
import { createQueryClient } from '../app/query-client'
import { fakeBridge } from '../testing/fake-bridge'
import { onClosing } from './closing'

it('saves everything before main may close the window, even when one save fails', async () => {
  const bridge = fakeBridge({ 'shell.readyToClose': () => null })
  const stopListening = listenForPushes(createQueryClient())
  let saved: () => void = () => {}
  const gone = vi.fn(async () => {})
  const stops = [
    onClosing(() => Promise.reject(new Error('The disk is full.'))),
    onClosing(() => new Promise<void>((resolve) => (saved = resolve))),
  ]
  onClosing(gone)()
  bridge.push('shell.closing', {})
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(bridge.calls).toEqual([])
  saved()
  await expect.poll(() => bridge.calls).toEqual([{ name: 'shell.readyToClose', input: {} }])
  expect(gone).not.toHaveBeenCalled()
  stopListening()
  for (const stop of stops) stop()
})
