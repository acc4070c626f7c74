// Prioritise: a ranking with reasons, weights that change it, a decision that stays, and the same as a matrix.
import type { Page } from '@playwright/test'
import { checkInBothSchemes } from '../../commands/check-accessibility'
import { checkReach } from '../../commands/check-reach'
import { openView } from '../../commands/open-view'
import { pressSequence } from '../../commands/press-sequence'
import { rowAt, tableRow } from '../../commands/read-table'
import { resizeWindow } from '../../commands/resize-window'
import { expect, test } from '../../fixtures/test'

const view = 'Ranking'
const details = (page: Page) => page.getByRole('region', { name: 'Opportunity details' })
const points = (page: Page) => page.getByRole('figure', { name: 'Matrix' }).locator('[data-point]')

test('ranks by a custom scoring model, keeps a decision, and shows the same records as a matrix', async ({
  explored: app,
}) => {
  const { page } = app
  await page.getByRole('main').focus()
  await pressSequence(page, 'g', 'p')
  await expect(page.getByRole('heading', { level: 1, name: 'Prioritise' })).toBeVisible()
  await rowAt(page, view, 1).waitFor()

  await page.getByRole('combobox', { name: 'Scoring model' }).selectOption('Unhappy customers')
  await expect(page.getByRole('list', { name: 'Parts of the points' })).toContainText('Average sentiment')
  await page.getByRole('button', { name: 'Weights' }).click()
  await page.getByRole('textbox', { name: 'Weight of Average sentiment' }).fill('-80')
  await expect(page.getByRole('button', { name: 'Weights (edited)' })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for the scoring model' }).click()
  await page.getByRole('menuitem', { name: 'Save as…' }).click()
  const name = page.getByRole('textbox', { name: 'Model name' })
  await expect(name).toBeFocused()
  await name.fill('Churn')
  await page.getByRole('button', { name: 'Save model' }).click()
  await expect(page.getByRole('combobox', { name: 'Scoring model' })).toHaveValue(/^[0-9a-f-]{36}$/)
  await expect(page.getByRole('button', { name: 'Weights', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Close weights' }).click()

  await rowAt(page, view, 1).click()
  await expect(details(page)).toContainText('Rank 1 of')
  await details(page).getByText('Not now', { exact: true }).click()
  await details(page).getByRole('textbox', { name: 'Decision note' }).fill('Waits for legal')
  await page.getByRole('button', { name: 'Close details' }).click()
  await expect(page.getByRole('button', { name: 'Not now 1' })).toBeVisible()
  // No evidence has come in since the decision.
  await expect(page.getByRole('button', { name: /^Contradicted/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Matrix' }).click()
  await expect(points(page).first()).toBeVisible()
  await points(page).first().focus()
  const before = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.keyboard.press('ArrowRight')
  const focused = page.locator('[data-point]:focus')
  if ((await focused.getAttribute('aria-label')) === before) await page.keyboard.press('ArrowLeft')
  await expect(focused).not.toHaveAccessibleName(before ?? '')
  await page.keyboard.press('Enter')
  await expect(details(page)).toBeFocused()
  await expect(details(page)).toContainText('Why this rank')
  await page.keyboard.press('Escape')
  await expect(details(page)).toBeHidden()

  await page.getByRole('radiogroup', { name: 'Rows' }).getByText('Insights').click()
  await rowAt(page, view, 1).waitFor()
  await page.getByRole('combobox', { name: 'Colour' }).selectOption('Sentiment')
  await checkInBothSchemes(page, 'matrix of insights')
  await points(page).focus()
  for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight']) {
    for (let step = 0; step < 12; step += 1) await page.keyboard.press(`Shift+${key}`)
    if (key === 'ArrowLeft') await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  const selection = page.getByRole('region', { name: 'Selection' })
  const selectedCount = async () => Number(/(\d+) selected/.exec((await selection.textContent()) ?? '')?.[1])
  await expect(selection).toContainText(/\d+ selected/)
  const selected = await selectedCount()

  const plot = page.locator('[data-points]')
  const box = await plot.boundingBox()
  if (box === null) throw new Error('the matrix is not there')
  await page.mouse.move(box.x + 60, box.y + 14)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.move(box.x + box.width - 22, box.y + box.height - 38)
  await page.mouse.up()
  await expect.poll(selectedCount).toBeGreaterThan(selected)
  const all = `${await selectedCount()} selected`
  await selection.getByRole('button', { name: 'Show in list' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Insights' })).toBeVisible()
  await expect(selection).toContainText(all)
  await page.goBack()
  await expect(page.getByRole('figure', { name: 'Matrix' })).toBeVisible()
  await resizeWindow(app, { width: 1024, height: 700 }, 2)
  await checkReach(page, 'matrix at twice the size')

  await test.step('later evidence contradicts a decision', async () => {
    await resizeWindow(app, { width: 1440, height: 900 })
    const choose = async () => {
      await page.getByRole('radiogroup', { name: 'Rows' }).getByText('Opportunities').click()
      await page.getByRole('combobox', { name: 'Scoring model' }).selectOption('Evidence first')
    }
    const range = tableRow(page, view, 'Riders do not believe the range')
    await choose()
    await range.click()
    await expect(details(page)).toContainText('Rank 1 of')
    await details(page).getByText('Not now', { exact: true }).click()
    await expect(page.getByRole('button', { name: 'Not now 2' })).toBeVisible()
    await openView(page, 'What changed')
    await page.getByRole('button', { name: 'Let a week pass in the sandbox' }).click()
    await rowAt(page, 'What changed', 1).waitFor()
    await openView(page, 'Prioritise')
    await choose()
    await expect(page.getByRole('button', { name: 'Contradicted 1' })).toBeVisible()
    await range.click()
    await expect(details(page)).toContainText(/Since then: 2 pieces of feedback.*\(top fifth\)/)
    await details(page).getByRole('button', { name: 'Keep decision' }).click()
    await expect(page.getByRole('button', { name: /^Contradicted/ })).toHaveCount(0)
  })
})
