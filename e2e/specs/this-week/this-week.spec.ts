// This week, the start of a Monday. Each figure leads to a list with that number of rows.
import type { Page } from '@playwright/test'
import { checkReach } from '../../commands/check-reach'
import { pressSequence } from '../../commands/press-sequence'
import { resizeWindow } from '../../commands/resize-window'
import { expect, test } from '../../fixtures/test'

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'This week' })
const section = (page: Page, name: string) => page.getByRole('region', { name })
const charts = (page: Page) => page.getByRole('figure').locator('svg.recharts-surface')

async function goToWeek(page: Page): Promise<void> {
  await page.getByRole('main').focus()
  await pressSequence(page, 'g', 'w')
  await expect(heading(page)).toBeVisible()
  await expect(charts(page)).toHaveCount(3)
}

const numberIn = (text: string | null) => Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''))

test('This week scrolls by keys while the view has the focus', async ({ explored: app }) => {
  const { page } = app
  await resizeWindow(app, { width: 1024, height: 700 })
  await goToWeek(page)
  await expect(page.getByRole('main')).toBeFocused()
  const unseen = section(page, 'Unseen').getByRole('heading')
  await expect(unseen).toBeInViewport()
  await page.keyboard.press('End')
  await expect(unseen).not.toBeInViewport()
  await page.keyboard.press('Home')
  await expect(unseen).toBeInViewport()
})

test('figures of This week lead to lists with as many rows', async ({ explored: app }) => {
  const { page } = app
  await goToWeek(page)

  // By mouse.
  const unhappy = section(page, 'Unhappy customers').getByRole('link', { name: /opportunities with mostly negative/ })
  const total = numberIn(await unhappy.textContent())
  expect(total).toBeGreaterThan(0)
  await unhappy.click()
  await expect(page.getByRole('button', { name: 'Mostly negative' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('status', { name: 'Number of opportunities' })).toHaveText(`${total} of 15 opportunities`)

  // By keyboard: the first figure is no more than three Tab stops away.
  await goToWeek(page)
  const unseen = section(page, 'Unseen').getByRole('link').first()
  const insights = numberIn(await unseen.textContent())
  const isOnUnseen = () => unseen.evaluate((link) => link === document.activeElement)
  await page.getByRole('main').focus()
  for (let stops = 0; stops < 3 && !(await isOnUnseen()); stops += 1) await page.keyboard.press('Tab')
  await expect(unseen).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status', { name: 'Number of insights' })).toHaveText(`${insights} of 126 insights`)

  await goToWeek(page)
  const figure = page.getByRole('figure', { name: 'Feedback by sentiment' })
  const toTable = figure.getByRole('button', { name: 'Show as table: Feedback by sentiment' })
  await toTable.focus()
  await page.keyboard.press('Enter')
  await expect(toTable).toHaveAttribute('aria-pressed', 'true')
  const cells = await figure.getByRole('cell').allTextContents()
  const feedback = figure.getByRole('link')
  const pieces = numberIn(await feedback.textContent())
  expect(cells.reduce((sum, cell) => sum + numberIn(cell), 0)).toBe(pieces)
  await feedback.click()
  await expect(page.getByRole('status', { name: 'Number of pieces of feedback' })).toHaveText(
    new RegExp(`^${pieces} of \\d+ pieces of feedback$`),
  )

  await goToWeek(page)
  await resizeWindow(app, { width: 1024, height: 700 }, 2)
  await checkReach(page, 'this week at twice the size')
})
