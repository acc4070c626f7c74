import { expect, type Page } from '@playwright/test'
import { manyRows } from '../app/many-records'
import { expectRowCount, rowAt, searchbox, table, tableRows } from './read-table'

/** A window shows about twenty rows, and a few more are read ahead. */
export const mostDrawn = 100

export interface LongList {
  /** Name of the list's table. */
  readonly name: string
  /** Text of the row at a place in the whole list, from 0. */
  readonly wordsAt: (place: number) => string
  /** A heading that orders the rows by their place. */
  readonly sortedBy: string
}

/** Checks that only rows on screen are drawn of 2,000, both orders hold, End reaches the last, and search finds one. */
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
  // A new order shows from the top, even for somebody at the end of the old one.
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
