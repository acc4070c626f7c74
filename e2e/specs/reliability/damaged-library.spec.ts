// The database of a real profile is damaged between two starts, in one way after another. Unsent changes survive them all,
// need review, and arrive once. Note, label and review, which are never sent, survive too.
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { connectionOf, connectWorkspace } from '../../commands/connect-workspace'
import { createInsight, fillInsight, insightForm, openNewInsight } from '../../commands/create-insight'
import { listAtService } from '../../commands/list-at-service'
import { insightDetails } from '../../commands/open-insight'
import { expectSent, insightRow } from '../../commands/read-rows'
import { searchInsights } from '../../commands/search-insights'
import { serveLasting } from '../../commands/serve-lasting'
import { expectAllSent, openReview, syncStatus } from '../../commands/sync-now'
import { waitForDraft } from '../../commands/wait-for-draft'
import { expect, test } from '../../fixtures/test'

const title = 'Written while the service was away'
const draft = { title: 'Half a thought', description: 'For later.' }

async function overwriteMiddle(file: string): Promise<void> {
  const bytes = await readFile(file)
  await writeFile(file, bytes.fill(0x5a, 0, Math.floor(bytes.length / 2)))
}

const damages = [
  { damage: (file: string) => truncate(file, 0), words: 'was emptied or replaced outside the app' },
  { damage: overwriteMiddle, words: 'was damaged' },
  { damage: (file: string) => writeFile(file, 'This is no database. '.repeat(4000)), words: 'was damaged' },
] as const

async function writeForOneself(page: Page): Promise<void> {
  await insightRow(page, title).click()
  const own = insightDetails(page).getByRole('region', { name: 'Only on this computer' })
  await own.getByRole('button', { name: 'Mark as reviewed' }).click()
  await own.getByRole('button', { name: 'Add note' }).click()
  const note = own.getByRole('textbox', { name: 'Note' })
  await expect(note).toBeFocused()
  await note.fill('Ask the wombat')
  await own.getByRole('button', { name: 'Label…' }).click()
  const labels = own.getByLabel('Labels').and(page.locator('input'))
  await expect(labels).toBeFocused()
  await labels.fill('Winter')
  await labels.press('Enter')
}

async function expectWritten(page: Page): Promise<void> {
  const row = insightRow(page, title)
  await expect(row).toContainText('Reviewed')
  await expect(row.getByRole('img', { name: 'Has a note' })).toBeVisible()
  await expect(row).toContainText('Winter')
}

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Staging’s library' })

test('a library damaged between two starts loses no unsent change, draft, review, note or label', async ({
  start,
  serve,
  profile,
}) => {
  const lasting = await serveLasting(serve)
  const first = await start()
  await connectWorkspace(first.page, connectionOf(lasting.service))
  const bringBack = await lasting.stop()
  await createInsight(first.page, { title, description: 'On a train.' })
  await expect(insightRow(first.page, title)).toBeVisible()
  await expect(insightForm(first.page)).toBeHidden()
  await writeForOneself(first.page)
  await expectWritten(first.page)
  await fillInsight(await openNewInsight(first.page), draft)
  await waitForDraft(first.page, draft)
  await first.quit()

  const folder = path.join(profile, 'library')
  const file = path.join(folder, 'staging.db')
  for (const { damage, words } of damages) {
    expect((await stat(file)).size).toBeGreaterThan(0)
    await damage(file)
    const { page, quit } = await start()
    await expect(notice(page)).toContainText(words)
    await expect(notice(page)).toContainText('1 unsent change was kept.')
    await expect(notice(page)).toContainText(`The old file is in ${folder}`)
    await expect(notice(page)).not.toContainText('may be lost')
    await expect(insightRow(page, title)).toBeVisible()
    await expectWritten(page)
    await quit()
  }
  const backups = (await readdir(folder)).filter((name) => /^staging\.db\.unusable-\d+$/.test(name))
  expect(backups).toHaveLength(damages.length)

  // Damages the settings as well: the list of workspaces, and the keychain's name for the library's key.
  await truncate(path.join(profile, 'settings.json'), 0)
  const { page } = await start()
  await expect(page.getByRole('status').filter({ hasText: 'Connect each missing workspace' })).toBeVisible()
  const service = await bringBack()
  await connectWorkspace(page, connectionOf(service))
  // Reviewed insights come after all others.
  await searchInsights(page, title)
  await expect(insightRow(page, title)).toBeVisible()
  await expect(notice(page)).toBeHidden()
  await waitForDraft(page, draft)
  // The change is from a rebuilt library, so no sync sends it.
  await expect(syncStatus(page)).toContainText(/^Synced .* 1 change to review$/)
  const arrived = async () => (await listAtService(service)).filter((insight) => insight.title === title).length
  expect(await arrived()).toBe(0)
  await syncStatus(page).getByRole('button').click()
  const review = await openReview(page)
  await expect(review).toContainText('before the library was rebuilt')
  await review.getByRole('button', { name: 'Send 1 change' }).click()
  await expect(review).toBeHidden()
  await expectSent(page, title)
  await expectAllSent(page)
  expect(await arrived()).toBe(1)
  await expectWritten(page)
})
