// Selected insights are reviewed, snoozed and labelled together, with one undo.
import type { Page } from '@playwright/test'
import { checkInBothSchemes } from '../../commands/check-accessibility'
import { countRows, insightsTable, readRows } from '../../commands/read-rows'
import { expect, test } from '../../fixtures/test'

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const notice = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })
const badge = (page: Page) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Insights' })

test('by mouse: a click on a checkbox and a Shift click select the rows between, and open none', async ({
  explored: { page },
}) => {
  const rows = insightsTable(page).locator('tbody tr')
  const boxes = insightsTable(page).getByRole('checkbox')
  await rows.nth(1).hover()
  await boxes.nth(1).click()
  await rows.nth(4).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('4 selected')
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('2 selected')
  await rows.nth(4).click({ modifiers: ['ControlOrMeta'] })
  await expect(bar(page)).toContainText('3 selected')
  await expect(page.getByRole('region', { name: 'Insight details' })).toBeHidden()
  expect(await page.evaluate(() => String(window.getSelection()))).toBe('')
})

test('by keyboard: selected insights are reviewed, snoozed and labelled; reviews and snoozes are undone', async ({
  explored: { page },
}) => {
  await expect(badge(page)).toHaveAttribute('title', /\d/)
  const before = String(await badge(page).getAttribute('title'))
  await insightsTable(page).locator('tbody tr').first().focus()
  const title = (await readRows(page))[0]?.cells.Title?.split('\n')[0] ?? ''
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar(page)).toContainText('3 selected')

  await page.keyboard.press('e')
  await expect(notice(page, 'Marked 3 insights as reviewed')).toBeVisible()
  await expect(bar(page)).toBeHidden()
  // Reviewed insights move below those to triage, and the list keeps its position.
  await expect(insightsTable(page).locator('tbody tr').first()).toHaveAttribute('data-index', '0')
  await expect(insightsTable(page)).not.toContainText(title)
  await expect(badge(page)).not.toHaveAttribute('title', before)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(insightsTable(page)).toContainText(title)
  await expect(badge(page)).toHaveAttribute('title', before)
  // The heading covers no row.
  await expect.poll(() => insightsTable(page).evaluate((table) => table.parentElement?.scrollTop)).toBe(0)

  const all = await countRows(page)
  await page.keyboard.press('ControlOrMeta+a')
  await expect(bar(page)).toContainText(`${all} selected`)
  await page.keyboard.press('h')
  await page.getByRole('menuitem', { name: /^Next week/ }).click()
  await expect(notice(page, `Snoozed ${all} insights`)).toBeVisible()
  await expect(badge(page)).not.toHaveAccessibleDescription(/to triage/)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(badge(page)).toHaveAccessibleDescription(/to triage/)
  await expect(bar(page)).toContainText(`${all} selected`)
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()

  // Acts on the focused row, as none is selected.
  await insightsTable(page).locator('tbody tr').first().focus()
  await page.keyboard.press('h')
  await expect(page.getByRole('menu', { name: 'Snooze' })).toBeVisible()
  await page.getByRole('menuitem', { name: /Tomorrow/ }).click()
  await expect(notice(page, /^Snoozed “.+” until tomorrow/)).toBeVisible()
  // Until it has left the top, the next key would still act on it.
  await expect(insightsTable(page)).not.toContainText(title)
  await expect(insightsTable(page).locator('tbody tr').first()).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('l')
  const dialog = page.getByRole('dialog', { name: 'Label 1 insight' })
  await expect(
    dialog.getByRole('textbox', { name: 'Add' }).or(dialog.getByRole('combobox', { name: 'Add' })),
  ).toBeFocused()
  await page.keyboard.type('Q3 bets')
  await checkInBothSchemes(page, 'labels of the selection')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(insightsTable(page).getByText('Q3 bets', { exact: true })).toBeVisible()
})
