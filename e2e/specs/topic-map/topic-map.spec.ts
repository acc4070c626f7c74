// The topic map: drawn automatically, explored with mouse and keyboard, and its selection opened as a list.
import type { Page } from '@playwright/test'
import { checkReach } from '../../commands/check-reach'
import { pressSequence } from '../../commands/press-sequence'
import { expectRowCount } from '../../commands/read-table'
import { resizeWindow } from '../../commands/resize-window'
import { expect, test } from '../../fixtures/test'

const map = (page: Page) => page.getByRole('application', { name: 'Map of insights' })
const clusters = (page: Page) => page.getByRole('region', { name: 'Clusters' }).getByRole('listitem')
const selected = (page: Page) => page.getByRole('region', { name: 'Selection' }).getByText(/selected$/)
const details = (page: Page) => page.getByRole('region', { name: 'Insight details' })
const numberIn = (text: string) => Number(/\d+/.exec(text)?.[0])

async function goByKeys(page: Page): Promise<void> {
  await page.getByRole('main').focus()
  await pressSequence(page, 'g', 'v')
  await expect(page.getByRole('heading', { level: 1, name: 'Topic map' })).toBeVisible()
}

test('arranges the insights of the sandbox, and opens a selection or a cluster as a list', async ({
  explored: app,
}) => {
  const { page } = app
  await goByKeys(page)
  await expect(clusters(page).first()).toBeVisible()
  // The map has all insights with an embedding, which are most of the sandbox's.
  await expect(page.getByRole('status', { name: 'Number of insights' })).toHaveText(/^\d+ of \d+ insights$/)

  // With the keyboard: from insight to insight, and into one.
  await map(page).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(details(page)).toBeFocused()
  await expect(details(page).getByRole('heading', { level: 2 })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details(page)).toBeHidden()
  await expect(map(page)).toBeFocused()

  // With the mouse: a lasso around half of the map.
  await page.getByText('Lasso', { exact: true }).click()
  const box = await map(page).boundingBox()
  if (box === null) throw new Error('The map has no place.')
  const at = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...at(0.02, 0.02))
  await page.mouse.down()
  for (const corner of [at(0.5, 0.02), at(0.5, 0.98), at(0.02, 0.98)]) await page.mouse.move(...corner, { steps: 4 })
  await page.mouse.up()
  await expect(selected(page)).toHaveText(/^\d+ insights selected$/)
  const around = numberIn(await selected(page).innerText())
  expect(around).toBeGreaterThan(3)
  await page.getByRole('button', { name: 'Show in list', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Remove filter: Selected on the topic map' })).toBeVisible()
  await expectRowCount(page, 'Insights', around)

  // The map is still there. A cluster leads to its own insights.
  await goByKeys(page)
  const first = clusters(page).first().getByRole('button').first()
  const inCluster = numberIn((await first.innerText()).replace(/^[^\d]*\n/, ''))
  await clusters(page)
    .first()
    .getByRole('button', { name: /^Show in list/ })
    .click()
  await expectRowCount(page, 'Insights', inCluster)

  await goByKeys(page)
  await resizeWindow(app, { width: 1024, height: 700 }, 2)
  await checkReach(page, 'topic map at twice the size')
})
