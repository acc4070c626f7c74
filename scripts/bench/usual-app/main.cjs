// What an app of this kind usually does, to be measured beside ours: main reads the whole list and hands it to the page.
// BENCH_PAGE: the built page. BENCH_SERVICE: JSON with address, ids and token.
const { rename, writeFile } = require('node:fs/promises')
const path = require('node:path')
const { app, BrowserWindow, ipcMain } = require('electron')

ipcMain.handle('insights', async () => {
  const { baseAddress, organisationId, workspaceId, token } = JSON.parse(process.env.BENCH_SERVICE)
  const url = new URL(
    `${baseAddress.replace(/\/$/, '')}/organisations/${organisationId}/workspaces/${workspaceId}/insights`,
  )
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return (await answer.json()).data
})
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
  void window.loadFile(process.env.BENCH_PAGE)
})
app.on('window-all-closed', () => app.quit())
