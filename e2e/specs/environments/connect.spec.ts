import { holdClosedPort } from '../../../src/main/service/testing/closed-port'
import { faults } from '../../../src/sandbox/testing/faults'
import { answerDialogs } from '../../commands/answer-dialogs'
import { checkInBothSchemes } from '../../commands/check-accessibility'
import {
  connectionAnswer,
  connectionOf,
  fillConnection,
  openConnect,
  saveAndOpen,
  testConnection,
} from '../../commands/connect-workspace'
import { countRows, waitForRows } from '../../commands/read-rows'
import { syncNow, syncStatus } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

test('a workspace is tested, saved and reopened after a restart; its address is rejected for Production', async ({
  start,
  serve,
}) => {
  const service = await serve()
  const first = await start()
  await openConnect(first.page)
  await fillConnection(first.page, connectionOf(service))
  await expect(await testConnection(first.page)).toContainText(/\d+ insights/)
  await saveAndOpen(first.page)
  await waitForRows(first.page)
  await expect(first.page.getByRole('button', { name: 'Environment: Staging' })).toBeVisible()
  const before = await countRows(first.page)
  await first.quit()

  const { page } = await start()
  await waitForRows(page)
  await expect(page.getByRole('button', { name: 'Environment: Staging' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Workspace: ${service.workspaceName}` })).toBeVisible()
  expect(await countRows(page)).toBe(before)
  // Uses the token from the keychain, as nobody typed one this time.
  await syncNow(page)
  await expect(syncStatus(page)).toContainText('Synced')

  // Under another name, the same service would have the colour of the other environment, and no lock.
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('menuitem', { name: 'Connect a workspace…' }).click()
  await expect(page.getByLabel('Workspace name')).toBeFocused()
  await fillConnection(page, {
    ...{ ...connectionOf(service), environment: 'Production' },
    baseAddress: `${service.baseUrl.replace('http', 'HTTP')}/`,
  })
  await saveAndOpen(page)
  const address = page.getByRole('textbox', { name: 'Base address' })
  await expect(address).toHaveAccessibleDescription(/Staging already uses this address/)
  await expect(address).toBeFocused()
  await expect(page.getByRole('button', { name: 'Environment: Staging' })).toBeVisible()
})

test('Test connection tells the causes of a failure apart', async ({ start, serve, serveFaults }) => {
  const service = await serve()
  const closed = await holdClosedPort()
  const portal = await serveFaults({ rules: [{ fault: faults.captivePortal() }] })
  const json = await serveFaults({ rules: [{ fault: faults.json({ hello: 'world' }) }] })
  const moved = await serveFaults({ rules: [{ fault: faults.redirect(service.baseUrl) }] })
  const failing = await serveFaults({ rules: [{ fault: faults.problem(500, 'INTERNAL_SERVER_ERROR') }] })
  const empty = await serveFaults({ rules: [{ fault: faults.json({ data: [] }) }] })
  const good = connectionOf(service)
  // Needs an app of its own, as main limits the tests per minute.
  const { electron, page } = await start()
  // Main asks before using an address that is not on this computer.
  await answerDialogs(electron, { button: 'Connect Staging' })
  await openConnect(page)
  const cases = [
    [{}, /\d+ insights/],
    [{ token: service.expiredToken }, /token/i],
    [{ token: service.foreignToken }, /permission/],
    [{ baseAddress: closed.baseUrl }, /No service is running/],
    [{ baseAddress: portal.baseUrl }, /Unexpected response/],
    [{ baseAddress: json.baseUrl }, /Unexpected response/],
    [{ baseAddress: moved.baseUrl }, /redirected the request/],
    [{ baseAddress: failing.baseUrl }, /The service had a problem/],
    [{ baseAddress: empty.baseUrl }, /has no insights/],
    [{ baseAddress: 'https://no-such-name.invalid' }, /Service address not found/],
  ] as const
  const said: string[] = []
  for (const [difference, words] of cases) {
    await fillConnection(page, { ...good, ...difference })
    await testConnection(page)
    await expect(connectionAnswer(page)).toContainText(words)
    said.push(await connectionAnswer(page).innerText())
    if (said.length <= 2) await checkInBothSchemes(page, said.at(-1) ?? '')
  }
  // Each case has its own advice, also unauthenticated and unauthorised, except that the two foreign answers share one.
  expect(new Set(said.map((text) => text.replace(/\d+/g, ''))).size).toBe(cases.length - 1)
  closed.close()
})

test('an insecure or malformed address is rejected with the reason, without a connection attempt', async ({
  firstStart,
}) => {
  const { page } = firstStart
  await openConnect(page)
  const field = page.getByRole('textbox', { name: 'Base address' })
  for (const [address, reason] of [
    ['http://juniperbikes.example', /https/],
    ['ftp://juniperbikes.example', /https/],
    ['juniperbikes.example', /https/],
    ['https://me:secret@juniperbikes.example', /user name|password/],
    ['https://juniperbikes.example/?a=1', /\?/],
  ] as const) {
    await fillConnection(page, {
      ...{ environment: 'Staging', baseAddress: address, workspaceName: 'Juniper' },
      ...{ organisationId: 'an-organisation', workspaceId: 'a-workspace', token: 'a.b.c' },
    })
    await testConnection(page)
    await expect(field).toHaveAccessibleDescription(reason)
    await expect(connectionAnswer(page)).toHaveCount(0)
    await saveAndOpen(page)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(reason)
  }
})

test('empty fields are marked as invalid, and the first one gets the focus', async ({ firstStart }) => {
  const { page } = firstStart
  await openConnect(page)
  await saveAndOpen(page)
  await expect(page.getByLabel('Base address')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Base address')).toBeFocused()
  for (const name of ['Workspace name', 'Organisation ID', 'Workspace ID']) {
    await expect(page.getByLabel(name, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  }
})

test('warns that creating insights requires UUIDs when the IDs are not UUIDs', async ({ firstStart }) => {
  const { page } = firstStart
  await openConnect(page)
  await fillConnection(page, { organisationId: 'juniper', workspaceId: 'bikes' })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main')).toContainText(/UUID/)
})
