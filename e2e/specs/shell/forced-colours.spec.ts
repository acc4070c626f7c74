// High contrast: the system replaces colours, backgrounds and shadows, so other signs say what is on, current or focused.
import type { Locator } from '@playwright/test'
import { insightDetails } from '../../commands/open-insight'
import { rowAt } from '../../commands/read-table'
import { expect, test } from '../../fixtures/test'

/** Width of the bar at the start of an element. */
const bar = (element: Locator) => element.evaluate((each) => getComputedStyle(each).borderInlineStartWidth)

const background = (element: Locator) => element.evaluate((each) => getComputedStyle(each).backgroundColor)

test('forced colours: bars mark what is on, current and open, the unseen dot and the score are filled, and focused details have a ring', async ({
  reading: { page },
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const unseen = page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Unseen', exact: true })
  await expect(unseen).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => bar(unseen)).toBe('1px')
  await unseen.click()
  await expect(unseen).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => bar(unseen)).toBe('4px')

  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true })
  expect(await bar(link('Insights'))).toBe('4px')
  expect(await bar(link('Goals'))).toBe('0px')

  const row = (place: number) => rowAt(page, 'Insights', place)
  await row(1).focus()
  await page.keyboard.press('Enter')
  await expect(row(1)).toHaveAttribute('aria-current', 'true')
  expect(await bar(row(1))).toBe('4px')
  expect(await bar(row(2))).toBe('0px')

  const dot = row(2).getByTitle('Unseen', { exact: true })
  expect(await background(dot)).toBe(await page.evaluate(() => getComputedStyle(document.body).color))

  const score = row(2).locator('[aria-hidden] > [style*="width"]')
  expect(await background(score)).not.toBe(await background(page.locator('body')))

  await expect(insightDetails(page)).toBeFocused()
  const ring = await insightDetails(page).evaluate((each) => getComputedStyle(each, '::after').outlineStyle)
  expect(ring).toBe('solid')
  await page.emulateMedia({ forcedColors: null })
})
