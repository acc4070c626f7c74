// Another environment: production, locked and unlocked; then the service goes away.
import { connectionOf, fillConnection, saveAndOpen } from '../commands/connect-workspace'
import { waitForRows } from '../commands/read-rows'
import { syncStatus } from '../commands/sync-now'
import { expect } from '../fixtures/test'
import type { Walk } from './walk'
import { openView, rowOf } from './walk-views'

export async function walkElsewhere({ app: { page }, service, visit }: Walk): Promise<void> {
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('menuitem', { name: 'Connect a workspace…' }).click()
  await fillConnection(page, { ...connectionOf(service), environment: 'Production' })
  await saveAndOpen(page)
  await waitForRows(page)
  await expect(syncStatus(page)).toContainText('Synced')
  await visit('production-locked')

  await page.getByRole('button', { name: 'Unlock editing' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await visit('production-unlock', 'over')
  await page.getByRole('button', { name: 'Unlock Production' }).click()
  await expect(page.getByRole('button', { name: 'Unlock editing' })).toHaveCount(0)

  await openView(page, 'Knowledge')
  await rowOf(page, 'Knowledge').click()
  await page
    .getByRole('region', { name: 'Knowledge details' })
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'Delete knowledge item' })).toBeVisible()
  await visit('production-delete', 'over')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await openView(page, 'Settings')
  await expect(page.getByLabel('Environment', { exact: true })).toHaveValue('production')
  await visit('production-settings')
  await page.getByRole('button', { name: 'Replace token…' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await visit('replace-token', 'over')
  await page.keyboard.press('Escape')

  await openView(page, 'Insights')
  await service.stop()
  await syncStatus(page).getByRole('button').click()
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(syncStatus(page)).toContainText('Offline')
  await visit('offline-details', 'over')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Sync now' })).toBeHidden()
  await visit('offline')
}
