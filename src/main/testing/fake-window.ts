// A fake window: it records the calls of main and emits the events that Electron would emit.
import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'

export interface FakeWindow {
  readonly window: BrowserWindow
  readonly done: string[]
  /** The person closes the window. Returns whether main prevented it. */
  askToClose(): boolean
  readyToShow(): void
  crash(): void
}

/** Has only the members that main uses. As in Electron, a destroyed window emits `closed` and nothing else. */
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
