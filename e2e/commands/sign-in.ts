import { expect, type Locator, type Page } from '@playwright/test'
import { syncStatus } from './sync-now'

export const signInDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Sign-in needed' })

/** Through the one prompt that `button` opens, which is never shown twice. */
export async function signIn(page: Page, button: Locator, token: string): Promise<void> {
  await button.click()
  await expect(signInDialog(page)).toHaveCount(1)
  await signInDialog(page).getByLabel('Access token').fill(token)
  await signInDialog(page).getByRole('button', { name: 'Save token' }).click()
  await expect(signInDialog(page)).toBeHidden()
}

/** Through the details of the sync status, which is where the header says that it is needed. */
export async function signInFromStatus(page: Page, token: string): Promise<void> {
  await syncStatus(page).getByRole('button').click()
  await signIn(page, page.getByRole('button', { name: 'Paste a token…' }), token)
}
