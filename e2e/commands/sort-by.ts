import { expect, type Page } from '@playwright/test'
import { insightsTable } from './read-rows'

type Direction = 'ascending' | 'descending'

/** Clicks the heading until the list is in that order; two clicks always suffice. */
export async function sortBy(page: Page, heading: string, direction: Direction): Promise<void> {
  const head = insightsTable(page).getByRole('columnheader', { name: heading, exact: true })
  for (let click = 0; click < 2 && (await head.getAttribute('aria-sort')) !== direction; click += 1) {
    const before = await head.getAttribute('aria-sort')
    // Clicks in its middle, wherever the word ends.
    await head.click()
    await expect(head).not.toHaveAttribute('aria-sort', before ?? '')
  }
  await expect(head).toHaveAttribute('aria-sort', direction)
}
