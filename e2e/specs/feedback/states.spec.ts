// The service has no list of feedback: it is known through the insights, so its states are those of the sync.

import { manyRows, titleAt } from '../../app/many-records'
import { checkLongList } from '../../commands/check-long-list'
import { openView } from '../../commands/open-view'
import { expectRowCount, rowAt, searchbox, tableRows } from '../../commands/read-table'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { expect, test } from '../../fixtures/test'

const view = 'Feedback'

test('Feedback, through the sync: empty, 2,000 rows', async ({ troubled: world }) => {
  const { page } = world
  await openView(page, view)
  await expect(tableRows(page, view).first()).toBeVisible()

  await test.step('empty', async () => {
    await serveNothing(world)
    await expect(page.getByRole('heading', { name: /^No .*feedback.* yet$/ })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('has feedback')
  })

  await test.step('2,000 rows', async () => {
    await serveMany(world)
    await checkLongList(page, { name: view, wordsAt: (place) => titleAt('feedback', place), sortedBy: 'Date' })

    // One that was found is opened, and stays readable where the list holds only rows far from it.
    const words = titleAt('feedback', 1000)
    await searchbox(page, view).fill(words)
    await expectRowCount(page, view, 1)
    await rowAt(page, view, 1).click()
    const details = page.getByRole('region', { name: 'Feedback details' })
    await expect(details.getByRole('blockquote')).toHaveText(words)
    await searchbox(page, view).fill('')
    await expectRowCount(page, view, manyRows)
    await expect(details.getByRole('blockquote')).toHaveText(words)
    await page.reload()
    await expect(details.getByRole('blockquote')).toHaveText(words)
  })
})
