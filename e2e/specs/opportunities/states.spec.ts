// The only call of opportunities is marking insights as seen. Their list comes from the insights, so its states are those
// of the sync.
import { faults } from '../../../src/sandbox/testing/faults'
import { titleAt } from '../../app/many-records'
import { checkInBothSchemes } from '../../commands/check-accessibility'
import { checkLongList } from '../../commands/check-long-list'
import { openView } from '../../commands/open-view'
import { rowAt, table, tableRows } from '../../commands/read-table'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { walkRefusals } from '../../commands/walk-refusals'
import { expect, test } from '../../fixtures/test'

const view = 'Opportunities'

test('Opportunities, through the sync: empty, 2,000 rows; and marking in each', async ({ troubled: world }) => {
  const { page, faulty } = world
  await openView(page, view)
  await expect(tableRows(page, view).first()).toBeVisible()

  await test.step('mark all as seen', async () => {
    await table(page, view).getByRole('columnheader', { name: 'Unseen' }).getByRole('button').click()
    const unseenCounts = () =>
      table(page, view).evaluate((element) => {
        const place = [...element.querySelectorAll('th')].findIndex((head) => head.textContent?.trim() === 'Unseen')
        return [...element.querySelectorAll('tbody tr')].map((row) =>
          Number(row.querySelectorAll('td')[place]?.innerText),
        )
      })
    // The rows of the last order stay for a moment.
    await expect
      .poll(async () => {
        const counts = await unseenCounts()
        return counts.length > 0 && counts.every((each, place) => each >= (counts[place + 1] ?? 0))
      })
      .toBe(true)
    await rowAt(page, view, 1).click()
    const details = page.getByRole('region', { name: 'Opportunity details' })
    const open = details.getByRole('button', { name: 'Mark all as seen' })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Mark all as seen' })
    const button = dialog.getByRole('button', { name: 'Mark as seen' })
    const doubt = /know yet whether this went through/
    await walkRefusals(world, { dialog, button, method: 'POST', path: '/mark-all-seen', doubt })
    await expect(dialog.getByRole('status')).toContainText(/This marks [1-9]\d* insights? as seen/)
    const said = () =>
      faulty.requests.map(({ method, url }) => `${method} ${url.replace(/\?.*/, '').split('/').at(-1)}`)
    const marked = dialog.getByRole('region', { name: 'Will be marked as seen' })
    const unseen = Number(/This marks (\d+)/.exec(await dialog.getByRole('status').innerText())?.[1])
    await expect(marked.getByRole('listitem')).toHaveCount(unseen)
    await expect(dialog.locator('[data-environment="staging"]')).toContainText('Staging')

    // The marking succeeds, but the list after it fails. The app says so, and reads the list on demand.
    faulty.script({ method: 'GET', url: '/insights', fault: faults.problem(500, 'INTERNAL_SERVER_ERROR') })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toContainText('Marked as seen, but the list couldn’t be refreshed.')
    await expect(dialog.getByRole('alert')).toContainText('The service had a problem')
    await checkInBothSchemes(page, 'marked, not read again', { within: '[role="dialog"]' })
    const before = said()
    faulty.reset()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Marked all insights in this opportunity as seen')).toBeVisible()
    await expect(open).toHaveAccessibleDescription('All insights in this opportunity have already been seen.')
    await expect(open).toBeFocused()
    const requests = [...before, ...said()]
    expect(requests.filter((request) => request === 'POST mark-all-seen')).toHaveLength(1)
    expect(requests.lastIndexOf('GET insights')).toBeGreaterThan(requests.indexOf('POST mark-all-seen'))
    // The disabled button says why, and does not consume the key.
    await expect(page.getByRole('tooltip')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
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
