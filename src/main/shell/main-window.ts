// The one window and its page: opened, focused, closed with what was typed, reloaded when its renderer is gone.
import type { BrowserWindow } from 'electron'
import type { Clock } from '../clock'
import { type Closing, createClosing } from './closing'
import type { Log } from './log'

const crashLimit = 3
const crashWindowMs = 60_000
/** Some desktops never tell that a page is ready; an empty window is better than none. */
const latestShowMs = 5_000

export interface MainWindow {
  readonly knownContents: ReadonlySet<number>
  list(): readonly BrowserWindow[]
  /** Opens it if it was closed. It comes up when there is something to see. */
  focus(): void
  /** Calls back when the page listens: at once, or when it has loaded. */
  whenLoaded(callback: () => void): void
  /** The page has saved what was typed. */
  readyToClose(): void
  /** Closes it as a person would; none is opened after that. */
  end(): Promise<void>
}

export interface MainWindowDeps {
  /** Not shown yet. */
  readonly open: () => BrowserWindow
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'defect'>
  readonly onFocus: () => void
  readonly onGone: (contentsId: number) => void
  /** Asks the page to save what was typed and to answer with `readyToClose`. */
  readonly tellClosing: () => void
  /** The page has crashed again and again: what the person wants. */
  readonly askAfterCrashes: (window: BrowserWindow) => Promise<'reload' | 'quit'>
  readonly quit: () => void
}

interface Opened {
  readonly window: BrowserWindow
  readonly closing: Closing
  readonly wasShown: () => boolean
}

export function createMainWindow(deps: MainWindowDeps): MainWindow {
  const { clock, log, onFocus, onGone, tellClosing, askAfterCrashes, quit } = deps
  const knownContents = new Set<number>()
  let current: Opened | null = null
  let isEnding = false
  let crashes: readonly number[] = []
  let isLoaded = false
  const onceLoaded: (() => void)[] = []

  async function goOnAfterCrashes(window: BrowserWindow): Promise<void> {
    const choice = await askAfterCrashes(window)
    if (choice === 'quit') return quit()
    crashes = []
    if (!window.isDestroyed()) window.webContents.reload()
  }

  function handleCrash(window: BrowserWindow, reason: string): void {
    const now = clock.monotonicMs()
    crashes = [...crashes.filter((at) => now - at < crashWindowMs), now]
    log.info(`the page's process is gone (${reason}), ${crashes.length} within a minute`)
    if (crashes.length <= crashLimit) window.webContents.reload()
    else goOnAfterCrashes(window).catch((defect: unknown) => log.defect('asking after crashes', defect))
  }

  function open(): Opened {
    const window = deps.open()
    const { id } = window.webContents
    knownContents.add(id)
    let wasShown = false
    function show(): void {
      if (!wasShown) window.show()
      wasShown = true
    }
    const stopWaiting = clock.after(latestShowMs, show)
    window.once('ready-to-show', () => {
      stopWaiting()
      show()
    })
    window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) isLoaded = false
    })
    window.webContents.on('did-finish-load', () => {
      isLoaded = true
      for (const callback of onceLoaded.splice(0)) callback()
    })
    window.on('focus', onFocus)
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      onGone(id)
      if (reason !== 'clean-exit') handleCrash(window, reason)
    })
    window.on('closed', () => {
      stopWaiting()
      knownContents.delete(id)
      onGone(id)
      current = null
      isLoaded = false
    })
    return { window, closing: createClosing(window, clock, tellClosing), wasShown: () => wasShown }
  }

  return {
    knownContents,
    list: () => (current ? [current.window] : []),
    whenLoaded(callback) {
      if (isLoaded) callback()
      else onceLoaded.push(callback)
    },
    focus() {
      if (isEnding) return
      current ??= open()
      const { window, wasShown } = current
      if (!wasShown()) return
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    readyToClose: () => current?.closing.proceed(),
    async end() {
      isEnding = true
      await current?.closing.close()
    },
  }
}
