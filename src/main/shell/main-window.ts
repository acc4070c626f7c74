// The window's life: opens it, focuses it, closes it after the renderer has saved, and reloads a crashed renderer.
// This folder holds everything of Electron that a person sees or the system provides: windows, menu, the app:// protocol,
// guards, links, the log. It knows nothing of workspaces or the service. Begin here; window.ts makes the window itself.
import type { BrowserWindow } from 'electron'
import type { Clock } from '../clock'
import type { Log } from './log'
import { createWindowCloser, type WindowCloser } from './window-closer'

const crashLimit = 3
const crashWindowMs = 60_000
/** Some desktops never emit `ready-to-show`; then an empty window is better than none. */
const showTimeoutMs = 5_000

export interface MainWindow {
  readonly knownContents: ReadonlySet<number>
  list(): readonly BrowserWindow[]
  /** Opens the window if it is closed. A new window is shown once it has content. */
  focus(): void
  /** Calls back when the renderer listens: at once, or after loading. */
  whenLoaded(callback: () => void): void
  /** The renderer has saved what was typed. */
  readyToClose(): void
  /** Closes the window as a person would. None is opened after that. */
  end(): Promise<void>
}

export interface MainWindowDeps {
  /** Creates a window without showing it. */
  readonly open: () => BrowserWindow
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'defect'>
  readonly onFocus: () => void
  readonly onGone: (contentsId: number) => void
  /** Asks the renderer to save what was typed and to answer with `readyToClose`. */
  readonly tellClosing: () => void
  /** Asks the person after repeated crashes of the renderer. */
  readonly askAfterCrashes: (window: BrowserWindow) => Promise<'reload' | 'quit'>
  /** Begins the end of the app, which closes the window. */
  readonly quit: () => void
}

interface Opened {
  readonly window: BrowserWindow
  readonly closer: WindowCloser
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

  async function handleRepeatedCrashes(window: BrowserWindow): Promise<void> {
    const choice = await askAfterCrashes(window)
    if (choice === 'quit') return quit()
    crashes = []
    if (!window.isDestroyed()) window.webContents.reload()
  }

  function handleCrash(window: BrowserWindow, reason: string): void {
    const now = clock.monotonicMs()
    crashes = [...crashes.filter((at) => now - at < crashWindowMs), now]
    log.info(`the renderer process is gone (${reason}), ${crashes.length} within a minute`)
    if (crashes.length <= crashLimit) window.webContents.reload()
    else handleRepeatedCrashes(window).catch((defect: unknown) => log.defect('asking after crashes', defect))
  }

  function open(): Opened {
    const window = deps.open()
    const { id } = window.webContents
    knownContents.add(id)
    const wasShown = showWhenReady(window, clock)
    window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) isLoaded = false
    })
    window.webContents.on('did-finish-load', () => {
      isLoaded = true
      for (const callback of onceLoaded.splice(0)) callback()
    })
    window.on('focus', onFocus)
    // The app ends with its window. Before the renderer saves, as a start that comes meanwhile has to find the app ending.
    window.on('close', quit)
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      onGone(id)
      if (reason !== 'clean-exit') handleCrash(window, reason)
    })
    window.on('closed', () => {
      knownContents.delete(id)
      onGone(id)
      current = null
      isLoaded = false
    })
    return { window, closer: createWindowCloser(window, clock, tellClosing), wasShown }
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
    readyToClose: () => current?.closer.confirmSaved(),
    async end() {
      isEnding = true
      await current?.closer.close()
    },
  }
}

/** Shows a window once it has content, or after the timeout. Returns whether it was shown. */
function showWhenReady(window: BrowserWindow, clock: Clock): () => boolean {
  let wasShown = false
  function show(): void {
    if (!wasShown) window.show()
    wasShown = true
  }
  const cancelTimeout = clock.after(showTimeoutMs, show)
  window.once('ready-to-show', () => {
    cancelTimeout()
    show()
  })
  window.on('closed', cancelTimeout)
  return () => wasShown
}
