import { faults } from '../../../src/sandbox/testing/faults'
import { connectionOf, connectWorkspace } from '../../commands/connect-workspace'
import { createAtService } from '../../commands/create-at-service'
import { createInsight, insightForm, savedHere } from '../../commands/create-insight'
import { countRows, expectSent, insightRow, waitForRows } from '../../commands/read-rows'
import { serveLasting } from '../../commands/serve-lasting'
import { signInFromPrompt } from '../../commands/sign-in'
import { expectAllSent, syncDetails, syncNow, syncStatus } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

const offlineWithAge = /Offline.*\d{1,2}:\d{2}/

test('without the service the last data stays, with its age, even after a restart', async ({ start, serve }) => {
  const lasting = await serveLasting(serve)
  const first = await start()
  await connectWorkspace(first.page, connectionOf(lasting.service))
  await expect(syncStatus(first.page)).toContainText('Synced')
  const before = await countRows(first.page)

  const bringBack = await lasting.stop()
  await syncNow(first.page)
  await expect(syncStatus(first.page)).toContainText(offlineWithAge)
  expect(await countRows(first.page)).toBe(before)
  await first.quit()

  const { page } = await start()
  await waitForRows(page)
  expect(await countRows(page)).toBe(before)
  await expect(syncStatus(page)).toContainText(offlineWithAge)

  const service = await bringBack()
  const title = 'Written while nobody was looking'
  await createAtService(service, title)
  await syncNow(page)
  await expect(syncStatus(page)).toContainText('Synced')
  await expect(insightRow(page, title)).toBeVisible()
  await expect.poll(() => countRows(page)).toBe(before + 1)
})

test('while the sandbox is offline a new insight waits, and is sent once when it is back online', async ({
  explored: { page },
}) => {
  const title = 'Written on the train'
  await syncStatus(page).getByRole('button').click()
  await syncDetails(page).getByRole('button', { name: 'Take the sandbox offline' }).click()
  await expect(syncStatus(page)).toContainText(offlineWithAge)
  const back = syncDetails(page).getByRole('button', { name: 'Bring the sandbox online' })
  await expect(back).toBeFocused()
  await page.keyboard.press('Escape')
  await createInsight(page, { title, description: 'Between two stations.' })
  await expect(page.getByText(savedHere, { exact: true })).toBeVisible()
  await expect(insightForm(page)).toBeHidden()
  await expect(insightRow(page, title)).toContainText('Waiting to send')

  await syncStatus(page).getByRole('button').click()
  await expect(syncDetails(page).getByRole('list', { name: 'Unsent changes' })).toContainText('Waiting to send')
  await back.click()
  await expectSent(page, title)
  await expect(page.getByText('1 change sent')).toBeVisible()
  await expectAllSent(page)
  await page.keyboard.press('Escape')
  await expect(insightRow(page, title)).toHaveCount(1)
})

test('a sign-in page, malformed JSON or an error in place of the data empties no list', async ({
  firstStart,
  serve,
  serveFaults,
}) => {
  const service = await serve()
  const faulty = await serveFaults({ upstream: service.baseUrl })
  const { page } = firstStart
  await connectWorkspace(page, { ...connectionOf(service), baseAddress: faulty.baseUrl })
  const before = await countRows(page)
  for (const fault of [
    faults.captivePortal(),
    faults.json({ data: 'nothing' }),
    faults.truncatedJson('{"data":[{"id":"', 12),
    faults.problem(500, 'INTERNAL_SERVER_ERROR'),
    faults.problem(403, 'UNAUTHORISED_ERROR'),
  ]) {
    faulty.reset()
    faulty.script({ method: 'GET', fault })
    await syncNow(page)
    await expect(syncStatus(page)).toContainText(/^Sync failed – data from/)
    expect(await countRows(page)).toBe(before)
    await waitForRows(page)
  }
  faulty.reset()
  await syncNow(page)
  await expect(syncStatus(page)).toContainText('Synced')
})

test('a token that the service no longer accepts prompts for another one, and the rows stay', async ({
  firstStart,
  serve,
  serveFaults,
}) => {
  const service = await serve()
  const faulty = await serveFaults({ upstream: service.baseUrl })
  const { page } = firstStart
  await connectWorkspace(page, { ...connectionOf(service), baseAddress: faulty.baseUrl })
  faulty.script({ method: 'GET', fault: faults.problem(401, 'UNAUTHORISED_ERROR') })
  await syncNow(page)
  await expect(syncStatus(page)).toContainText('Sign-in needed')
  await waitForRows(page)

  faulty.reset()
  await signInFromPrompt(page, service.token)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(syncStatus(page)).toContainText('Synced')
})
