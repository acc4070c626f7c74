// Notes the content of each view, to compare it later. Each view is left with a record open, so that coming back reads
// both the list and the record.
import { expect, type Page } from '@playwright/test'
import type { Troubled } from '../commands/connect-troubled'
import { createAtService } from '../commands/create-at-service'
import { createInsight } from '../commands/create-insight'
import { openView } from '../commands/open-view'
import { expectRowCount, rowAt, rowCount, tableRow, tableRows } from '../commands/read-table'
import { syncNow } from '../commands/sync-now'

export interface LookedAt {
  readonly view: string
  /** Fails if the view, which must be on screen, shows other content than before. */
  readonly check: () => Promise<void>
}

/** Lists of synced records, with the region in which a record opens. */
const lists: readonly (readonly [view: string, region: string, table?: string])[] = [
  ['Insights', 'Insight details'],
  ['Opportunities', 'Opportunity details'],
  ['Goals', 'Goal details'],
  ['Solutions', 'Solution details'],
  ['Prioritise', 'Opportunity details', 'Ranking'],
  ['Feedback', 'Feedback details'],
  ['Knowledge', 'Knowledge details'],
]

async function lookAtList(page: Page, view: string, region: string, name = view): Promise<LookedAt> {
  await openView(page, view)
  await rowAt(page, name, 1).click()
  const details = page.getByRole('region', { name: region })
  // Feedback has no title.
  const heading =
    view === 'Feedback' ? details.locator('blockquote').first() : details.getByRole('heading', { level: 2 })
  await expect(heading).toBeVisible()
  // Ignores ages, which change in the meantime.
  const firstRow = async () =>
    (await rowAt(page, name, 1).innerText()).replace(/just now|\d+ (sec|min|hr|days?) ago/g, 'lately')
  const [rows, first, title] = [await rowCount(page, name), await firstRow(), await heading.innerText()]
  expect(rows).toBeGreaterThan(5)
  return {
    view,
    check: async () => {
      await expectRowCount(page, name, rows)
      await expect.poll(firstRow).toBe(first)
      await expect(heading).toHaveText(title)
      await expect(details.getByRole('alert')).toHaveCount(0)
    },
  }
}

async function lookAtNews({ page, service }: Troubled): Promise<LookedAt> {
  const view = 'What changed'
  const title = 'Noted by somebody else'
  await openView(page, view)
  await createAtService(service, title)
  await syncNow(page)
  await tableRow(page, view, title).click()
  const details = page.getByRole('region', { name: 'Change details' })
  const check = async () => {
    await expect(tableRows(page, view)).toHaveCount(1)
    await expect(details.getByRole('heading', { name: title })).toBeVisible()
    await expect(details.getByRole('alert')).toHaveCount(0)
  }
  // Waits, as a record left before it has opened does not open on return.
  await check()
  return { view, check }
}

async function lookAtThisWeek({ page }: Troubled): Promise<LookedAt> {
  const view = 'This week'
  await openView(page, view)
  const section = page.getByRole('region', { name: 'Unhappy customers' })
  await expect(section.getByRole('link').first()).toBeVisible()
  const words = await section.innerText()
  const check = async () => {
    await expect.poll(() => section.innerText()).toBe(words)
    await expect(page.getByRole('figure').locator('svg.recharts-surface')).toHaveCount(3)
  }
  await check()
  return { view, check }
}

async function lookAtMetrics({ page, service }: Troubled): Promise<LookedAt> {
  const view = 'Metrics'
  const [metric] = service.metrics
  if (!metric) throw new Error('the service has no metrics')
  await openView(page, view)
  await page.getByRole('textbox', { name: 'Metric ID' }).fill(metric.id)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(metric.title)
  await page.getByRole('button', { name: 'Add metric' }).click()
  const details = page.getByRole('region', { name: 'Metric details' })
  const register = page.getByRole('region', { name: 'Your metrics' })
  const check = async () => {
    await expect(details.getByRole('heading', { level: 2 })).toHaveText(metric.title)
    await expect(details.getByRole('alert')).toHaveCount(0)
    await expect(register.getByRole('link')).toHaveCount(1)
  }
  // Waits, as a record left before it has opened does not open on return.
  await check()
  return { view, check }
}

