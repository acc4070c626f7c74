// Feedback narrowed by sentiment, source and month, by mouse and by keyboard.
import { checkInBothSchemes } from '../../commands/check-accessibility'
import { checkReach } from '../../commands/check-reach'
import { openView } from '../../commands/open-view'
import { rowAt } from '../../commands/read-table'
import { resizeWindow } from '../../commands/resize-window'
import { expect, test } from '../../fixtures/test'

const view = 'Feedback'

test('filters: chips and months leave as many rows as they count, and are kept in the URL', async ({ reading }) => {
  const { page } = reading
  await openView(page, view)
  await rowAt(page, view, 1).waitFor()
  const number = page.getByRole('status', { name: 'Number of pieces of feedback' })
  const negative = page.getByRole('group', { name: 'Sentiment' }).getByRole('button', { name: /Negative/ })
  const counted = async () => Number(/\d+/.exec(await negative.innerText())?.[0])
  await expect.poll(counted).toBeGreaterThan(0)
  const expected = await counted()
  await negative.click()
  await expect(number).toContainText(new RegExp(`^${expected} of `))

  const months = page.getByRole('toolbar', { name: 'Months' }).getByRole('button')
  await months.last().focus()
  await page.keyboard.press('ArrowLeft')
  const month = months.nth((await months.count()) - 2)
  await expect(month).toBeFocused()
  const ofMonth = /, (\d+) piece/.exec((await month.getAttribute('aria-label')) ?? '')?.[1]
  await page.keyboard.press('Enter')
  await expect(month).toHaveAttribute('aria-pressed', 'true')
  await expect(number).toContainText(new RegExp(`^${ofMonth} of `))
  expect(await page.evaluate(() => location.hash)).toMatch(/sentiment=Negative&month=\d{4}-\d{2}/)
  await checkInBothSchemes(page, 'feedback, filtered')
  await resizeWindow(reading, { width: 1024, height: 700 }, 2)
  await checkReach(page, 'feedback at twice the size')
  await resizeWindow(reading, { width: 1280, height: 820 })

  await month.click()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(number).toContainText(/^\d+ pieces/)
})
