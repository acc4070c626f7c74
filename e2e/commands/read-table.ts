// Any table of the app, by its accessible name.
import { expect, type Locator, type Page } from '@playwright/test'

export const table = (page: Page, name: string): Locator => page.getByRole('table', { name, exact: true })

export const tableRows = (page: Page, name: string): Locator =>
  table(page, name).locator('tbody tr[data-index]:not([aria-busy])')

export const tableRow = (page: Page, name: string, text: string): Locator =>
  tableRows(page, name).filter({ hasText: text })

/** The table's stated number of rows, drawn or not. */
export async function rowCount(page: Page, name: string): Promise<number> {
  return Number(await table(page, name).getAttribute('aria-rowcount')) - 1
}

export const expectRowCount = (page: Page, name: string, rows: number) =>
  expect(table(page, name)).toHaveAttribute('aria-rowcount', String(rows + 1))

/** The row at a place in the whole list, from 1. */
export const rowAt = (page: Page, name: string, place: number): Locator =>
  table(page, name).locator(`tr[data-index="${place - 1}"]`)

export const searchbox = (page: Page, list: string): Locator =>
  page.getByRole('searchbox', { name: `Search ${list.toLowerCase()}` })

/** The name of a row's record, as its checkbox says it. */
export async function rowName(row: Locator): Promise<string> {
  const label = await row.getByRole('checkbox', { name: 'Select ' }).getAttribute('aria-label')
  return label?.replace('Select ', '') ?? ''
}
