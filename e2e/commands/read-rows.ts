// The table of insights as a person reads it: rows in their order on screen, cells by the words of their heading.
import { expect, type Locator, type Page } from '@playwright/test'

export const insightsTable = (page: Page): Locator => page.getByRole('table', { name: 'Insights' })

export const insightRows = (page: Page): Locator => insightsTable(page).locator('tbody tr')

export const insightRow = (page: Page, title: string): Locator => insightRows(page).filter({ hasText: title })

/**
 * The service has confirmed what the row shows. In one look, and by the row that is there: "not waiting" is also true while
 * it is being sent, and of a list that is being drawn anew.
 */
export const expectSent = (page: Page, title: string) =>
  expect(insightRow(page, title).filter({ hasNot: page.locator('[data-state]:not([data-state="done"])') })).toBeVisible(
    {
      timeout: 120_000,
    },
  )

/** The first rows are drawn, and none of them is still being read. The first start needs a service and a sync. */
export async function waitForRows(page: Page): Promise<void> {
  await expect(insightRows(page).first()).toBeVisible({ timeout: 120_000 })
  await expect(insightsTable(page).locator('tbody tr[aria-busy]')).toHaveCount(0)
}

export interface ShownRow {
  /** 1 for the first insight of the list, also when it is scrolled away. */
  readonly place: number
  /** Text by heading; of a time, the exact one. */
  readonly cells: Readonly<Record<string, string>>
}

/** All at one moment: row by row, a list that is being drawn anew would be read half old and half new. */
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

/** How many rows the list has, drawn or not. */
export async function countRows(page: Page): Promise<number> {
  return Number(await insightsTable(page).getAttribute('aria-rowcount')) - 1
}
