// The usual design of such an app, to be measured beside ours: main reads the whole list and hands it to the page.
// BENCH_PAGE: the built page. BENCH_SERVICE: JSON with address, ids and token.
const path = require('node:path')
const { ipcMain } = require('electron')
const { openReportWindow } = require('../report-window.cjs')

ipcMain.handle('insights', async () => {
  const { baseAddress, organisationId, workspaceId, token } = JSON.parse(process.env.BENCH_SERVICE)
  const url = new URL(
    `${baseAddress.replace(/\/$/, '')}/organisations/${organisationId}/workspaces/${workspaceId}/insights`,
  )
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return (await answer.json()).data
})
openReportWindow(process.env.BENCH_PAGE, path.join(__dirname, 'preload.cjs'))
