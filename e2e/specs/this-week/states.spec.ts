// This week has no call of its own to the service: what it counts was synced.
import { openView } from '../../commands/open-view'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { expect, test } from '../../fixtures/test'

test('This week, through the sync: empty, 2,000 rows', async ({ troubled: world }) => {
  const { page } = world
  await openView(page, 'This week')
  const unseen = page.getByRole('region', { name: 'Unseen' })
  await expect(unseen.getByRole('link').first()).toBeVisible()

  await test.step('empty', async () => {
    await serveNothing(world)
    await expect(unseen).toContainText('0 unseen insights')
    await expect(unseen).toContainText('0 of 0 opportunities have unseen insights')
    await expect(page.getByRole('region', { name: 'Trends' })).toContainText('0 pieces of feedback in 12 weeks')
  })

  await test.step('2,000 rows', async () => {
    await serveMany(world)
    await expect(unseen).toContainText('of 2,000 opportunities have unseen insights')
  })
})
