// Changes since the last review stay listed until reviewed, in every state of the service and over a restart.
import type { Insight } from '../../../src/contract/resources/insight'
import { faults } from '../../../src/sandbox/testing/faults'
import { manyRows } from '../../app/many-records'
import { createAtService } from '../../commands/create-at-service'
import { listAtService } from '../../commands/list-at-service'
import { openView } from '../../commands/open-view'
import { rowAt, tableRow, tableRows } from '../../commands/read-table'
import { serveMany } from '../../commands/serve-rows'
import { syncNow } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

const list = { method: 'GET', url: /\/insights\?/ }

/** A later list: scores were recalculated, one insight was added and another removed. */
function laterList(insights: readonly Insight[]): readonly Insight[] {
  const [first, second, gone, ...rest] = insights
  if (!first || !second || !gone) throw new Error('the service has too few insights')
  const { combinedScore = 1 } = first
  const fresh = { ...gone, id: crypto.randomUUID(), title: 'Fresh from the street', combinedScore: 0.9 }
  const fading = { ...second, combinedScore: (second.combinedScore ?? 1) / 2 }
  return [{ ...first, combinedScore: combinedScore * 2 }, fading, fresh, ...rest]
}

const view = 'What changed'

test('What changed, through the sync: empty, success, 2,000 rows', async ({ startTroubled, start }) => {
  const world = await startTroubled()
  const { page, service, faulty } = world
  const link = page.getByRole('navigation').getByRole('link', { name: view })
  const details = page.getByRole('region', { name: 'Change details' })
  await openView(page, view)
  await expect(page.getByText(/^Nothing has changed since your first sync/)).toBeVisible()
  await expect(link).not.toHaveAccessibleDescription(/change/)

  await createAtService(service, 'Noted by somebody else')
  await syncNow(page)
  await tableRow(page, view, 'Noted by somebody else').click()

  const listed = await listAtService(service)
  const isNoted = ({ title }: Insight) => title === 'Noted by somebody else'
  // Last in the list, so that it stays unchanged.
  const before = [...listed.filter((insight) => !isNoted(insight)), ...listed.filter(isNoted)]
  const [rising, , gone] = before
  faulty.script({ ...list, fault: faults.json({ data: laterList(before) }) })
  await syncNow(page)
  const table = page.getByRole('table', { name: view })
  await expect(tableRows(page, view)).toHaveCount(5)
  await expect(table.getByRole('row', { name: /New.*Fresh from the street.*0\.90/ })).toBeVisible()
  await expect(table.getByRole('row', { name: /Falling.*→/ })).toBeVisible()
  await expect(link).toHaveAccessibleDescription('5 changes')

  // An unreachable service removes no changes, and further syncs do not count as a review.
  faulty.reset()
  faulty.script({ fault: faults.resetBeforeAnswer() })
  await syncNow(page)
  await table.getByRole('row', { name: /Removed/ }).click()
  await expect(details.getByText(gone?.description ?? '?')).toBeVisible()
  await expect(details.getByText(/no longer in the service/)).toBeVisible()
  await table.getByRole('row', { name: /Rising/ }).click()
  await expect(details.getByText(/Score over time: first .*, last .*, lowest .*, highest/)).toBeAttached()
  await details.getByRole('link', { name: 'Open the insight' }).click()
  const insight = page.getByRole('region', { name: 'Insight details' })
  await expect(insight.getByRole('heading', { name: rising?.title ?? '?' })).toBeVisible()
  await expect(insight.getByText(/Score over time: .* in 2 readings/)).toBeAttached()
  await world.quit()

  const again = await start()
  const second = again.page
  await openView(second, view)
  await expect(tableRows(second, view)).toHaveCount(5)
  // Reviews one, and undoes it.
  await tableRow(second, view, rising?.title ?? '?').focus()
  await second.keyboard.press('e')
  await expect(tableRows(second, view)).toHaveCount(4)
  await second.keyboard.press('ControlOrMeta+z')
  await expect(tableRow(second, view, rising?.title ?? '?')).toBeVisible()
  // Reviews only the filtered changes, and undoes it.
  const undo = second.getByRole('button', { name: 'Undo last review' })
  await second.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Removed 1' }).click()
  await second.getByRole('button', { name: 'Mark 1 as reviewed' }).click()
  await expect(tableRows(second, view)).toHaveCount(4)
  await expect(tableRow(second, view, gone?.title ?? '?')).toHaveCount(0)
  await undo.click()
  await expect(tableRows(second, view)).toHaveCount(5)
  await second.getByRole('button', { name: 'Mark all as reviewed' }).click()
  await expect(second.getByText(/^Nothing has changed since your last review/)).toBeVisible()
  await undo.click()
  await expect(tableRows(second, view)).toHaveCount(5)

  await test.step('2,000 rows', async () => {
    await serveMany({ ...world, ...again })
    await second
      .getByRole('group', { name: 'Filters' })
      .getByRole('button', { name: /^New [\d,]+$/ })
      .click()
    await expect(
      second.getByRole('button', { name: `Mark ${manyRows.toLocaleString('en')} as reviewed` }),
    ).toBeVisible()
    await rowAt(second, view, 1).focus()
    await second.keyboard.press('End')
    await expect(rowAt(second, view, manyRows)).toBeInViewport()
  })
})