async function lookAtTopics({ page, service }: Troubled): Promise<LookedAt> {
  const view = 'Topics'
  const [topic] = service.topics
  if (!topic) throw new Error('the service has no topics')
  await openView(page, view)
  await page.getByRole('textbox', { name: 'Topic ID' }).fill(topic.id)
  await page.getByRole('button', { name: 'Open topic' }).click()
  const details = page.getByRole('region', { name: 'Topic details' })
  const check = async () => {
    await expect(details.getByRole('heading', { name: topic.title })).toBeVisible()
    await expect(details).toContainText(/Synced (just now|\d+ min ago)/)
  }
  // Waits, as a record left before it has opened does not open on return.
  await check()
  return { view, check }
}

async function lookAtActivity({ page }: Troubled): Promise<LookedAt> {
  const view = 'Activity'
  const title = 'One that went well'
  await openView(page, 'Insights')
  await createInsight(page, { title, description: 'Heard twice at the workshop.' })
  await expect(page.getByText('Insight created')).toBeVisible()
  await openView(page, view)
  await tableRow(page, view, title).click()
  const details = page.getByRole('region', { name: 'Activity details' })
  const check = async () => {
    await expectRowCount(page, view, 1)
    await expect(tableRow(page, view, title)).toContainText('Done')
    await expect(details).toContainText('Done')
    await expect(details.getByRole('alert')).toHaveCount(0)
  }
  // Waits, as a record left before it has opened does not open on return.
  await check()
  return { view, check }
}

async function lookAtSettings({ page, faulty }: Troubled): Promise<LookedAt> {
  const view = 'Settings'
  const insights = await rowCount(page, 'Insights')
  await openView(page, view)
  const data = page.getByRole('region', { name: 'On this computer' })
  const workspaces = page.getByRole('list', { name: 'Workspaces' })
  return {
    view,
    check: async () => {
      await expect(data).toContainText(`Insights${insights.toLocaleString('en')}`)
      await expect(data).toContainText(/Synced(just now|\d+ min ago)/)
      await expect(workspaces).toContainText('Access token in the keychain, expires in')
      await expect(page.getByRole('textbox', { name: 'Base address' })).toHaveValue(faulty.baseUrl)
    },
  }
}

async function lookAtMap({ page }: Troubled): Promise<LookedAt> {
  const view = 'Map'
  await openView(page, view)
  const goal = page.getByRole('treeitem', { name: 'Goal:' }).first()
  await goal.click()
  const heading = page.getByRole('region', { name: 'Goal details' }).getByRole('heading', { level: 2 })
  await expect(heading).toBeVisible()
  const [label, title] = [await goal.innerText(), await heading.innerText()]
  return {
    view,
    check: async () => {
      await expect.poll(() => goal.innerText()).toBe(label)
      await expect(heading).toHaveText(title)
    },
  }
}

async function lookAtDuplicates(page: Page): Promise<LookedAt> {
  const view = 'Duplicates'
  const found = page.getByRole('status', { name: 'Pairs found' })
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await openView(page, view)
  await expect(found).toHaveText(/^\d+ pairs$/)
  await expect(comparison.getByRole('row', { name: /^Type/ })).toBeVisible()
  const [pairs, headline] = [await found.innerText(), await comparison.getByRole('link').first().innerText()]
  return {
    view,
    check: async () => {
      await expect(found).toHaveText(pairs)
      await expect(comparison.getByRole('link').first()).toHaveText(headline)
    },
  }
}

async function lookAtTopicMap(page: Page): Promise<LookedAt> {
  const view = 'Topic map'
  const shown = page.getByRole('status', { name: 'Number of insights' })
  const clusters = page.getByRole('region', { name: 'Clusters' }).getByRole('listitem')
  await openView(page, view)
  // The map is drawn automatically when first shown.
  await expect(clusters.first()).toBeVisible()
  const [points, first] = [await shown.innerText(), await clusters.first().innerText()]
  return {
    view,
    check: async () => {
      await expect(shown).toHaveText(points)
      await expect.poll(() => clusters.first().innerText()).toBe(first)
    },
  }
}

/** Opens every view in turn, each with content, and leaves the last one on screen. */
export async function lookAtViews(world: Troubled): Promise<readonly LookedAt[]> {
  const { page } = world
  const looked = [
    await lookAtNews(world),
    await lookAtActivity(world),
    await lookAtMetrics(world),
    await lookAtTopics(world),
  ]
  for (const [view, region, table] of lists) looked.push(await lookAtList(page, view, region, table))
  looked.push(await lookAtThisWeek(world))
  looked.push(await lookAtMap(world))
  looked.push(await lookAtDuplicates(page))
  looked.push(await lookAtTopicMap(page))
  await openView(page, 'Insights')
  return [...looked, await lookAtSettings(world)]
}
