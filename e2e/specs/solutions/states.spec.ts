// Solutions have no call of their own: they are known through the insights, so their states are those of the sync.

import { titleAt } from '../../app/many-records'
import { checkLongList } from '../../commands/check-long-list'
import { openView } from '../../commands/open-view'
import { rowAt } from '../../commands/read-table'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { expect, test } from '../../fixtures/test'

const view = 'Solutions'

test('Solutions, through the sync: empty, 2,000 rows', async ({ troubled: world }) => {
  const { page } = world
  await openView(page, view)
  await rowAt(page, view, 1).click()
  const details = page.getByRole('region', { name: 'Solution details' })
  await expect(details.getByRole('heading', { level: 2 })).toBeVisible()

  await test.step('empty', async () => {
    await serveNothing(world)
    await expect(page.getByRole('heading', { name: 'No solutions yet' })).toBeVisible()
    // What was open is gone from the service too, and that is said.
    await expect(details.getByRole('heading', { name: 'Solution not found' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('2,000 rows', async () => {
    await serveMany(world)
    await checkLongList(page, { name: view, wordsAt: (place) => titleAt('solution', place), sortedBy: 'Title' })
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Backlog' }).click()
    await expect(page.getByRole('status', { name: 'Number of solutions' })).toContainText('286 of 2,000')
  })
})
