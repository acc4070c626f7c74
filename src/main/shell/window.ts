// Creates the app's window. Its web preferences are literals, so that a search for one finds its value.
import path from 'node:path'
import { app, BrowserWindow, nativeTheme, type Rectangle, screen } from 'electron'
import { offerTextMenu } from './text-menu'

export interface WindowPlace extends Rectangle {
  readonly isMaximised: boolean
}

export interface WindowDeps {
  readonly place: WindowPlace | null
  readonly savePlace: (place: WindowPlace) => void
  readonly url: string
  readonly hasDevTools: boolean
}

const minSize = { width: 720, height: 480 }
const defaultSize = { width: 1280, height: 820 }

/** Drops a saved position if too little of the title bar is on a screen to drag the window. */
function usableBounds(place: WindowPlace | null): Partial<Rectangle> {
  if (!place) return defaultSize
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

/** Creates the window without showing it. */
export function openWindow({ place, savePlace, url, hasDevTools }: WindowDeps): BrowserWindow {
  const window = new BrowserWindow({
    ...usableBounds(place),
    minWidth: minSize.width,
    minHeight: minSize.height,
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
  // Maximising shows the window, so it has to wait for content.
  if (place?.isMaximised) window.once('ready-to-show', () => window.maximize())
  offerTextMenu(window)
  const saveBounds = () => {
    if (!window.isDestroyed() && !window.isMinimized()) {
      savePlace({ ...window.getNormalBounds(), isMaximised: window.isMaximized() })
    }
  }
  window.on('resized', saveBounds)
  window.on('moved', saveBounds)
  window.on('maximize', saveBounds)
  window.on('unmaximize', saveBounds)
  window.on('close', saveBounds)
  // At quit the last write of the settings comes before the window is closed.
  app.on('before-quit', saveBounds)
  window.on('closed', () => app.off('before-quit', saveBounds))
  void window.loadURL(url)
  return window
}
