// Every view, as a list and with something open.
import type { Page } from '@playwright/test'
import { fillInsight, openNewInsight, submitInsight } from '../commands/create-insight'
import { waitForRows } from '../commands/read-rows'
import { expect } from '../fixtures/test'
import type { Walk } from './walk'

export async function openView(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}

export const rowOf = (page: Page, table: string, place = 1) =>
  page.getByRole('table', { name: table, exact: true }).locator(`tbody tr[aria-rowindex="${place + 1}"]`)

async function openRow(page: Page, table: string, details: string): Promise<void> {
  await rowOf(page, table).click()
  await expectRead(page, details)
}

async function expectRead(page: Page, details: string): Promise<void> {
  const region = page.getByRole('region', { name: details })
  await expect(region).toBeVisible()
  await expect(region.getByRole('status', { name: /^Reading/ })).toHaveCount(0)
  // What the list knew already comes first; dates come with the rest.
  await expect(region.locator('time').first()).toBeAttached()
}

async function walkInsights({ app: { page }, visit }: Walk): Promise<void> {
  await visit('insights')
  await openRow(page, 'Insights', 'Insight details')
  await visit('insight-detail')
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox', { name: 'Search insights' }).fill('zzzyx')
  await expect(page.getByRole('table', { name: 'Insights' })).toHaveCount(0)
  await visit('insights-no-match')
  await page.getByRole('searchbox', { name: 'Search insights' }).fill('')
  await waitForRows(page)

  const form = await openNewInsight(page)
  await visit('new-insight', 'over')
  await submitInsight(form)
  await expect(form.getByRole('alert')).toBeVisible()
  await visit('new-insight-errors', 'over')
  await fillInsight(form, {
    type: 'Feedback',
    title: 'Riders ask for a spoken range warning',
    description: 'Four riders in the spring panel asked for it.',
  })
  await submitInsight(form)
  await expect(form).toBeHidden()
  await putNoticesAway(page)
}

export async function putNoticesAway(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await expect(dismiss.first()).toBeVisible()
  await expect(async () => {
    // Not as a pointer clicks: each one slides in, and moves the others when it goes.
    for (const button of await dismiss.all()) await button.dispatchEvent('click', undefined, { timeout: 1_000 })
    await expect(dismiss).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
}

async function walkLists({ app: { page }, visit }: Walk): Promise<void> {
  const lists = [
    { view: 'Opportunities', one: 'opportunity' },
    { view: 'Goals', one: 'goal' },
    { view: 'Solutions', one: 'solution' },
    { view: 'Feedback', one: 'feedback' },
    { view: 'Knowledge', one: 'knowledge' },
  ]
  for (const { view, one } of lists) {
    // Solutions and feedback are reached through other records, or by their address.
    if (view === 'Solutions' || view === 'Feedback') {
      await page.evaluate((hash) => location.assign(hash), `#/${view.toLowerCase()}`)
    } else await openView(page, view)
    await expect(rowOf(page, view)).toBeVisible()
    await visit(view.toLowerCase())
    await openRow(page, view, `${one[0]?.toUpperCase()}${one.slice(1)} details`)
    await visit(`${one}-detail`)
    await page.keyboard.press('Escape')
  }
}

async function walkRegisters({ app: { page }, service, visit }: Walk): Promise<void> {
  await openView(page, 'What changed')
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
  await visit('news-empty')
  await openView(page, 'Metrics')
  await visit('metrics-empty')
  await page.getByRole('textbox', { name: 'Metric id' }).fill(service.metrics[0]?.id ?? '')
  await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Weekly active riders')
  await page.getByRole('button', { name: 'Add metric' }).click()
  const picker = page.getByRole('combobox', { name: 'Goals to link' })
  await picker.click()
  await page.getByRole('option').first().click()
  await page.getByRole('option').nth(1).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Link goals', exact: true }).click()
  await expect(page.getByText(/^Linked here/i).first()).toBeVisible()
  await putNoticesAway(page)
  await visit('metric')

  await openView(page, 'Topics')
  await visit('topics-empty')
  await page.getByRole('textbox', { name: 'Topic id' }).fill(service.topics[0]?.id ?? '')
  await page.getByRole('button', { name: 'Open topic' }).click()
  await expect(page.getByRole('main').locator('time').first()).toBeVisible()
  await visit('topic')

  await openView(page, 'Activity')
  await expect(rowOf(page, 'Activity')).toBeVisible()
  await visit('activity')
  await openRow(page, 'Activity', 'Activity details')
  await visit('activity-detail')
  await page.keyboard.press('Escape')
  await openView(page, 'Settings')
  await visit('settings')
}

export async function walkViews(walk: Walk): Promise<void> {
  await walkInsights(walk)
  await walkLists(walk)
  await walkRegisters(walk)
}
