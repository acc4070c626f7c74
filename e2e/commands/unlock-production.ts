import { type ElectronApplication, expect, type Page } from '@playwright/test'
import { answerDialogs } from './answer-dialogs'

/** As a person does: the button of the page, then the question of main. */
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
