// The table of insights as a person reads it: rows in their order on screen, cells by the words of their heading.
import { expect, type Locator, type Page } from '@playwright/test'

export const insightsTable = (page: Page): Locator => page.getByRole('table', { name: 'Insights' })

export const insightRows = (page: Page): Locator => insightsTable(page).locator('tbody tr')

export const insightRow = (page: Page, title: string): Locator => insightRows(page).filter({ hasText: title })

/**
 * Expects that the service has confirmed the row. Reads the existing row at once: "not waiting" also holds while it is
 * being sent, and for a list that is being redrawn.
 */
export const expectSent = (page: Page, title: string) =>
  expect(insightRow(page, title).filter({ hasNot: page.locator('[data-state]:not([data-state="done"])') })).toBeVisible(
    {
      timeout: 120_000,
    },
  )

/** Waits until the first rows are drawn and all have been read. The first start needs a service and a sync. */
export async function waitForRows(page: Page): Promise<void> {
  await expect(insightRows(page).first()).toBeVisible({ timeout: 240_000 })
  await expect(insightsTable(page).locator('tbody tr[aria-busy]')).toHaveCount(0)
}

export interface ShownRow {
  /** 1 for the first insight of the list, even when scrolled away. */
  readonly place: number
  /** Text by heading; times are exact. */
  readonly cells: Readonly<Record<string, string>>
}

/** Reads all rows at once: row by row, a list that is being redrawn would be half old and half new. */
export async function readRows(page: Page): Promise<readonly ShownRow[]> {
  return insightsTable(page).evaluate((table) => {
    const headings = Array.from(table.querySelectorAll('th'), (heading) => heading.textContent?.trim() ?? '')
    const rows = Array.from(table.querySelectorAll('tbody tr:not([aria-busy])'), (row) => ({
      place: Number(row.getAttribute('aria-rowindex')) - 1,
      cells: Object.fromEntries(
        Array.from(row.querySelectorAll('td'), (cell, column) => [
          headings[column] ?? '',
          cell.querySelector('time')?.dateTime ?? cell.innerText.trim(),
        ]),
      ),
    }))
    return rows.sort((one, other) => one.place - other.place)
  })
}

/** Number of rows of the list, drawn or not. */
export async function countRows(page: Page): Promise<number> {
  return Number(await insightsTable(page).getAttribute('aria-rowcount')) - 1
}
