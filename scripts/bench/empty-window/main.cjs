// The floor of a start: the same Electron with one window, one empty page and one call, and nothing else.
const path = require('node:path')
const { ipcMain } = require('electron')
const { openReportWindow } = require('../report-window.cjs')

let reply
ipcMain.handle('keep', (_event, value) => {
  reply = value
})
ipcMain.handle('call', () => reply)
openReportWindow(path.join(__dirname, 'index.html'), path.join(__dirname, 'preload.cjs'))
