import { expect, type Locator, type Page } from '@playwright/test'

export const syncStatus = (page: Page): Locator => page.getByRole('status', { name: 'Sync status' })

/** Through the status in the header, and closes its details again. */
export async function syncNow(page: Page): Promise<void> {
  await syncStatus(page).getByRole('button').click()
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(syncStatus(page)).not.toContainText('Syncing')
  // A key that comes while the details are drawn anew goes nowhere; a person presses again.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Sync now' })).toBeHidden({ timeout: 1_000 })
  }).toPass()
}
