import { expect, type Page } from '@playwright/test'

/** Opens a view by its link in the navigation. */
export async function openView(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name })).toBeVisible()
}
