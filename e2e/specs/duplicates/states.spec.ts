// Duplicates has no call of its own to the service: what it compares came with the insights.
import { openView } from '../../commands/open-view'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { expect, test } from '../../fixtures/test'

test('Duplicates, through the sync: empty, 2,000 rows', async ({ troubled: world }) => {
  const { page } = world
  await openView(page, 'Duplicates')
  const pairs = page.getByRole('region', { name: 'Pairs' }).getByRole('button')
  await expect(pairs.first()).toBeVisible()

  await test.step('empty', async () => {
    await serveNothing(world)
    await expect(page.getByRole('heading', { name: 'Nothing to compare' })).toBeVisible()
  })

  await test.step('2,000 rows', async () => {
    await serveMany(world)
    await expect(page.getByRole('status', { name: 'Pairs found' })).toHaveText('1,000 pairs')
    await expect(page.getByRole('main')).toContainText('Only the nearest 1,000 pairs are listed.')
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(page.locator('[data-pair="399"]')).toBeAttached()
    await expect(page.getByRole('row', { name: /^Type/ })).toBeVisible()
  })
})
