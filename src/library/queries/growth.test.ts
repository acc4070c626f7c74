// The library's work for a start and for the first page of each list must not grow with the workspace. It is counted
// in the rows that statements return, which are the same on every machine; what the database counts over an index by itself
// isn't among them.
import { expect, it } from 'vitest'
import type { Insight } from '../../contract/resources/insight'
import { generateInsights } from '../testing/generated-insights'
import { insightQuery, openTestLibrary, recordQuery, syncItems, workspace } from '../testing/opened-library'
import { watchStatements } from '../testing/watched-statements'

const taken = watchStatements()

const mostGrowth = 1.2

const page = { ...recordQuery(), limit: 100 }
const ofFeedback = { sources: [], sentiments: [], months: [] }
const newest = { column: 'createdAt', direction: 'descending' } as const
const unseenFirst = { column: 'seen', direction: 'ascending' } as const

/** Insights that may have another score since the first sync: What changed reads each of those. */
const changed = 150

/** As the insight was at the first sync. */
const lower = (insight: Insight, number: number): Insight =>
  insight.combinedScore === undefined || number >= changed
    ? insight
    : { ...insight, combinedScore: insight.combinedScore * 0.5 }

/** A plan that looks up every insight of the workspace in its table. */
const readsAll = /^SEARCH insights USING INDEX \w+ \(workspace=\?\)$/

/** Rows that the statements of each call return, in a library that was just opened. @param added by the last sync */
async function rowsGiven(insights: number, added = 0) {
  const test = await openTestLibrary('file')
  try {
    const all = generateInsights(insights + added)
    await syncItems(test.library, all.slice(0, insights).map(lower))
    await syncItems(test.library, all, new Date().toISOString())
    const { library } = test
    const questions = {
      'first rows': () => library.queryInsights(insightQuery({}, { sort: unseenFirst, limit: 100 })),
      counts: () => library.queryInsights(insightQuery({}, { sort: { ...newest, column: 'updatedAt' }, limit: 1 })),
      drafts: () => library.listDrafts({ workspace }),
      'badge of What changed': () => library.queryNews({ workspace, text: '', kinds: [], offset: 0, limit: 1 }),
      'What changed': () => library.queryNews({ workspace, text: '', kinds: [], offset: 0, limit: 100 }),
      'What changed, by opportunity': () =>
        library.queryNews({ workspace, text: '', kinds: [], sort: 'opportunity', offset: 0, limit: 100 }),
      'saved views': () => library.listSavedViews({ workspace }),
      'a count of a saved view': () =>
        library.queryInsights(insightQuery({ seen: 'unseen', triage: 'left' }, { limit: 1 })),
      opportunities: () => library.queryOpportunities({ ...page, statuses: [] }),
      solutions: () => library.querySolutions({ ...page, statuses: [], horizons: [] }),
      goals: () => library.queryOutcomes(page),
      feedback: () => library.queryFeedback({ ...page, ...ofFeedback, sort: newest }),
    }
    const given: Record<string, number> = {}
    const plans: string[] = []
    const wide: string[] = []
    for (const [name, ask] of Object.entries(questions)) {
      await test.reopen()
      taken()
      await ask()
      const statements = taken()
      given[name] = statements.reduce((sum, { rows }) => sum + rows(), 0)
      const steps = statements.filter(({ sql }) => /^\s*(SELECT|WITH)/.test(sql)).flatMap(({ plan }) => plan())
      if (name === 'first rows') plans.push(...steps)
      wide.push(...steps.filter((step) => readsAll.test(step)).map((step) => `${name}: ${step}`))
    }
    return { given, plans, wide }
  } finally {
    test.remove()
  }
}

it('reads at most 20% more rows with ten times as many insights and the same number changed', async () => {
  const small = await rowsGiven(300)
  const large = await rowsGiven(3_000)
  for (const [name, rows] of Object.entries(small.given)) {
    expect.soft(large.given[name], name).toBeLessThanOrEqual(rows * mostGrowth)
  }
  expect(large.given['first rows']).toBeGreaterThanOrEqual(page.limit)
  expect(large.given['What changed']).toBeGreaterThanOrEqual(changed / 3)
  expect(large.wide).toEqual([])
  expect(large.plans.filter((step) => /^SCAN insights(?! USING)/.test(step))).toEqual([])
  const bySeen = (plans: readonly string[]) =>
    plans.filter((step) => step.startsWith('SEARCH insights USING INDEX insights_by_seen'))
  // No sync has added an insight since the first: none can lead the list.
  expect(bySeen(large.plans)).toEqual([])
  // Only the unseen insights without a score; half of all are unseen.
  const { plans } = await rowsGiven(300, 1)
  expect(bySeen(plans)).toEqual([expect.stringContaining('combined_score=?')])
})
