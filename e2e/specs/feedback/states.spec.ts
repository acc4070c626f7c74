// Feedback has no call of its own: it is known through the insights, so its states are those of the sync.
import { checkLongList } from '../../commands/check-long-list'
import { openView } from '../../commands/open-view'
import { tableRows } from '../../commands/read-table'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { titleAt } from '../../fixtures/many-records'
import { expect, test } from '../../fixtures/test'

const view = 'Feedback'

test('Feedback, through the sync: empty, 2,000 rows', async ({ startTroubled }) => {
  const world = await startTroubled()
  const { page } = world
  await openView(page, view)
  await expect(tableRows(page, view).first()).toBeVisible()

  await test.step('empty', async () => {
    await serveNothing(world)
    await expect(page.getByRole('heading', { name: /^No .*feedback.* yet$/ })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('carries feedback')
  })

  await test.step('2,000 rows', async () => {
    await serveMany(world)
    await checkLongList(page, { name: view, wordsAt: (place) => titleAt('feedback', place), sortedBy: 'Said' })
  })
})
