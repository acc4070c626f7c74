import type { Locator, Page } from '@playwright/test'

export const insightSearch = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search insights' })

/** Replaces what stood there, at once: each key would be a search of its own. */
export async function searchInsights(page: Page, text: string): Promise<void> {
  await insightSearch(page).fill(text)
}
