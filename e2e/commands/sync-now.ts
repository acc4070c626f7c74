import { expect, type Locator, type Page } from '@playwright/test'

export const syncStatus = (page: Page): Locator => page.getByRole('status', { name: 'Sync status' })

/** What the status in the header opens. */
export const syncDetails = (page: Page): Locator => page.getByRole('dialog', { name: 'Sync details' })

/** Synced, and nothing is waiting, being sent or being checked. */
export const expectAllSent = (page: Page) => expect(syncStatus(page)).toHaveText(/^Synced [^·]*$/)

/** What the app says aloud from now on. */
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
 * Until the app says how the sync that was asked for here has ended. Words that are not there ("Syncing…") may also not be
 * there yet, and the status may say "Synced" of the sync before.
 */
export async function syncWith(page: Page, ask: () => Promise<void>): Promise<void> {
  const heard = await hear(page)
  // One that began by itself in the same moment takes no click.
  await expect(async () => {
    await ask()
    expect(await heard()).toContain('Syncing…')
  }).toPass()
  // The next words are how it ended, or that another one has begun by itself in the meantime.
  await expect.poll(async () => (await heard()).length - (await heard()).indexOf('Syncing…')).toBeGreaterThan(1)
  await expect(syncStatus(page)).toHaveText(/^(Synced|Sync failed|Offline|Sign-in needed|Not synced)/)
}

/** Through the status in the header, whose details it closes again. */
export async function syncNow(page: Page): Promise<void> {
  await syncStatus(page).getByRole('button').click()
  await syncWith(page, () => page.getByRole('button', { name: 'Sync now' }).click())
  // A key that comes while the details are drawn anew goes nowhere; a person presses again.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Sync now' })).toBeHidden({ timeout: 1_000 })
  }).toPass()
}

/** From the open sync details. Resolves to the dialog. */
export async function openReview(page: Page): Promise<Locator> {
  await syncDetails(page).getByRole('button', { name: 'Review and send…' }).click()
  return page.getByRole('dialog', { name: 'Review and send' })
}
