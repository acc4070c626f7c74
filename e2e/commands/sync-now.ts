import { expect, type Locator, type Page } from '@playwright/test'

export const syncStatus = (page: Page): Locator => page.getByRole('status', { name: 'Sync status' })

/** Synced, and nothing is waiting, being sent or being checked. */
export const expectAllSent = (page: Page) => expect(syncStatus(page)).toHaveText(/^Synced [^·]*$/)

/**
 * Resolves when the app says how the sync ended that a person asks for next. Heard as it is said: words that are not there
 * ("Syncing…") may also not be there yet, and the status may say "Synced" of the sync before.
 */
function syncEnd(page: Page): Promise<void> {
  return page.getByRole('status', { name: 'Announcements' }).evaluate(
    (region) =>
      new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (!/^(Synced|Sync failed|Offline|Sign-in needed|Not synced)/.test(region.textContent ?? '')) return
          observer.disconnect()
          resolve()
        })
        observer.observe(region, { childList: true, characterData: true, subtree: true })
      }),
  )
}

/** Through the status in the header, until the sync has ended, and closes its details again. */
export async function syncNow(page: Page): Promise<void> {
  await syncStatus(page).getByRole('button').click()
  const button = page.getByRole('button', { name: 'Sync now' })
  await expect(button).toBeVisible()
  await Promise.all([syncEnd(page), button.click()])
  // A key that comes while the details are drawn anew goes nowhere; a person presses again.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Sync now' })).toBeHidden({ timeout: 1_000 })
  }).toPass()
}
