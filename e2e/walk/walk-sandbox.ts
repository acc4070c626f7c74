// A walk from the first start through the sandbox: every list with its details, and the layers over them.

import type { RunningApp } from '../app/app'
import { aWeekBefore } from '../app/still-app'
import { openConnect, saveAndOpen } from '../commands/connect-workspace'
import { fillInsight, openNewInsight, submitInsight } from '../commands/create-insight'
import { exploreSandbox } from '../commands/explore-sandbox'
import { searchInsights } from '../commands/search-insights'
import { syncStatus } from '../commands/sync-now'
import { expect } from '../fixtures/test'
import { close, goTo, goToRows, open, openRow, putBannerAway, putNoticesAway, rowOf } from './go'
import type { Visit } from './stops'

type Walk = RunningApp & { readonly visit: Visit<'sandbox'> }

async function walkBefore({ page, visit }: Walk): Promise<void> {
  await expect(page.getByRole('button', { name: 'Explore the sandbox' })).toBeVisible()
  await putBannerAway(page)
  await visit('first-start')

  await openConnect(page)
  await visit('connect')
  await saveAndOpen(page)
  await expect(page.getByLabel('Base address')).toHaveAttribute('aria-invalid', 'true')
  await visit('connect-errors')
  await page.getByRole('button', { name: 'Back' }).click()
}

async function walkInsights({ page, visit }: Walk): Promise<void> {
  await visit('insights')
  await openRow(page, 'Insights', 'Insight details')
  await expect(page.getByRole('region', { name: 'Similar insights' }).getByRole('link').first()).toBeVisible()
  await visit('insight-detail')
  await page.keyboard.press('b')
  await expect(page.getByRole('region', { name: 'Evidence brief' }).getByLabel('Claim')).toBeVisible()
  await visit('brief')
  await close(page, 'dialog')

  await goToRows(page, 'Insights')
  await page.keyboard.press('t')
  await expect(page.getByRole('region', { name: 'Triage' }).getByRole('heading', { level: 2 })).toBeVisible()
  await visit('triage')
  await page.keyboard.press('Escape')

  await goToRows(page, 'Insights')
  await rowOf(page, 'Insights').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('2 selected')
  await visit('insights-selected')
  await page.keyboard.press('Control+e')
  await expect(page.getByRole('dialog', { name: 'Export insights' })).toBeVisible()
  await visit('export')
  await close(page, 'dialog')
  await page.keyboard.press('Escape')
  await page.keyboard.press('o')
  await expect(page.getByRole('menuitemradio', { name: 'Unseen', exact: true })).toBeFocused()
  await visit('sort-menu')
  await close(page, 'menu')

  await goTo(page, 'Insights')
  await searchInsights(page, 'zzzyx')
  await expect(page.getByRole('table', { name: 'Insights' })).toHaveCount(0)
  // The address is written when typing pauses, which would lead back from a view opened earlier.
  await expect(page).toHaveURL(/q=zzzyx/)
  await visit('insights-no-match')
  await goToRows(page, 'Insights')

  const form = await openNewInsight(page)
  await visit('new-insight')
  await submitInsight(form)
  await expect(form.getByRole('alert')).toBeVisible()
  await visit('new-insight-errors')
  await fillInsight(form, {
    type: 'Feedback',
    title: 'Riders ask for a spoken range warning',
    description: 'Four riders in the spring panel asked for it.',
  })
  await submitInsight(form)
  await expect(form).toBeHidden()
  await expect(page.getByRole('button', { name: 'Dismiss' }).first()).toBeVisible()
  await expect(syncStatus(page)).toContainText('Synced')
  await expect(page.getByRole('region', { name: 'Similar insights' }).getByRole('link').first()).toBeVisible()
  await visit('insight-created')
  await putNoticesAway(page)
}

/** Visits the board and the comparison, from the list with details open. */
async function walkSolutions(page: Walk['page'], visit: Walk['visit']): Promise<void> {
  await goToRows(page, 'Solutions')
  await page.getByText('Board', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Now' }).getByRole('listitem').first()).toBeVisible()
  await visit('solutions-board')
  await goToRows(page, 'Solutions')
  await rowOf(page, 'Solutions').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('table', { name: 'Comparison' }).getByRole('link').first()).toBeVisible()
  await visit('solutions-compared')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
}

