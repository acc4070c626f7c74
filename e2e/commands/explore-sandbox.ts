import type { Page } from '@playwright/test'
import { waitForRows } from './read-rows'

/** Opens the sandbox from the first-start screen and waits for its rows. */
export async function exploreSandbox(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Explore the sandbox' }).click()
  await waitForRows(page)
}
