// What was typed a moment ago may still be on its way to the library. So a window that is to close asks its page first,
// and goes when the page says so, when its process is gone, or when it has had its time.
import type { BrowserWindow } from 'electron'
import type { Clock } from '../clock'

const limitMs = 500

export interface Closing {
  /** Resolves when the window is destroyed. */
  close(): Promise<void>
  /** The page has saved; ignored while nobody waits for it. */
  proceed(): void
}

/** From now on every way of closing the window goes through here. */
export function createClosing(window: BrowserWindow, clock: Clock, tell: () => void): Closing {
  let closing: Promise<void> | null = null
  let proceed = () => {}

  async function saveAndDestroy(): Promise<void> {
    if (!window.webContents.isCrashed()) {
      await new Promise<void>((resolve) => {
        const stopWaiting = clock.after(limitMs, resolve)
        proceed = () => {
          stopWaiting()
          resolve()
        }
        tell()
      })
    }
    if (!window.isDestroyed()) window.destroy()
  }

  function close(): Promise<void> {
    closing ??= saveAndDestroy()
    return closing
  }

  window.on('close', (event) => {
    event.preventDefault()
    void close()
  })
  window.webContents.on('render-process-gone', () => proceed())
  return { close, proceed: () => proceed() }
}
