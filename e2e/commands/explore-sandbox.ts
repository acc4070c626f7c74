import type { Page } from '@playwright/test'
import { waitForRows } from './read-rows'

/** From the first-start screen to the sandbox's rows. */
export async function exploreSandbox(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Explore the sandbox' }).click()
  await waitForRows(page)
}
