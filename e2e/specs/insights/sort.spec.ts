import type { ElectronApplication, Page } from '@playwright/test'
import { insightRows, insightsTable, readRows, type ShownRow, waitForRows } from '../../commands/read-rows'
import { resizeWindow } from '../../commands/resize-window'
import { sortBy } from '../../commands/sort-by'
import { expect, test } from '../../fixtures/test'

const notScored = 'not scored'

/** Sort values of a column's cells, ascending; null = no value, which comes last in both directions. */
const readers: Readonly<Record<string, (text: string) => number | string | null>> = {
  Unseen: (text) => (text === 'Unseen' ? 0 : 1),
  Type: (text) => text,
  Title: (text) => text,
  Score: scored,
  Strength: scored,
  Momentum: scored,
  Links: (text) => Number(text.replaceAll(',', '')),
  Updated: (text) => Date.parse(text),
}

function scored(text: string): number | null {
  return text.includes(notScored) ? null : Number(text.replace(/[^\d.]/g, ''))
}

async function columnOf(page: Page, heading: string): Promise<readonly (number | string | null)[]> {
  const read = readers[heading]
  if (!read) throw new Error(`the column ${heading} is not known here`)
  // A hidden row shows no title to sort by.
  const isShown = ({ cells }: ShownRow) => heading !== 'Title' || !cells.Title?.includes('Hidden content')
  return (await readRows(page)).filter(isShown).map(({ cells }) => read((cells[heading] ?? '').split('\n')[0] ?? ''))
}

const collator = new Intl.Collator('en', { sensitivity: 'base' })

function isInOrder(values: readonly (number | string | null)[], direction: 'ascending' | 'descending'): boolean {
  const sign = direction === 'ascending' ? 1 : -1
  return values.every((value, place) => {
    const next = values[place + 1]
    if (next === undefined || next === null) return true
    if (value === null) return false
    const difference = typeof value === 'string' ? collator.compare(value, String(next)) : value - Number(next)
    return difference * sign <= 0
  })
}

/** Waits for the rows in this order. For a moment after a click on the heading, the rows of the last order stay. */
async function expectInOrder(page: Page, heading: string, direction: 'ascending' | 'descending'): Promise<void> {
  const rows = async () => {
    const values = await columnOf(page, heading)
    return values.length > 0 && isInOrder(values, direction)
  }
  await expect.poll(rows, `${heading} ${direction}`).toBe(true)
}

/** Shows all columns: by default the list has one score, and a narrow window drops columns for the title. */
async function makeRoom(electron: ElectronApplication, page: Page): Promise<void> {
  const bounds = { x: 0, y: 0, width: 1900, height: 900 }
  await electron.evaluate(({ BrowserWindow }, wide) => BrowserWindow.getAllWindows()[0]?.setBounds(wide), bounds)
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const name of ['Strength', 'Momentum', 'Links']) await page.getByRole('checkbox', { name }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(insightsTable(page).getByRole('columnheader', { name: 'Links', exact: true })).toBeVisible()
}

test('sorts by every column in both directions, including one that does not fit in the window', async ({ reading }) => {
  const { electron, page } = reading
  await resizeWindow(reading, { width: 1024, height: 700 })
  const momentum = insightsTable(page).getByRole('columnheader', { name: 'Momentum', exact: true })
  await expect(momentum).toHaveCount(0)
  const toolbar = page.getByRole('main').locator('header').first()
  const heightBefore = (await toolbar.boundingBox())?.height
  await page.getByRole('button', { name: 'Sort by: Unseen, unseen, highest score first' }).click()
  await page.getByRole('menuitemradio', { name: 'Momentum' }).click()
  await expect(momentum).toHaveAttribute('aria-sort', 'descending')
  await expectInOrder(page, 'Momentum', 'descending')
  await page.keyboard.press('o')
  await page.getByRole('menuitemradio', { name: 'lowest first' }).click()
  await expect(momentum).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('button', { name: 'Sort by: Momentum, lowest first' })).toBeFocused()
  expect((await toolbar.boundingBox())?.height).toBe(heightBefore)

  await sortBy(page, 'Title', 'ascending')
  await makeRoom(electron, page)
  for (const heading of Object.keys(readers)) {
    for (const direction of ['ascending', 'descending'] as const) {
      await sortBy(page, heading, direction)
      await expectInOrder(page, heading, direction)
    }
  }

  // Insights without a score come last in both directions.
  for (const heading of ['Score', 'Strength', 'Momentum']) {
    for (const direction of ['ascending', 'descending'] as const) {
      await sortBy(page, heading, direction)
      // The list goes back to its top when the rows arrive, also for somebody who is at its end by then.
      await expectInOrder(page, heading, direction)
      expect((await columnOf(page, heading))[0]).not.toBe(null)
      await insightRows(page).first().focus()
      await page.keyboard.press('End')
      const last = insightsTable(page).locator(
        `tr[aria-rowindex="${await insightsTable(page).getAttribute('aria-rowcount')}"]`,
      )
      await expect(last).toContainText(notScored)
      await waitForRows(page)
      await page.keyboard.press('Home')
      await expect(insightsTable(page).locator('tr[aria-rowindex="2"]')).toBeVisible()
    }
  }
})
