import type { Page } from '@playwright/test'

/** Types key by key, as the list has to keep up with a person. Replaces what stood there. */
export async function searchInsights(page: Page, text: string): Promise<void> {
  const box = page.getByRole('searchbox', { name: 'Search insights' })
  await box.fill('')
  await box.pressSequentially(text)
}
