// Prioritise has no call of its own to the service: what it ranks is known through the insights.
import { titleAt } from '../../app/many-records'
import { checkLongList } from '../../commands/check-long-list'
import { openView } from '../../commands/open-view'
import { tableRows } from '../../commands/read-table'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { expect, test } from '../../fixtures/test'

test('Prioritise, through the sync: empty, 2,000 rows', async ({ troubled: world }) => {
  const { page } = world
  await openView(page, 'Prioritise')
  await expect(tableRows(page, 'Ranking').first()).toBeVisible()

  await test.step('empty', async () => {
    await serveNothing(world)
    await expect(page.getByRole('heading', { name: 'No opportunities yet' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('is linked to any opportunities')
  })

  await test.step('2,000 rows', async () => {
    await serveMany(world)
    const wordsAt = (place: number) => titleAt('opportunity', place)
    await checkLongList(page, { name: 'Ranking', wordsAt, sortedBy: 'Title' })
  })
})
