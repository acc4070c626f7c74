// Opportunities have no call of their own but marking: their list is known through the insights, so its states are
// those of the sync.
import { checkLongList } from '../../commands/check-long-list'
import { openView } from '../../commands/open-view'
import { rowAt, rowCount, table, tableRows } from '../../commands/read-table'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { walkRefusals } from '../../commands/walk-refusals'
import { walkTroubles } from '../../commands/walk-troubles'
import { titleAt } from '../../fixtures/many-records'
import { expect, test } from '../../fixtures/test'

const view = 'Opportunities'

test('Opportunities, through the sync: success, 400, 401, 403, 404, 500, offline, empty, 2,000 rows; and marking in each', async ({
  startTroubled,
}) => {
  const world = await startTroubled()
  const { page, faulty } = world
  await openView(page, view)
  await expect(tableRows(page, view).first()).toBeVisible()
  const all = await rowCount(page, view)
  expect(all).toBeGreaterThan(5)
  const first = await rowAt(page, view, 1).innerText()

  await walkTroubles(world, async () => {
    expect(await rowCount(page, view)).toBe(all)
    expect(await rowAt(page, view, 1).innerText()).toBe(first)
  })

  await test.step('mark all as seen', async () => {
    await table(page, view).getByRole('columnheader', { name: 'Unseen' }).getByRole('button').click()
    await rowAt(page, view, 1).click()
    const details = page.getByRole('region', { name: 'Opportunity details' })
    const open = details.getByRole('button', { name: 'Mark all as seen' })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Mark all as seen' })
    const button = dialog.getByRole('button', { name: 'Mark as seen' })
    const doubt = /not known whether the marking arrived/
    await walkRefusals(world, { dialog, button, method: 'POST', path: '/mark-all-seen', doubt })
    await expect(dialog.getByRole('status')).toContainText(/This marks [1-9]\d* insights? as seen/)
    await button.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('All insights of the opportunity are marked as seen.')).toBeVisible()
    await expect(open).toHaveAccessibleDescription('All insights of this opportunity are seen already.')
    expect(faulty.requests.filter(({ url }) => url.endsWith('/mark-all-seen'))).toHaveLength(1)
    await page.keyboard.press('Escape')
  })

  await test.step('empty', async () => {
    await serveNothing(world)
    await expect(page.getByRole('heading', { name: 'No opportunities yet' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('belongs to an opportunity')
  })

  await test.step('2,000 rows', async () => {
    await serveMany(world)
    const wordsAt = (place: number) => titleAt('opportunity', place)
    await checkLongList(page, { name: view, wordsAt, sortedBy: 'Title' })
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Solved' }).click()
    await expect(page.getByRole('status', { name: 'Number of opportunities' })).toContainText('500 of 2,000')
  })
})
