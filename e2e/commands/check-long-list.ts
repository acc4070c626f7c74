import { expect, type Page } from '@playwright/test'
import { manyRows } from '../app/many-records'
import { expectRowCount, rowAt, searchbox, table, tableRows } from './read-table'

/** A window shows some twenty rows; what is read ahead of it is a few more. */
const mostDrawn = 100

export interface LongList {
  /** Name of its table. */
  readonly name: string
  /** Words of the row at a place of the whole, from 0. */
  readonly wordsAt: (place: number) => string
  /** A heading that orders the rows by their place. */
  readonly sortedBy: string
}

/** Of 2,000 rows only those on screen are drawn, both orders hold, End reaches the last, and search finds one. */
export async function checkLongList(page: Page, { name, wordsAt, sortedBy }: LongList): Promise<void> {
  await expectRowCount(page, name, manyRows)
  const head = table(page, name).getByRole('columnheader', { name: sortedBy, exact: true })
  const [first = '', last = ''] = [wordsAt(0), wordsAt(manyRows - 1)]
  for (const direction of ['ascending', 'descending'] as const) {
    const top = direction === 'ascending' ? first : last
    for (let click = 0; click < 2 && (await head.getAttribute('aria-sort')) !== direction; click += 1) {
      const before = await head.getAttribute('aria-sort')
      await head.getByRole('button').click()
      await expect(head).not.toHaveAttribute('aria-sort', before ?? '')
    }
    await expect(head).toHaveAttribute('aria-sort', direction)
    await expect(rowAt(page, name, 1)).toContainText(top)
  }
  // The rows of the new order begin at their top, also when they come while somebody is at the end of the old ones.
  await expect(async () => {
    await rowAt(page, name, 1).focus()
    await page.keyboard.press('End')
    await expect(rowAt(page, name, manyRows)).toBeFocused({ timeout: 2_000 })
    await expect(rowAt(page, name, manyRows)).toContainText(first, { timeout: 2_000 })
    await expect(rowAt(page, name, manyRows)).toBeInViewport()
  }).toPass()
  expect(await tableRows(page, name).count()).toBeLessThan(mostDrawn)
  await page.keyboard.press('Home')
  await expect(rowAt(page, name, 1)).toBeFocused()
  await searchbox(page, name).fill(wordsAt(1233))
  await expectRowCount(page, name, 1)
  await expect(tableRows(page, name)).toContainText([wordsAt(1233)])
  await searchbox(page, name).fill('')
  await expectRowCount(page, name, manyRows)
}
