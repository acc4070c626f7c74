// A fake window: it notes what main does to it and emits what Electron would emit.
import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'

export interface FakeWindow {
  readonly window: BrowserWindow
  readonly done: string[]
  /** The person closes it. Returns whether it stays open for now. */
  askToClose(): boolean
  readyToShow(): void
  crash(): void
}

/** Only the part that main uses is there; a destroyed window tells `closed` and nothing else, as Electron's does. */
export function createFakeWindow(id = 1): FakeWindow {
  const done: string[] = []
  let isDestroyed = false
  let isVisible = false
  let isCrashed = false
  const contents = Object.assign(new EventEmitter(), {
    id,
    isCrashed: () => isCrashed,
    reload() {
      isCrashed = false
      done.push('reload')
    },
  })
  const window = Object.assign(new EventEmitter(), {
    webContents: contents,
    isDestroyed: () => isDestroyed,
    isVisible: () => isVisible,
    isMinimized: () => false,
    show() {
      isVisible = true
      done.push('show')
    },
    focus: () => done.push('focus'),
    destroy() {
      isDestroyed = true
      done.push('destroy')
      window.emit('closed')
    },
  })
  return {
    window: window as unknown as BrowserWindow,
    done,
    askToClose() {
      let isPrevented = false
      window.emit('close', { preventDefault: () => (isPrevented = true) })
      return isPrevented
    },
    readyToShow: () => window.emit('ready-to-show'),
    crash() {
      isCrashed = true
      contents.emit('render-process-gone', {}, { reason: 'crashed' })
    },
  }
}
