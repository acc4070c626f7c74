// This week has no call of its own to the service: what it counts came with the lists.
import { openView } from '../../commands/open-view'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { expect, test } from '../../fixtures/test'

test('This week, through the sync: empty, 2,000 rows', async ({ troubled: world }) => {
  const { page } = world
  await openView(page, 'This week')
  const unseen = page.getByRole('region', { name: 'Unseen' })
  await expect(unseen.getByRole('link').first()).toContainText(/[1-9]/)

  await test.step('empty', async () => {
    await serveNothing(world)
    await expect(unseen).toContainText(/\b0\s*unseen insights/)
  })

  await test.step('2,000 rows', async () => {
    await serveMany(world)
    await expect(unseen).toContainText(/1,000\s*unseen insights/)
  })
})
