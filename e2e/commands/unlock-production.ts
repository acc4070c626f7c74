import { type ElectronApplication, expect, type Page } from '@playwright/test'
import { answerDialogs } from './answer-dialogs'

/** Unlocks as a person would: the page's button, then main's question. */
export async function unlockProduction({
  electron,
  page,
}: {
  electron: ElectronApplication
  page: Page
}): Promise<void> {
  await answerDialogs(electron, { button: 'Unlock Production' })
  await page.getByRole('button', { name: 'Unlock editing' }).click()
  await expect(page.getByRole('button', { name: 'Lock editing', exact: true })).toBeVisible()
}
