// Storage: secrets in the system's keychain, encrypted data, and nothing at all without a keychain.
import type { Page } from '@playwright/test'
import { openKeyring } from '../../../src/main/keychain/testing/private-keyring'
import { callBridge } from '../../commands/call-bridge'
import { connectionOf, connectWorkspace } from '../../commands/connect-workspace'
import { createInsight } from '../../commands/create-insight'
import { listAtService } from '../../commands/list-at-service'
import { noteInSummary } from '../../commands/note-in-summary'
import { openView } from '../../commands/open-view'
import { filesWith, readProfile } from '../../commands/read-profile'
import { expectSent, insightRow, waitForRows } from '../../commands/read-rows'
import { readSecrets } from '../../commands/read-secrets'
import { syncNow, syncStatus } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

const ownTitle = 'Quokka handlebars squeak in the rain'
const ownWords = 'Heard from three wombats at the autumn fair.'
const ownSource = 'Numbat-interviews'
const ownMetric = 'bilby-trips'

/** Goes to a route like a link of the page, and waits until the app has saved it. */
async function beAt(page: Page, route: string): Promise<void> {
  await page.evaluate((to) => {
    window.location.hash = to
  }, route)
  const kept = () => callBridge(page, 'preferences.read', {})
  await expect.poll(kept).toMatchObject({ value: { lastRoute: route } })
}

const withoutKeychain = { env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' } }

test('no token or content is in plain text; secrets forgotten without a keychain are deleted before its next use', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve()
  const [insight] = await listAtService(service)
  if (!insight) throw new Error('the seed is empty')
  const first = await start()
  await connectWorkspace(first.page, connectionOf(service))
  await createInsight(first.page, { title: ownTitle, description: ownWords })
  await expect(insightRow(first.page, ownTitle)).toBeVisible()
  // The row appears before the service answers; the form closes afterwards.
  await expect(first.page.getByRole('dialog')).toBeHidden()

  // A route and its filters may name content of the workspace.
  await beAt(first.page, `/metrics/${ownMetric}`)
  const atMetric = await readProfile(profile)
  await beAt(first.page, `/knowledge?status=source%3A%3D${ownSource}`)

  const secrets = [
    ...[ownSource, ownMetric],
    ...[service.token, service.token.split('.')[2] ?? ''],
    ...[insight.title, insight.description, ownTitle, ownWords],
    ...insight.feedback.map(({ content }) => content),
  ]
  const whileRunning = await readProfile(profile)
  expect(whileRunning.length).toBeGreaterThan(3)
  for (const secret of secrets) expect(filesWith(whileRunning, secret)).toEqual([])
  expect(filesWith(atMetric, ownMetric)).toEqual([])
  // Proves that the search works: the workspace's id is no secret and is in the settings.
  expect(filesWith(whileRunning, service.workspaceId)).not.toEqual([])
  await first.quit()
  const afterwards = await readProfile(profile)
  for (const secret of secrets) expect(filesWith(afterwards, secret)).toEqual([])
  expect(afterwards.map(({ name }) => name)).toContain('library/staging.db')

  const second = await start()
  await expect(second.page.getByRole('heading', { level: 1, name: 'Knowledge' })).toBeVisible()
  await openView(second.page, 'Insights')
  await waitForRows(second.page)
  await syncNow(second.page)
  await expect(syncStatus(second.page)).toContainText('Synced')
  await second.quit()
  const kept = await readSecrets(profile, service)
  expect(kept).toEqual({ token: service.token, libraryKey: expect.stringContaining('generation') })

  const third = await start(withoutKeychain)
  await openView(third.page, 'Settings')
  await third.page.getByRole('button', { name: 'Forget this environment…' }).click()
  const dialog = third.page.getByRole('dialog', { name: 'Forget Staging?' })
  await expect(dialog).toContainText(/The keychain isn’t available\..* deleted as soon as it is\./)
  await dialog.getByLabel('Type Staging to confirm').fill('Staging')
  await dialog.getByRole('button', { name: 'Forget Staging' }).click()
  await expect(third.page.getByRole('button', { name: 'Explore the sandbox' })).toBeVisible()
  await third.quit()
  expect(await readSecrets(profile, service)).toEqual(kept)

  // Connects the same workspace as early as possible, without a token: the earlier token is not found.
  const { page } = await start()
  const { baseUrl: baseAddress, organisationId, workspaceId } = service
  const connection = { environment: 'staging', organisationId, workspaceId, baseAddress, workspaceName: 'Again' }
  expect(await callBridge(page, 'environments.connect', connection)).toMatchObject({ error: { code: 'TOKEN_MISSING' } })
  expect(await readSecrets(profile, service)).toEqual({ token: null, libraryKey: null })
})

test('without a keychain the app works, says so, and leaves nothing of the workspace on disk', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve()
  const [insight] = await listAtService(service)
  if (!insight) throw new Error('the seed is empty')
  const first = await start(withoutKeychain)
  await connectWorkspace(first.page, connectionOf(service))
  await expect(first.page.getByText(/keychain/i).first()).toBeVisible()
  await createInsight(first.page, { title: ownTitle, description: ownWords })
  await expectSent(first.page, ownTitle)
  await first.quit()

  const files = await readProfile(profile)
  for (const text of [service.token, insight.title, insight.description, ownTitle, ownWords]) {
    expect(filesWith(files, text)).toEqual([])
  }
  expect(files.map(({ name }) => name).filter((name) => /\.db|library/.test(name))).toEqual([])

  const { page } = await start(withoutKeychain)
  await expect(syncStatus(page)).toContainText('Sign-in needed – no data yet')
  await expect(page.getByRole('main')).toContainText('It isn’t lost and returns once the keychain is available.')
  expect((await listAtService(service)).filter(({ title }) => title === ownTitle)).toHaveLength(1)
})

test('the app ends although the keychain still owes an answer', async ({ start }) => {
  if (process.platform !== 'linux') {
    return noteInSummary('A keychain that never answers is NOT tried here: only the GNOME keyring can be stopped.')
  }
  const keyring = await openKeyring('unlocked')
  try {
    const { electron, page, quit } = await start({ env: keyring.env })
    const keychain = () => callBridge(page, 'environments.list', {})
    await expect.poll(keychain).toMatchObject({ value: { keychain: 'available' } })
    keyring.signal('SIGSTOP')
    // Needs a key of its own, as a prompt that nobody answers would.
    await page.getByRole('button', { name: 'Explore the sandbox' }).click()
    await expect.poll(keychain).toMatchObject({ value: { keychain: 'unresponsive' } })
    const child = electron.process()
    await quit()
    // Without that, Electron would wait until the call gives up, and then abort.
    expect(child.signalCode).toBe('SIGKILL')
  } finally {
    await keyring.close()
  }
})
