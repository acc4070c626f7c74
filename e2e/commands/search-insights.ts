import type { Locator, Page } from '@playwright/test'

export const insightSearch = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search insights' })

/** Replaces the search text at once, as each key would start a search. */
export async function searchInsights(page: Page, text: string): Promise<void> {
  await insightSearch(page).fill(text)
}
