import type { BrowserWindow } from 'electron'
import type { Clock } from '../clock'
import { withTimeout } from '../schedule/with-timeout'

/** An answer ends the wait. A slow disk or a busy computer may need this long. */
const saveTimeoutMs = 3_000

/** Closes a window after its renderer has saved what was typed. */
export interface WindowCloser {
  /** Resolves when the window is destroyed. */
  close(): Promise<void>
  /** The renderer has saved. Ignored while the window is not closing. */
  confirmSaved(): void
}

/** Intercepts every way of closing the window. Waits until the renderer has saved, is gone, or has had its time. */
export function createWindowCloser(window: BrowserWindow, clock: Clock, askToSave: () => void): WindowCloser {
  let closing: Promise<void> | null = null
  let confirmSaved = () => {}

  async function saveAndDestroy(): Promise<void> {
    if (!window.webContents.isCrashed()) {
      const saved = new Promise<void>((resolve) => {
        confirmSaved = resolve
      })
      askToSave()
      await withTimeout(clock, saveTimeoutMs, saved)
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
  window.webContents.on('render-process-gone', () => confirmSaved())
  return { close, confirmSaved: () => confirmSaved() }
}
