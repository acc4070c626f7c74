// Solutions on a board and side by side, by mouse and by keyboard.
import type { Page } from '@playwright/test'
import { checkReach } from '../../commands/check-reach'
import { openView } from '../../commands/open-view'
import { rowAt } from '../../commands/read-table'
import { resizeWindow } from '../../commands/resize-window'
import { expect, test } from '../../fixtures/test'

const view = 'Solutions'
const details = (page: Page) => page.getByRole('region', { name: 'Solution details' })
const cards = (page: Page, column: string) =>
  page.getByRole('region', { name: column, exact: true }).getByRole('listitem')
const title = (page: Page, column: string, place: number) => cards(page, column).nth(place).getByRole('button')

test('board by keyboard: arrows move between cards and columns, Enter opens, Escape goes back', async ({ reading }) => {
  const { page } = reading
  await openView(page, view)
  await rowAt(page, view, 1).waitFor()
  await page.getByRole('radio', { name: 'List' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(cards(page, 'Now').first()).toBeVisible()

  await page.getByRole('main').focus()
  await page.keyboard.press('j')
  await expect(title(page, 'Now', 0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(title(page, 'Next', 1)).toBeFocused()
  const name = await title(page, 'Next', 1).innerText()
  await page.keyboard.press('Enter')
  await expect(details(page)).toBeFocused()
  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(name)
  await page.keyboard.press('Escape')
  await expect(title(page, 'Next', 1)).toBeFocused()

  await resizeWindow(reading, { width: 1024, height: 700 }, 2)
  await checkReach(page, 'board at twice the size')
  await resizeWindow(reading, { width: 1280, height: 820 })
})

test('comparison by keyboard: x selects, Compare opens, Escape returns the focus to Compare', async ({ reading }) => {
  const { page } = reading
  await openView(page, view)
  await rowAt(page, view, 1).waitFor()
  await page.getByRole('main').focus()
  for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('3 selected')
  const compare = bar.getByRole('button', { name: 'Compare' })
  await compare.focus()
  await page.keyboard.press('Enter')
  const table = page.getByRole('table', { name: 'Comparison' })
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  await expect(table.getByRole('row', { name: /^Pros/ }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await resizeWindow(reading, { width: 1024, height: 700 }, 2)
  await checkReach(page, 'comparison at twice the size')
  await resizeWindow(reading, { width: 1280, height: 820 })
  await page.keyboard.press('Escape')
  await expect(compare).toBeFocused()
})

test('board and comparison by mouse', async ({ reading }) => {
  const { page } = reading
  await openView(page, view)
  await rowAt(page, view, 1).waitFor()
  await page.getByText('Board', { exact: true }).click()
  const first = cards(page, 'Now').first()
  await first.getByRole('button').click()
  await expect(details(page).getByRole('heading', { level: 2 })).toBeVisible()
  await page.getByRole('button', { name: 'Close details' }).click()
  await first.hover()
  await first.getByRole('checkbox').click()
  await cards(page, 'Later').first().getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('table', { name: 'Comparison' }).getByRole('row', { name: /^Horizon/ })).toContainText(
    'Later',
  )
  await page.getByRole('button', { name: /Back to solutions/ }).click()
  await expect(cards(page, 'Now').first()).toBeVisible()
})
