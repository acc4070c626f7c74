// The one window and its page: opened, focused, reloaded when its renderer is gone.
import type { BrowserWindow } from 'electron'
import type { Clock } from '../clock'
import type { Log } from './log'
import { openWindow, type WindowEdges } from './window'

const crashLimit = 3
const crashWindowMs = 60_000

export interface MainWindow {
  readonly knownContents: ReadonlySet<number>
  list(): readonly BrowserWindow[]
  /** Opens it if it was closed. */
  focus(): void
  /** Calls back when the page listens: at once, or when it has loaded. */
  whenLoaded(callback: () => void): void
}

export interface MainWindowEdges extends WindowEdges {
  readonly clock: Clock
  readonly log: Log
  readonly onFocus: () => void
  readonly onGone: (contentsId: number) => void
}

export function createMainWindow(edges: MainWindowEdges): MainWindow {
  const { clock, log, onFocus, onGone } = edges
  const knownContents = new Set<number>()
  let window: BrowserWindow | null = null
  let crashes: readonly number[] = []
  let isLoaded = false
  const onceLoaded: (() => void)[] = []

  function open(): BrowserWindow {
    const opened = openWindow(edges)
    const { id } = opened.webContents
    knownContents.add(id)
    opened.on('focus', onFocus)
    opened.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) isLoaded = false
    })
    opened.webContents.on('did-finish-load', () => {
      isLoaded = true
      for (const callback of onceLoaded.splice(0)) callback()
    })
    opened.webContents.on('render-process-gone', (_event, { reason }) => {
      onGone(id)
      if (reason === 'clean-exit') return
      const now = clock.monotonicMs()
      crashes = [...crashes.filter((at) => now - at < crashWindowMs), now]
      log.info(`the page's process is gone (${reason}), ${crashes.length} within a minute`)
      if (crashes.length <= crashLimit) opened.webContents.reload()
    })
    opened.on('closed', () => {
      knownContents.delete(id)
      onGone(id)
      window = null
      isLoaded = false
    })
    return opened
  }

  return {
    knownContents,
    list: () => (window ? [window] : []),
    whenLoaded(callback) {
      if (isLoaded) callback()
      else onceLoaded.push(callback)
    },
    focus() {
      window ??= open()
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
  }
}
