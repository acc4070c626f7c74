// The floor of a start: the same Electron with one window, one empty page and one call, and nothing else.
const { rename, writeFile } = require('node:fs/promises')
const path = require('node:path')
const { app, BrowserWindow, ipcMain } = require('electron')

ipcMain.handle('echo', (_event, value) => value)
ipcMain.once('painted', async () => {
  const paintedAt = Date.now()
  const prefix = process.env.DISCOVERY_DESK_REPORT
  if (!prefix) return
  await writeFile(`${prefix}.json.part`, JSON.stringify({ paintedAt }))
  await rename(`${prefix}.json.part`, `${prefix}.json`)
})

app.whenReady().then(() => {
  const window = new BrowserWindow({
    ...{ width: 1280, height: 820, show: false },
    webPreferences: { preload: path.join(__dirname, 'preload.cjs'), sandbox: true, contextIsolation: true },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadFile(path.join(__dirname, 'index.html'))
})
app.on('window-all-closed', () => app.quit())
