import type { Insight } from '../../../src/contract/resources/insight'
import { faults } from '../../../src/sandbox/testing/faults'
import { checkAccessibility } from '../../commands/check-accessibility'
import { connectionOf, connectWorkspace } from '../../commands/connect-workspace'
import { listAtService } from '../../commands/list-at-service'
import { syncNow } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

const list = { method: 'GET', url: /\/insights\?/ }

/** As if scores had been calculated again, one insight had come and another gone. */
function laterList(insights: readonly Insight[]): readonly Insight[] {
  const [first, second, gone, ...rest] = insights
  if (!first || !second || !gone) throw new Error('the service has too few insights')
  const { combinedScore = 1 } = first
  const fresh = { ...gone, id: crypto.randomUUID(), title: 'Fresh from the street', combinedScore: 0.9 }
  const fading = { ...second, combinedScore: (second.combinedScore ?? 1) / 2 }
  return [{ ...first, combinedScore: combinedScore * 2 }, fading, fresh, ...rest]
}

test('what changed since one looked is told until it was seen, offline too', async ({ start, serve, serveFaults }) => {
  const service = await serve()
  const gate = await serveFaults({ upstream: service.baseUrl })
  const app = await start()
  const { page } = app
  await connectWorkspace(page, { ...connectionOf(service), baseAddress: gate.baseUrl })
  const link = page.getByRole('navigation').getByRole('link', { name: 'What changed' })
  await link.click()
  await expect(page.getByText('Nothing changed so far')).toBeVisible()

  const before = await listAtService(service)
  const [rising, , gone] = before
  gate.script({ ...list, fault: faults.json({ data: laterList(before) }) })
  await syncNow(page)
  const table = page.getByRole('table', { name: 'What changed' })
  await expect(table.locator('tbody tr')).toHaveCount(4)
  await expect(table.getByRole('row', { name: /New.*Fresh from the street.*0\.90/ })).toBeVisible()
  await expect(table.getByRole('row', { name: /Fading.*→.*-50%/ })).toBeVisible()
  await expect(link).toHaveAccessibleDescription('4 changes')
  await checkAccessibility(page, 'what changed')

  // A service that is away takes nothing from what is known, and further syncs do not count as looking.
  gate.reset()
  gate.script({ fault: faults.resetBeforeAnswer() })
  await syncNow(page)
  await table.getByRole('row', { name: /Vanished/ }).click()
  const details = page.getByRole('region', { name: 'Change details' })
  await expect(details.getByText(gone?.description ?? '?')).toBeVisible()
  await expect(details.getByText(/does not list it any more/)).toBeVisible()
  await table.getByRole('row', { name: /Rising/ }).click()
  await expect(details.getByText(/Score over time: first .*, last .*, lowest .*, highest/)).toBeAttached()
  await details.getByRole('link', { name: 'Open the insight' }).click()
  const insight = page.getByRole('region', { name: 'Insight details' })
  await expect(insight.getByRole('heading', { name: rising?.title ?? '?' })).toBeVisible()
  await expect(insight.getByText(/Score over time: .* in 2 readings/)).toBeAttached()
  await app.quit()

  const second = (await start()).page
  await second.getByRole('navigation').getByRole('link', { name: 'What changed' }).click()
  await expect(second.getByRole('table', { name: 'What changed' }).locator('tbody tr')).toHaveCount(4)
  await second.getByRole('button', { name: 'Mark all as looked at' }).click()
  await expect(second.getByText('Nothing changed since you looked')).toBeVisible()
  await second.getByRole('button', { name: 'List the last ones again' }).click()
  await expect(second.getByRole('table', { name: 'What changed' }).locator('tbody tr')).toHaveCount(4)
})
