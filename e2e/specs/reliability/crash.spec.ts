import { connectionOf, connectWorkspace } from '../../commands/connect-workspace'
import { createInsight, fillInsight, insightForm, openNewInsight } from '../../commands/create-insight'
import { readProcesses } from '../../commands/read-processes'
import { countRows, insightRow, waitForRows } from '../../commands/read-rows'
import { searchInsights } from '../../commands/search-insights'
import { expect, test } from '../../fixtures/test'

const nodeService = '--utility-sub-type=node.mojom.NodeService'

test('when the library process is killed, the next question is answered all the same', async ({ start, serve }) => {
  const service = await serve()
  const { pid, page } = await start()
  await connectWorkspace(page, connectionOf(service))
  const all = await countRows(page)
  const libraries = async () =>
    (await readProcesses(pid)).filter(({ commandLine }) => commandLine.includes(nodeService))
  const [library, ...others] = await libraries()
  expect(others).toEqual([])
  process.kill(library?.pid ?? 0, 'SIGKILL')
  await expect.poll(async () => (await libraries()).map(({ pid }) => pid)).not.toContain(library?.pid)

  await searchInsights(page, 'range')
  await expect.poll(() => countRows(page)).toBeLessThan(all)
  await page.getByRole('searchbox', { name: 'Search insights' }).fill('')
  await expect.poll(() => countRows(page)).toBe(all)
  await createInsight(page, { title: 'Written after the crash', description: 'And kept.' })
  await expect(insightRow(page, 'Written after the crash')).toBeVisible()
})

test('when the page crashes, it comes back with its rows and the draft', async ({ sandbox: { electron, page } }) => {
  const form = await openNewInsight(page)
  await fillInsight(form, { title: 'Half written', description: 'When the window went white' })
  await expect(form.getByRole('status', { name: 'Draft' })).toContainText('Draft saved')
  const processId = () =>
    electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0)
  const before = await processId()
  await electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  )
  await expect.poll(async () => [0, before].includes(await processId())).toBe(false)
  const fresh = electron.windows().at(-1) ?? page
  await waitForRows(fresh)
  await expect(insightForm(fresh).getByRole('textbox', { name: 'Title' })).toHaveValue('Half written')
  await expect(insightForm(fresh).getByRole('textbox', { name: 'Description' })).toHaveValue(
    'When the window went white',
  )
})
