// The topic map has no call of its own to the service: what it arranges came with the insights.
import { openView } from '../../commands/open-view'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { expect, test } from '../../fixtures/test'

test('Topic map, through the sync: empty, 2,000 rows', async ({ troubled: world }) => {
  const { page } = world
  await openView(page, 'Topic map')
  await expect(page.getByRole('region', { name: 'Clusters' }).getByRole('listitem').first()).toBeVisible()

  await test.step('empty', async () => {
    await serveNothing(world)
    await expect(page.getByRole('heading', { name: 'No insights yet' })).toBeVisible()
  })

  await test.step('2,000 rows', async () => {
    await serveMany(world)
    // It is shown once all places are computed, which takes a busy machine a while.
    await expect(page.getByRole('status', { name: 'Number of insights' })).toHaveText('2,000 of 2,000 insights', {
      timeout: 60_000,
    })
    await expect(page.getByRole('application', { name: 'Map of insights' })).toHaveAttribute('data-points', '2000')
  })
})
