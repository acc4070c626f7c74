import { expect, type Page } from '@playwright/test'

const inNavigation = new Set([
  'Insights',
  'Opportunities',
  'Goals',
  'Metrics',
  'Knowledge',
  'Topics',
  'Activity',
  'Settings',
])

/** By its link; the two views without one through the palette. */
export async function openView(page: Page, name: string): Promise<void> {
  if (inNavigation.has(name)) {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true }).click()
  } else {
    await page.getByRole('button', { name: 'Search or run a command' }).click()
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill(name)
    await page
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .first()
      .click()
  }
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name })).toBeVisible()
}
