// Views without calls of their own, in an empty workspace and in one with 2,000 of everything. In the one window, each view
// is on screen when the workspace turns out to be empty.
import type { Page } from '@playwright/test'
import type { WorkspaceRef } from '../../../src/contract/workspace'
import { manyInsights, manyRows, titleAt } from '../../app/many-records'
import { callBridge } from '../../commands/call-bridge'
import { checkLongList, mostDrawn } from '../../commands/check-long-list'
import { openView } from '../../commands/open-view'
import { expectRowCount, rowAt, searchbox, tableRows } from '../../commands/read-table'
import { serveMany, serveNothing } from '../../commands/serve-rows'
import { syncNow } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

interface Sizes {
  /** Expects the sandbox's own records on screen. */
  readonly usual: () => Promise<void>
  readonly empty: () => Promise<void>
  readonly many: () => Promise<void>
}

const heading = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { name })).toBeVisible()

const views: Readonly<Record<string, (page: Page, workspace: WorkspaceRef) => Sizes>> = {
  'This week': (page) => {
    const unseen = page.getByRole('region', { name: 'Unseen' })
    return {
      usual: () => expect(unseen.getByRole('link').first()).toBeVisible(),
      async empty() {
        await expect(unseen).toContainText('0 unseen insights')
        await expect(unseen).toContainText('0 of 0 opportunities have unseen insights')
        await expect(page.getByRole('region', { name: 'Trends' })).toContainText('0 pieces of feedback in 12 weeks')
      },
      many: () => expect(unseen).toContainText('of 2,000 opportunities have unseen insights'),
    }
  },

  Solutions: (page) => {
    const details = page.getByRole('region', { name: 'Solution details' })
    return {
      async usual() {
        await rowAt(page, 'Solutions', 1).click()
        await expect(details.getByRole('heading', { level: 2 })).toBeVisible()
      },
      async empty() {
        await heading(page, 'No solutions yet')
        // The open record is gone from the service too, and the app says so.
        await expect(details.getByRole('heading', { name: 'Solution not found' })).toBeVisible()
        await page.keyboard.press('Escape')
      },
      async many() {
        const wordsAt = (place: number) => titleAt('solution', place)
        await checkLongList(page, { name: 'Solutions', wordsAt, sortedBy: 'Title' })
        await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Backlog' }).click()
        await expect(page.getByRole('status', { name: 'Number of solutions' })).toContainText('286 of 2,000')
      },
    }
  },

  Prioritise: (page) => ({
    usual: () => expect(tableRows(page, 'Ranking').first()).toBeVisible(),
    async empty() {
      await heading(page, 'No opportunities yet')
      await expect(page.getByRole('main')).toContainText('is linked to any opportunities')
    },
    many: () =>
      checkLongList(page, {
        name: 'Ranking',
        wordsAt: (place) => titleAt('opportunity', place),
        sortedBy: 'Title',
      }),
  }),

  Map: (page) => {
    const goals = page.getByRole('treeitem', { name: 'Goal:' })
    return {
      usual: () => expect(goals.first()).toBeVisible(),
      empty: () => heading(page, 'No records yet'),
      async many() {
        await expect(goals.first()).toBeVisible()
        const more = page.getByRole('treeitem', { name: / more goals$/ })
        await expect(more).toHaveAccessibleName('1,992 more goals')
        await more.click()
        await expect(more).toHaveAccessibleName('1,968 more goals')
        await page.getByRole('searchbox', { name: 'Search map' }).fill(titleAt('goal', 1_777))
        await expect(page.getByRole('treeitem', { name: titleAt('goal', 1_777) }).first()).toBeVisible()
      },
    }
  },

  Feedback: (page) => ({
    usual: () => expect(tableRows(page, 'Feedback').first()).toBeVisible(),
    async empty() {
      await heading(page, /^No .*feedback.* yet$/)
      await expect(page.getByRole('main')).toContainText('has feedback')
    },
    async many() {
      const wordsAt = (place: number) => titleAt('feedback', place)
      await checkLongList(page, { name: 'Feedback', wordsAt, sortedBy: 'Date' })

      // A found record opens and stays readable while the list holds only distant rows.
      const words = titleAt('feedback', 1000)
      await searchbox(page, 'Feedback').fill(words)
      await expectRowCount(page, 'Feedback', 1)
      await rowAt(page, 'Feedback', 1).click()
      const details = page.getByRole('region', { name: 'Feedback details' })
      await expect(details.getByRole('blockquote')).toHaveText(words)
      await searchbox(page, 'Feedback').fill('')
      await expectRowCount(page, 'Feedback', manyRows)
      await expect(details.getByRole('blockquote')).toHaveText(words)
      await page.reload()
      await expect(details.getByRole('blockquote')).toHaveText(words)
    },
  }),

  Duplicates: (page) => ({
    usual: () => expect(page.getByRole('region', { name: 'Pairs' }).getByRole('button').first()).toBeVisible(),
    empty: () => heading(page, 'Nothing to compare'),
    async many() {
      await expect(page.getByRole('status', { name: 'Pairs found' })).toHaveText('1,000 pairs')
      await expect(page.getByRole('main')).toContainText('Only the 1,000 most similar pairs are listed.')
      await page.getByRole('button', { name: 'Show more' }).click()
      await expect(page.locator('[data-pair="399"]')).toBeAttached()
      await expect(page.getByRole('row', { name: /^Type/ })).toBeVisible()
    },
  }),

  'Topic map': (page) => ({
    usual: () => expect(page.getByRole('region', { name: 'Clusters' }).getByRole('listitem').first()).toBeVisible(),
    empty: () => heading(page, 'No insights yet'),
    async many() {
      // The map appears once all places are computed, which takes a busy computer a while.
      const number = page.getByRole('status', { name: 'Number of insights' })
      await expect(number).toHaveText('2,000 of 2,000 insights', { timeout: 120_000 })
      await expect(page.getByRole('application', { name: 'Map of insights' })).toHaveAttribute('data-points', '2000')
    },
  }),

  Activity: (page, workspace) => ({
    usual: () => heading(page, 'No changes yet'),
    empty: () => heading(page, 'No changes yet'),
    async many() {
      // The quickest real way to many changes. The newest is on top.
      const ids = manyInsights().data.flatMap(({ opportunities }) => opportunities.map(({ id }) => id))
      const input = { workspace, kind: 'opportunity', ids, decision: 'later' }
      expect(await callBridge(page, 'priorities.decide', input)).toMatchObject({ ok: true })
      const words = (place: number) => titleAt('opportunity', place)
      await expectRowCount(page, 'Activity', manyRows)
      await expect(rowAt(page, 'Activity', 1)).toContainText(words(manyRows - 1))
      await rowAt(page, 'Activity', 1).focus()
      await page.keyboard.press('End')
      await expect(rowAt(page, 'Activity', manyRows)).toBeFocused()
      await expect(rowAt(page, 'Activity', manyRows)).toContainText(words(0))
      expect(await tableRows(page, 'Activity').count()).toBeLessThan(mostDrawn)
      await searchbox(page, 'Activity').fill(words(1233))
      await expectRowCount(page, 'Activity', 1)
      await page.getByRole('button', { name: 'Clear search' }).click()
      await expectRowCount(page, 'Activity', manyRows)
    },
  }),
}

test('This week, Solutions, Prioritise, Map, Feedback, Duplicates, Topic map, Activity, through the sync: empty, 2,000 rows', async ({
  troubled: world,
}) => {
  const { page, faulty, service } = world
  const { organisationId, workspaceId } = service
  const workspace = { environment: 'staging', organisationId, workspaceId } as const
  for (const [view, of] of Object.entries(views)) {
    const { usual, empty } = of(page, workspace)
    await test.step(`${view}: empty`, async () => {
      await openView(page, view)
      await usual()
      await serveNothing(world)
      await empty()
      faulty.reset()
      await syncNow(page)
    })
  }
  await serveMany(world)
  for (const [view, of] of Object.entries(views)) {
    await test.step(`${view}: 2,000 rows`, async () => {
      await openView(page, view)
      await of(page, workspace).many()
    })
  }
})
