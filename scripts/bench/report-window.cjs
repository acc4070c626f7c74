// One window with one page that reports its first paint, to measure the app against.
const { rename, writeFile } = require('node:fs/promises')
const { app, BrowserWindow, ipcMain } = require('electron')

ipcMain.once('painted', async () => {
  const paintedAt = Date.now()
  const prefix = process.env.DISCOVERY_DESK_REPORT
  if (!prefix) return
  await writeFile(`${prefix}.json.part`, JSON.stringify({ paintedAt }))
  await rename(`${prefix}.json.part`, `${prefix}.json`)
})

exports.openReportWindow = (page, preload) => {
  app.whenReady().then(() => {
    const window = new BrowserWindow({
      ...{ width: 1280, height: 820, show: false },
      webPreferences: { preload, sandbox: true, contextIsolation: true },
    })
    window.once('ready-to-show', () => window.show())
    void window.loadFile(page)
  })
  app.on('window-all-closed', () => app.quit())
}
