import type { Page } from '@playwright/test'
import { untilVisible } from './until-visible'

/** By its link in the navigation. */
export async function openView(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true }).click()
  await untilVisible(page.getByRole('main').getByRole('heading', { level: 1, name }))
}
