import { connectionOf, connectWorkspace } from '../../commands/connect-workspace'
import { countRows, insightRows, insightsTable } from '../../commands/read-rows'
import { searchInsights } from '../../commands/search-insights'
import { expect, test } from '../../fixtures/test'

const mostDrawn = 100

test('of 2,000 insights only those on screen are drawn, and End reaches the last', async ({ firstStart, serve }) => {
  const service = await serve({ args: ['--insights', '2000'] })
  const { page } = firstStart
  await connectWorkspace(page, connectionOf(service))
  await expect.poll(() => countRows(page)).toBe(2000)
  expect(await insightRows(page).count()).toBeLessThan(mostDrawn)

  await insightRows(page).first().focus()
  await page.keyboard.press('End')
  const last = insightsTable(page).locator('tr[aria-rowindex="2001"]')
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  await expect(last).not.toHaveAttribute('aria-busy')
  expect(await last.innerText()).toMatch(/\w+/)
  expect(await insightRows(page).count()).toBeLessThan(mostDrawn)

  await page.keyboard.press('Home')
  await expect(insightsTable(page).locator('tr[aria-rowindex="2"]')).toBeFocused()

  await searchInsights(page, 'zzzyx')
  await expect(insightRows(page)).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search insights' }).fill('')
  await expect.poll(() => countRows(page)).toBe(2000)
})
