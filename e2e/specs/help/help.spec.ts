// Help in the real app: diagnostics read, saved and unzipped, and the other dialogs of the menu.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { answerDialogs, askedDialogs } from '../../commands/answer-dialogs'
import { callBridge } from '../../commands/call-bridge'
import { checkInBothSchemes } from '../../commands/check-accessibility'
import { connectionOf, connectWorkspace } from '../../commands/connect-workspace'
import { createInsight } from '../../commands/create-insight'
import { listAtService } from '../../commands/list-at-service'
import { insightRow } from '../../commands/read-rows'
import { expectAllSent } from '../../commands/sync-now'
import { clickMenu, enabledItems } from '../../commands/use-menu'
import { expect, test } from '../../fixtures/test'

const typed = { title: 'Couriers ask for a lock', note: 'Ask the depot in Bremen', label: 'gloves' }

const diagnostics = (page: Page) => page.getByRole('dialog', { name: 'Save diagnostics' })

/** Contents of each file on screen, by name. */
async function readAll(page: Page): Promise<Readonly<Record<string, string>>> {
  const tabs = diagnostics(page).getByRole('tab')
  await expect(tabs.first()).toBeVisible()
  const names = await tabs.allInnerTexts()
  await tabs.first().focus()
  const read: [string, string][] = []
  for (const name of names) {
    const file = diagnostics(page).getByRole('region', { name, exact: true })
    await expect(file).toBeVisible()
    read.push([name, (await file.locator('pre').textContent()) ?? ''])
    await page.keyboard.press('ArrowRight')
  }
  return Object.fromEntries(read)
}

/** diagnostics.test.ts has another program read the zip. */
const unzip = (file: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(unzipSync(readFileSync(file))).map(([name, data]) => [name, strFromU8(data)]))

test('saved diagnostics equal those on screen, and contain no token, titles, notes or labels', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve()
  const { electron, page } = await start()
  await connectWorkspace(page, connectionOf(service))
  await createInsight(page, { title: typed.title, description: 'Three of them in one week.' })
  await expect(insightRow(page, typed.title)).toBeVisible()
  // The log has a line about each finished sync.
  await expectAllSent(page)
  const [insight] = await listAtService(service)
  const workspace = { environment: 'staging', organisationId: service.organisationId, workspaceId: service.workspaceId }
  const record = { workspace, kind: 'insight', id: insight?.id }
  expect(await callBridge(page, 'triage.setNote', { ...record, note: typed.note, began: '' })).toMatchObject({
    ok: true,
  })
  const labels = { workspace, kind: 'insight', changes: [{ ids: [insight?.id], add: [typed.label], remove: [] }] }
  expect(await callBridge(page, 'triage.labelAll', labels)).toMatchObject({ ok: true })

  // Disabled until the form is gone.
  await expect.poll(() => enabledItems(electron, 'Help')).toContain('Save Diagnostics…')
  await clickMenu(electron, 'Help', 'Save Diagnostics…')
  const shown = await readAll(page)
  const file = path.join(profile, 'diagnostics.zip')
  await answerDialogs(electron, { file })
  await page.getByRole('button', { name: 'Save zip…' }).click()
  await expect(page.getByText('Diagnostics saved')).toBeVisible()
  await expect(diagnostics(page)).toHaveCount(0)
  expect((await askedDialogs(electron)).join()).toMatch(/^save \| Discovery Desk diagnostics \d{4}-\d\d-\d\d\.zip$/)

  const saved = unzip(file)
  expect(saved).toEqual(shown)
  const all = Object.values(saved).join('\n')
  expect(JSON.parse(saved['library.json'] ?? '')).toMatchObject([{ environment: 'staging', rows: { triage: 1 } }])
  expect(saved['log.txt']).toMatch(/ sync: staging, \d+ ms, OK, insights \d+, knowledge \d+/)
  expect(all).toContain(new URL(service.baseUrl).origin)
  const said = (await listAtService(service)).flatMap(({ title, feedback }) => [
    title,
    ...(feedback ?? []).map(({ content }) => content),
  ])
  expect(said.length).toBeGreaterThan(50)
  for (const text of [...Object.values(typed), ...said, service.workspaceName, service.workspaceId]) {
    if (typeof text === 'string' && text.length > 5) expect(all).not.toContain(text)
  }
  for (const part of service.token.split('.')) expect(all).not.toContain(part)
  expect(all).not.toContain(profile)

  // The logger in main has no channel for a page.
  const channels = await electron.evaluate(({ ipcMain }) => ipcMain.eventNames().map(String))
  expect(channels.filter((name) => /electron.?log/i.test(name))).toEqual([])

  await clickMenu(electron, 'Help', 'What’s New')
  await expect(
    page.getByRole('dialog', { name: 'What’s new' }).getByRole('heading', { level: 4 }).first(),
  ).toBeVisible()
  await checkInBothSchemes(page, 'what’s new', { within: '[role="dialog"]' })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => enabledItems(electron, 'Help')).toContain('About Discovery Desk')
  await clickMenu(electron, 'Help', 'About Discovery Desk')
  await expect(page.getByRole('region', { name: 'About' })).toBeFocused()
})
