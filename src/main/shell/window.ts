// The app's window. Its preferences are literals, so a search for them finds the truth.
import path from 'node:path'
import { app, BrowserWindow, nativeTheme, type Rectangle, screen } from 'electron'

export interface WindowPlace extends Rectangle {
  readonly isMaximised: boolean
}

export interface WindowDeps {
  readonly place: WindowPlace | null
  readonly savePlace: (place: WindowPlace) => void
  readonly url: string
  readonly hasDevTools: boolean
}

const smallest = { width: 720, height: 480 }
const usual = { width: 1280, height: 820 }

/** A place is used again only if enough of it is still on a screen to get hold of the title bar. */
function usablePlace(place: WindowPlace | null): Partial<Rectangle> {
  if (!place) return usual
  const { workArea } = screen.getDisplayMatching(place)
  const isReachable =
    place.x + place.width > workArea.x + 80 &&
    place.x < workArea.x + workArea.width - 80 &&
    place.y >= workArea.y - 10 &&
    place.y < workArea.y + workArea.height - 40
  return isReachable
    ? { x: place.x, y: place.y, width: place.width, height: place.height }
    : { width: place.width, height: place.height }
}

/** Not shown yet. */
export function openWindow({ place, savePlace, url, hasDevTools }: WindowDeps): BrowserWindow {
  const window = new BrowserWindow({
    ...usablePlace(place),
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    title: 'Discovery Desk',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff',
    webPreferences: {
      preload: path.join(__dirname, '../preload/index.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: hasDevTools,
    },
  })
  // Maximising shows a window, so it has to wait for something to see.
  if (place?.isMaximised) window.once('ready-to-show', () => window.maximize())

  const remember = () => {
    if (!window.isDestroyed() && !window.isMinimized()) {
      savePlace({ ...window.getNormalBounds(), isMaximised: window.isMaximized() })
    }
  }
  window.on('resized', remember)
  window.on('moved', remember)
  window.on('maximize', remember)
  window.on('unmaximize', remember)
  window.on('close', remember)
  // Quitting writes the settings for the last time before it closes the window.
  app.on('before-quit', remember)
  window.on('closed', () => app.off('before-quit', remember))
  void window.loadURL(url)
  return window
}
