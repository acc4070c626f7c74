// Duplicates: pairs of insights that may say the same, compared by mouse and by keyboard, and similar insights in details.
import type { Page } from '@playwright/test'
import { checkInBothSchemes } from '../../commands/check-accessibility'
import { checkReach } from '../../commands/check-reach'
import { pressSequence } from '../../commands/press-sequence'
import { resizeWindow } from '../../commands/resize-window'
import { expect, test } from '../../fixtures/test'

const pairs = (page: Page) => page.getByRole('region', { name: 'Pairs' }).getByRole('button')
const comparison = (page: Page) => page.getByRole('region', { name: 'Comparison' })
const found = (page: Page) => page.getByRole('status', { name: 'Pairs found' })

test('compares possible duplicates, dismisses a pair and undoes it, and opens similar insights', async ({
  explored: app,
}) => {
  const { page } = app
  await page.getByRole('main').focus()
  await pressSequence(page, 'g', 'd')
  await expect(page.getByRole('heading', { level: 1, name: 'Duplicates' })).toBeVisible()
  await expect(found(page)).toHaveText('6 pairs')
  await expect(comparison(page).getByRole('row', { name: /Description differs/ })).toBeVisible()

  // By keyboard: the second pair, its second insight, marked as not a duplicate and taken back.
  await page.keyboard.press('j')
  await expect(pairs(page).nth(1)).toBeFocused()
  const second = await pairs(page).nth(1).innerText()
  await page.keyboard.press('ArrowRight')
  // Waits for its button: the key does nothing before its review is read.
  await expect(comparison(page).getByRole('columnheader', { name: /^Second insight, chosen/ })).toBeVisible()
  await expect(comparison(page).getByRole('button', { name: 'Mark as reviewed' })).toHaveCount(2)
  await page.keyboard.press('e')
  await expect(comparison(page).getByRole('button', { name: 'Mark as not reviewed' })).toBeVisible()
  await page.keyboard.press('d')
  await expect(found(page)).toHaveText('5 pairs')
  await expect(pairs(page).nth(1)).not.toHaveText(second)
  await page.keyboard.press('Control+z')
  await expect(found(page)).toHaveText('6 pairs')

  // By mouse: marked again, found among those marked, and a lower threshold.
  await pairs(page).first().click()
  await comparison(page).getByRole('button', { name: 'Not a duplicate' }).click()
  await expect(found(page)).toHaveText('5 pairs')
  await page.getByRole('switch', { name: /^Not duplicates/ }).click()
  await expect(found(page)).toHaveText('1 pair')
  await page.getByRole('switch', { name: /^Not duplicates/ }).click()
  await page.getByRole('slider', { name: 'Minimum similarity' }).focus()
  await page.keyboard.press('Home')
  await expect(found(page)).toHaveText('261 pairs')
  await page.keyboard.press('End')
  await expect(page.getByRole('heading', { name: 'No possible duplicates' })).toBeVisible()
  await page.getByRole('button', { name: 'Lower to 0.85' }).click()
  await expect(pairs(page).first()).toBeVisible()

  await pairs(page).first().focus()
  await page.keyboard.press('Enter')
  const details = page.getByRole('region', { name: 'Insight details' })
  const similar = details.getByRole('region', { name: 'Similar insights' })
  await expect(similar.getByRole('link').first()).toBeVisible()
  await expect(similar).toContainText('similarity 0.9')
  await checkInBothSchemes(page, 'similar insights', { within: '[aria-label="Insight details"]' })
  const title = await similar.getByRole('link').first().innerText()
  await similar.getByRole('link').first().click()
  await expect(details.getByRole('heading', { level: 2 })).toHaveText(title)

  await page.goBack()
  await page.goBack()
  await expect(pairs(page).first()).toBeVisible()
  await resizeWindow(app, { width: 1024, height: 700 }, 2)
  await checkReach(page, 'duplicates at twice the size')
})
