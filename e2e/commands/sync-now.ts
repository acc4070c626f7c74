import { expect, type Locator, type Page } from '@playwright/test'

export const syncStatus = (page: Page): Locator => page.getByRole('status', { name: 'Sync status' })

/** The dialog that the status in the header opens. */
export const syncDetails = (page: Page): Locator => page.getByRole('dialog', { name: 'Sync details' })

/** Expects a synced app with no change waiting, being sent or being checked. */
export const expectAllSent = (page: Page) => expect(syncStatus(page)).toHaveText(/^Synced [^·]*$/)

/** Records the app's announcements from now on. */
async function hear(page: Page): Promise<() => Promise<readonly string[]>> {
  const heard = await page.getByRole('status', { name: 'Announcements' }).evaluateHandle((region) => {
    const texts: string[] = []
    const observer = new MutationObserver(() => texts.push(region.textContent ?? ''))
    observer.observe(region, { childList: true, characterData: true, subtree: true })
    return texts
  })
  return () => heard.jsonValue()
}

/**
 * Waits until the app announces the end of the sync requested here. Missing words ("Syncing…") may only not be there yet,
 * and the status may still say "Synced" of the last sync.
 */
export async function syncWith(page: Page, ask: () => Promise<void>): Promise<void> {
  const heard = await hear(page)
  // A sync that began by itself at the same moment accepts no click. Asking again too soon would begin a second sync, which
  // this would not wait for.
  await expect(async () => {
    await ask()
    await expect.poll(heard, { timeout: 10_000 }).toContain('Syncing…')
  }).toPass()
  // The next announcement is its end, or the start of another sync that began by itself.
  await expect.poll(async () => (await heard()).length - (await heard()).indexOf('Syncing…')).toBeGreaterThan(1)
  await expect(syncStatus(page)).toHaveText(/^(Synced|Sync failed|Offline|Sign-in needed|Not synced)/)
}

/** Also while a sync that began by itself is under way, when the details have no button *Sync now*. */
export async function closeSyncDetails(page: Page): Promise<void> {
  const details = syncDetails(page)
  // A key pressed while the details are redrawn has no effect, and a person would press it again. Only within the details:
  // it would close what lies below them.
  await expect(async () => {
    if (await details.isVisible()) await details.press('Escape', { timeout: 1_000 })
    await expect(details).toBeHidden({ timeout: 10_000 })
  }).toPass()
}

/** Syncs through the status in the header, and closes its details again. */
export async function syncNow(page: Page): Promise<void> {
  await syncStatus(page).getByRole('button').click()
  await syncWith(page, () => page.getByRole('button', { name: 'Sync now' }).click())
  await closeSyncDetails(page)
}

/** Opens the review from the open sync details. Resolves to the dialog. */
export async function openReview(page: Page): Promise<Locator> {
  await syncDetails(page).getByRole('button', { name: 'Review and send…' }).click()
  return page.getByRole('dialog', { name: 'Review and send' })
}
