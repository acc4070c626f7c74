// The app is quit while it stores a long list.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { faults } from '../../../src/sandbox/testing/faults'
import { callBridge } from '../../commands/call-bridge'
import { connectionOf, fillConnection, openConnect, saveAndOpen } from '../../commands/connect-workspace'
import { fillInsight, insightForm, openNewInsight } from '../../commands/create-insight'
import { syncStatus } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

const title = 'Typed while a list is stored'
const description = 'The last words, in the same moment'

test('quitting while a long list is being stored saves the draft’s last words and drops the list', async ({
  start,
  serve,
  serveFaults,
  profile,
}) => {
  const service = await serve({ args: ['--insights', '8000'] })
  const faulty = await serveFaults({ upstream: service.baseUrl })
  faulty.script({ method: 'GET', fault: faults.problem(500, 'INTERNAL_SERVER_ERROR') })
  const first = await start()
  await openConnect(first.page)
  await fillConnection(first.page, { ...connectionOf(service), baseAddress: faulty.baseUrl })
  await saveAndOpen(first.page)
  await expect(syncStatus(first.page)).toContainText('Sync failed')
  // The list comes once the form is open, so that it is still being stored when the app quits.
  const form = await openNewInsight(first.page)
  faulty.reset()
  const { organisationId, workspaceId } = service
  const workspace = { environment: 'staging', organisationId, workspaceId }
  void callBridge(first.page, 'sync.now', { workspace }).catch(() => {})
  // The library marks the operation on its file, in case that ends the process.
  const mark = path.join(profile, 'library', 'staging.db.run')
  const isStoring = async () => (await readFile(mark, 'utf8').catch(() => '')).trim().endsWith('w')
  await expect.poll(isStoring, { intervals: [50], timeout: 60_000 }).toBe(true)
  // Leaving the title saves it, which waits behind the list; saving the description waits for that.
  await fillInsight(form, { title, description })
  await first.electron.evaluate(({ app }) => app.quit()).catch(() => {})
  await expect.poll(() => first.isRunning(), { timeout: 60_000 }).toBe(false)

  await faulty.goAway()
  const { page } = await start()
  const again = insightForm(page)
  await expect(again.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
  await expect(again.getByRole('textbox', { name: 'Description' })).toHaveValue(description)
  await page.keyboard.press('Escape')
  // Quitting did not wait for the list.
  await expect(syncStatus(page)).toHaveText('Offline – no data yet')
})
