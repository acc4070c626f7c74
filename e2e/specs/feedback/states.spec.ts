// Feedback has no call of its own: it is known through the insights, so its states are those of the sync.
import { checkLongList } from '../../commands/check-long-list'
import { openView } from '../../commands/open-view'
import { rowAt, rowCount, tableRows } from '../../commands/read-table'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { walkTroubles } from '../../commands/walk-troubles'
import { titleAt } from '../../fixtures/many-records'
import { expect, test } from '../../fixtures/test'

const view = 'Feedback'

test('Feedback, through the sync: success, 400, 401, 403, 404, 500, offline, empty, 2,000 rows', async ({
  startTroubled,
}) => {
  const world = await startTroubled()
  const { page } = world
  await openView(page, view)
  await expect(tableRows(page, view).first()).toBeVisible()
  const all = await rowCount(page, view)
  const first = await rowAt(page, view, 1).innerText()
  await walkTroubles(world, async () => {
    expect(await rowCount(page, view)).toBe(all)
    expect(await rowAt(page, view, 1).innerText()).toBe(first)
  })

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
