// The map has no call of its own to the service: what it shows is known through the insights.
import { titleAt } from '../../app/many-records'
import { openView } from '../../commands/open-view'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { expect, test } from '../../fixtures/test'

test('Map, through the sync: empty, 2,000 rows', async ({ troubled: world }) => {
  const { page } = world
  await openView(page, 'Map')
  const goals = page.getByRole('treeitem', { name: 'Goal:' })
  await expect(goals.first()).toBeVisible()

  await test.step('empty', async () => {
    await serveNothing(world)
    await expect(page.getByRole('heading', { name: 'No records yet' })).toBeVisible()
  })

  await test.step('2,000 rows', async () => {
    await serveMany(world)
    await expect(goals.first()).toBeVisible()
    const more = page.getByRole('treeitem', { name: / more goals$/ })
    await expect(more).toHaveAccessibleName('1,992 more goals')
    await more.click()
    await expect(more).toHaveAccessibleName('1,968 more goals')
    await page.getByRole('searchbox', { name: 'Search map' }).fill(titleAt('goal', 1_777))
    await expect(page.getByRole('treeitem', { name: titleAt('goal', 1_777) }).first()).toBeVisible()
  })
})
