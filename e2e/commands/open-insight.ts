import { expect, type Locator, type Page } from '@playwright/test'
import { insightRow } from './read-rows'
import { searchInsights } from './search-insights'

export const insightDetails = (page: Page): Locator => page.getByRole('region', { name: 'Insight details' })

/** Finds the insight by its title and opens its details. */
export async function openInsight(page: Page, title: string): Promise<Locator> {
  await searchInsights(page, title)
  await insightRow(page, title).first().click()
  const details = insightDetails(page)
  await expect(details).toBeVisible()
  return details
}
