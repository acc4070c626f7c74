import { expect, type Locator, type Page } from '@playwright/test'

export const signInDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Sign-in needed' })

/** Signs in through the only prompt, opened by `button`. */
export async function signIn(page: Page, button: Locator, token: string): Promise<void> {
  await button.click()
  await expect(signInDialog(page)).toHaveCount(1)
  await signInDialog(page).getByLabel('Access token').fill(token)
  await signInDialog(page).getByRole('button', { name: 'Save token' }).click()
  await expect(signInDialog(page)).toBeHidden()
}

export const signInPrompt = (page: Page): Locator => page.getByRole('status', { name: 'Sign-in needed' })

/** Signs in through the prompt below the header, which is shown in every view. */
export async function signInFromPrompt(page: Page, token: string): Promise<void> {
  await signIn(page, signInPrompt(page).getByRole('button', { name: 'Add token…' }), token)
}
