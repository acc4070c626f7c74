// Saved views and columns, by mouse and by keyboard: kept on this computer, through a restart and a power cut.
import type { Page } from '@playwright/test'
import { exploreSandbox } from '../../commands/explore-sandbox'
import { killEverything } from '../../commands/kill-everything'
import { readRows, waitForRows } from '../../commands/read-rows'
import { rowCount } from '../../commands/read-table'
import { resizeWindow } from '../../commands/resize-window'
import { syncDetails, syncStatus } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Views' })
const viewLink = (page: Page, name: string) => navigation(page).getByRole('link', { name, exact: true })
const headings = (page: Page) => page.getByRole('columnheader')

async function saveAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'View name' }).fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`Saved view “${name}”`)).toBeVisible()
}

test('by mouse: a saved view survives a hard kill with its filter, columns and count', async ({ start }) => {
  const first = await start()
  const { page } = first
  await exploreSandbox(page)
  await expect(viewLink(page, 'Top unseen')).toBeVisible()
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Bug' }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Strength' }).click()
  await expect(headings(page).filter({ hasText: 'Strength' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const edge = page.locator('[data-edge="combinedScore"]')
  const before = (await headings(page).filter({ hasText: 'Score' }).boundingBox())?.width ?? 0
  const place = await edge.boundingBox()
  if (place === null) throw new Error('the heading has no edge')
  await page.mouse.move(place.x + 6, place.y + 10)
  await page.mouse.down()
  await page.mouse.move(place.x - 54, place.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect
    .poll(async () => (await headings(page).filter({ hasText: 'Score' }).boundingBox())?.width)
    .toBeCloseTo(before + 60, -1)
  await saveAs(page, 'Bugs of spring')
  await killEverything(first)

  const again = await start()
  await waitForRows(again.page)
  const link = viewLink(again.page, 'Bugs of spring')
  await expect(link).toBeVisible()
  const other = viewLink(again.page, 'Top unseen')
  await other.click()
  await expect(other).toHaveAttribute('aria-current', 'page')
  await expect(headings(again.page).filter({ hasText: 'Strength' })).toHaveCount(0)
  await link.click()
  await expect(headings(again.page).filter({ hasText: 'Strength' })).toHaveCount(1)
  await expect(again.page.getByRole('button', { name: 'Bug', exact: true })).toHaveAttribute('aria-pressed', 'true')
  // The rows of the other view stay until those of this one are there.
  const types = async () => new Set((await readRows(again.page)).map(({ cells }) => cells.Type))
  await expect.poll(types).toEqual(new Set(['Bug']))
  const listed = await rowCount(again.page, 'Insights')
  await expect(link).toHaveAccessibleDescription(`${listed} listed`)
})

test('by keyboard: arranges columns, saves a view, restarts, opens a view in the palette, deletes and undoes', async ({
  start,
}) => {
  const first = await start()
  const { page } = first
  await exploreSandbox(page)
  await resizeWindow(first, { width: 1024, height: 700 })
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Unseen' })).toBeFocused()
  await page.getByRole('button', { name: 'Move Score up' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Move Score up' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Width of Score in pixels' }).press('ArrowUp')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()
  await expect(headings(page).nth(3)).toContainText('Score')

  await page.keyboard.press('u')
  await page.getByRole('button', { name: 'Save view' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'View name' })).toBeFocused()
  await page.keyboard.type('Morning look')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved view “Morning look”')).toBeVisible()
  await first.quit()

  const { page: again } = await start()
  await waitForRows(again)
  await expect(viewLink(again, 'Morning look')).toHaveAttribute('aria-current', 'page')
  await expect(headings(again).nth(3)).toContainText('Score')
  await again.keyboard.press('Control+k')
  await expect(again.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await again.keyboard.type('top unseen')
  await expect(again.getByRole('option').first()).toContainText('Top unseen')
  await again.keyboard.press('Enter')
  await expect(viewLink(again, 'Top unseen')).toHaveAttribute('aria-current', 'page')

  await navigation(again).getByRole('button', { name: 'Actions for Morning look' }).press('Enter')
  await again.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await expect(viewLink(again, 'Morning look')).toHaveCount(0)
  await again.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(viewLink(again, 'Morning look')).toBeVisible()
})

test('the mark of a changed view stays below the sync details', async ({ explored: app }) => {
  const { page } = app
  await resizeWindow(app, { width: 1440, height: 900 })
  await viewLink(page, 'Top unseen').click()
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Bug' }).click()
  const mark = page.locator('.mantine-Indicator-indicator')
  const place = await mark.boundingBox()
  if (place === null) throw new Error('the button shows no mark')
  const onTop = () =>
    mark.evaluate((element, { x, y }) => element === document.elementFromPoint(x, y), {
      ...{ x: place.x + place.width / 2, y: place.y + place.height / 2 },
    })
  expect(await onTop()).toBe(true)
  await syncStatus(page).getByRole('button').click()
  await expect(syncDetails(page)).toBeVisible()
  await expect.poll(onTop).toBe(false)
})