/** Visits the ranking, the weights, the details and the matrix. */
async function walkPriorities({ page, visit }: Pick<Walk, 'page' | 'visit'>): Promise<void> {
  await goTo(page, 'Prioritise')
  await expect(rowOf(page, 'Ranking')).toBeVisible()
  await visit('prioritise')
  await page.getByRole('button', { name: 'Weights' }).click()
  await expect(page.getByRole('region', { name: 'Weights' })).toBeVisible()
  await visit('prioritise-weights')
  await rowOf(page, 'Ranking').click()
  await expect(page.getByRole('region', { name: 'Opportunity details' })).toContainText('Why this rank')
  await visit('prioritise-detail')
  await goTo(page, 'Prioritise')
  await page.getByRole('button', { name: 'Matrix' }).click()
  await expect(page.locator('[data-point]').first()).toBeVisible()
  await visit('prioritise-matrix')
}

/** Visits the map, which has a tree instead of rows. */
async function walkMap({ page, visit }: Pick<Walk, 'page' | 'visit'>): Promise<void> {
  await goTo(page, 'Map')
  const insight = page.getByRole('treeitem', { name: 'Insight:' }).first()
  await expect(insight).toBeVisible()
  await visit('map')
  await insight.click()
  await expect(page.getByRole('region', { name: 'Insight details' }).getByRole('heading', { level: 2 })).toBeVisible()
  await visit('map-detail')
}

/** Visits the pairs, with the first one side by side. */
async function walkDuplicates({ page, visit }: Pick<Walk, 'page' | 'visit'>): Promise<void> {
  await goTo(page, 'Duplicates')
  await expect(page.getByRole('table', { name: /can’t merge/ }).getByRole('row', { name: /^Type/ })).toBeVisible()
  await visit('duplicates')
}

/** Visits the topic map, which is drawn automatically when first shown. */
async function walkTopicMap({ page, visit }: Pick<Walk, 'page' | 'visit'>): Promise<void> {
  await goTo(page, 'Topic map')
  const clusters = page.getByRole('region', { name: 'Clusters' }).getByRole('listitem')
  await expect(clusters.first()).toBeVisible()
  await visit('topic-map')
  await clusters.first().getByRole('button').first().click()
  await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible()
  await visit('topic-map-selected')
}

/**
 * Decides just before the sandbox's week passes, to keep the decision off other pictures, and dates it a week back: on the
 * frozen clock, no evidence would be newer than a decision of today.
 */
async function decideAWeekBefore({ electron, page }: Walk): Promise<void> {
  await goTo(page, 'Prioritise')
  await rowOf(page, 'Ranking').click()
  const details = page.getByRole('region', { name: 'Opportunity details' })
  await expect(details).toContainText('Why this rank')
  await aWeekBefore({ electron }, async () => {
    await details.getByText('Not now', { exact: true }).click()
    await expect(page.getByRole('button', { name: 'Not now 1' })).toBeVisible()
  })
}

/** Visits This week after a week in the sandbox, as on a real Monday. */
async function walkWeek({ page, visit }: Pick<Walk, 'page' | 'visit'>): Promise<void> {
  await goTo(page, 'This week')
  const changes = page.getByRole('region', { name: 'What changed' })
  await expect(changes.getByRole('link', { name: /^[1-9]\d* new insights?$/ })).toBeVisible()
  const decisions = page.getByRole('region', { name: 'Decisions contradicted by evidence' })
  await expect(decisions.getByRole('link', { name: '1 opportunity', exact: true })).toBeVisible()
  await expect(decisions.getByRole('status')).toHaveCount(0)
  await expect(page.getByRole('figure').locator('svg.recharts-surface')).toHaveCount(3)
  await visit('this-week')
}

/** Lets a week pass in the sandbox and visits its changes: risen and fallen scores, new insights, new feedback. */
export async function walkNews({ page, visit }: Pick<Walk, 'page' | 'visit'>): Promise<void> {
  await goTo(page, 'What changed')
  await page.getByRole('button', { name: 'Let a week pass in the sandbox' }).click()
  await goToRows(page, 'What changed')
  const filters = page.getByRole('group', { name: 'Filters' })
  for (const kind of ['New', 'Rising', 'Falling', 'New feedback']) {
    await expect(filters.getByRole('button', { name: new RegExp(`^${kind} [1-9]`) })).toBeVisible()
  }
  await visit('news')
  await filters.getByRole('button', { name: /^New feedback/ }).click()
  await openRow(page, 'What changed', 'Change details')
  await expect(page.getByRole('region', { name: 'New feedback' }).locator('blockquote').first()).toBeVisible()
  await visit('change-detail')
}

async function walkLists({ page, visit }: Walk): Promise<void> {
  const lists = [
    { view: 'Opportunities', one: 'opportunity' },
    { view: 'Goals', one: 'goal' },
    { view: 'Solutions', one: 'solution' },
    { view: 'Feedback', one: 'feedback' },
    { view: 'Knowledge', one: 'knowledge' },
  ] as const
  for (const { view, one } of lists) {
    await goToRows(page, view)
    await visit(view.toLowerCase() as Lowercase<typeof view>)
    await openRow(page, view, `${one[0]?.toUpperCase()}${one.slice(1)} details`)
    await visit(`${one}-detail`)
    if (view === 'Solutions') {
      await walkSolutions(page, visit)
      await walkPriorities({ page, visit })
      await walkMap({ page, visit })
      await walkDuplicates({ page, visit })
    }
  }
  await walkTopicMap({ page, visit })
  await goTo(page, 'Goals')
  await page.getByRole('searchbox').fill('zzzyx range')
  await expect(page.getByRole('button', { name: 'zzzyx 0' })).toBeVisible()
  await expect(page).toHaveURL(/q=zzzyx/)
  await visit('goals-no-match')
}

async function walkDialogs({ page, visit }: Walk): Promise<void> {
  await goToRows(page, 'Goals')
  await open(page, /^More$/, 'menu')
  await page.getByRole('menuitem', { name: 'Delete by ID…' }).click()
  await expect(page.getByRole('dialog').getByRole('button').first()).toBeVisible()
  await visit('delete-by-id')
  await close(page)
  await openRow(page, 'Goals', 'Goal details')
  await open(page, 'Delete…')
  await expect(page.getByRole('dialog').locator('[aria-busy="true"]')).toHaveCount(0)
  await visit('delete-goal')
  await close(page)

  await goToRows(page, 'Opportunities')
  await openRow(page, 'Opportunities', 'Opportunity details')
  await open(page, 'Mark all as seen')
  await visit('mark-all-seen')
  await close(page)

  await goToRows(page, 'Knowledge')
  await rowOf(page, 'Knowledge')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await visit('row-menu')
  await close(page, 'menu')
}

async function walkFrame({ page, visit }: Walk): Promise<void> {
  await goToRows(page, 'Insights')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('option').first()).toBeVisible()
  await visit('palette')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('brake')
  await expect(page.getByRole('option').first()).toContainText(/brake/i)
  await expect(page.getByRole('option', { name: /related by meaning$/ }).first()).toBeVisible()
  await visit('palette-search')
  await close(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await visit('keys')
  await close(page)
  await open(page, /^Synced/)
  await visit('sync-details')
  await close(page)
  await open(page, 'Environment: Sandbox', 'menu')
  await visit('environment-menu')
  await close(page, 'menu')
  await open(page, /^Workspace: /, 'menu')
  await visit('workspace-menu')
  await close(page, 'menu')
  const score = page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Score' })
  await score.click()
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
  await visit('score-filter')
  await score.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const columns = page.getByRole('button', { name: 'Columns' })
  await columns.click()
  await expect(page.getByRole('checkbox', { name: 'Unseen' })).toBeFocused()
  await visit('columns')
  await columns.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const saveView = page.getByRole('button', { name: 'Save view' })
  await saveView.click()
  await expect(page.getByRole('textbox', { name: 'View name' })).toBeFocused()
  await visit('save-view')
  await saveView.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await open(page, 'All saved views')
  await visit('saved-views')
  await close(page)
  await goTo(page, 'Settings')
  await expect(page.getByLabel('Environment', { exact: true })).toHaveValue('sandbox')
  await expect(page.getByText('Unsent changes')).toBeVisible()
  await visit('settings-sandbox')
}

/** Skips What's new, whose text differs with every change: e2e/specs/help tests it. */
async function walkHelp({ page, visit }: Walk): Promise<void> {
  await open(page, 'Report a problem…')
  await expect(page.getByRole('dialog')).toContainText('This build has no address for reports')
  await visit('report-problem')
  await close(page)
  await open(page, 'Save diagnostics…')
  await expect(page.getByRole('region', { name: 'read-me.txt' })).toBeVisible()
  await visit('save-diagnostics')
  await close(page)
  await open(page, 'Third-party licences')
  await expect(page.getByRole('dialog')).toContainText('This build isn’t packaged')
  await visit('licences')
  await close(page)
}

export async function walkSandbox(walk: Walk): Promise<void> {
  await walkBefore(walk)
  await exploreSandbox(walk.page)
  await expect(syncStatus(walk.page)).toContainText('Synced')
  await walkInsights(walk)
  await walkLists(walk)
  await walkDialogs(walk)
  await walkFrame(walk)
  await walkHelp(walk)
  await decideAWeekBefore(walk)
  await walkNews(walk)
  await walkWeek(walk)
}
