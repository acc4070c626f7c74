// The library's work for a start, for the first page of each list, for a search and for what a person writes must not grow
// with the workspace. It is counted in the rows that statements return and in the bytes of answers, which are the same on
// every machine. What the database counts or joins over an index by itself isn't among them, so plans say which tables it
// may read for that.
import { serialize } from 'node:v8'
import { expect, it } from 'vitest'
import type { Insight } from '../../contract/resources/insight'
import type { Library } from '../library'
import { generateInsights, insightId } from '../testing/generated-insights'
import { addConfirmed, markChange, settleChange } from '../testing/moved-changes'
import { insightQuery, newChange, openTestLibrary, recordQuery, syncItems, workspace } from '../testing/opened-library'
import { watchStatements } from '../testing/watched-statements'

const taken = watchStatements()

const mostGrowth = 1.2
/** For a page of 100 records with the beginnings of their texts. */
const mostBytes = 64 * 1024

const page = { ...recordQuery(), limit: 100 }
const ofFeedback = { sources: [], sentiments: [], months: [] }
const newest = { column: 'createdAt', direction: 'descending' } as const
const unseenFirst = { column: 'seen', direction: 'ascending' } as const

/** Insights that may have another score since the first sync: What changed reads each of those. */
const changed = 150

/** With a text of some 4,000 characters, of which a list shows the beginning. */
const long = (insight: Insight): Insight => ({ ...insight, description: insight.description.padEnd(4_000, '.') })

/** As the insight was at the first sync. */
const lower = (insight: Insight, number: number): Insight =>
  insight.combinedScore === undefined || number >= changed
    ? insight
    : { ...insight, combinedScore: insight.combinedScore * 0.5 }

/** A plan that looks up every insight of the workspace in its table. */
const readsAll = /^SEARCH insights USING INDEX \w+ \(workspace=\?\)$/

/**
 * A plan that looks up every record of a workspace in any table, or reads a table or an index from its first entry. Exempt
 * are the queues of what was just written, and the journal ("own"), which has unsent changes only.
 */
const readsTable = [
  /^SEARCH \w+ USING INDEX \w+ \(workspace=\?\)$/,
  /^SCAN (?!\(subquery|\w+ VIRTUAL TABLE|CONSTANT ROW|text_queue|private_touched|own$)/,
]

type Questions = (library: Library) => Readonly<Record<string, () => Promise<unknown>>>

const ofLists: Questions = (library) => ({
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
})

/** Almost every insight has a word with this beginning. */
const short = 'ba'
const bestUpdated = { column: 'updatedAt', direction: 'descending', bestFirst: true } as const

const ofSearches: Questions = (library) => ({
  'search of insights': () => library.queryInsights(insightQuery({ text: short }, { sort: bestUpdated, limit: 100 })),
  'search of insights, a whole word': () =>
    library.queryInsights(insightQuery({ text: 'battery' }, { sort: bestUpdated, limit: 100 })),
  palette: () => library.searchEverything({ workspace, text: short, limit: 5 }),
  'palette, a whole word': () => library.searchEverything({ workspace, text: 'battery', limit: 5 }),
})

interface GivenOptions {
  /** Insights that the last sync added. */
  readonly added?: number
  readonly questionsOf?: Questions
  /** Statements whose plans are looked at. */
  readonly steps?: RegExp
}

/** Rows that the statements of each call return, and bytes of its answer, in a library that was just opened. */
async function given(
  insights: number,
  { added = 0, questionsOf = ofLists, steps: looked = /^\s*(SELECT|WITH)/ }: GivenOptions = {},
) {
  const test = await openTestLibrary('file')
  try {
    const all = generateInsights(insights + added).map(long)
    await syncItems(test.library, all.slice(0, insights).map(lower))
    await syncItems(test.library, all, new Date().toISOString())
    const { library } = test
    const answers: Record<string, { readonly rows: number; readonly bytes: number }> = {}
    const plans: string[] = []
    const wide: string[] = []
    const ofAll: string[] = []
    for (const [name, ask] of Object.entries(questionsOf(library))) {
      await test.reopen()
      taken()
      // As the bridge copies it.
      const bytes = serialize(await ask()).length
      const statements = taken()
      answers[name] = { bytes, rows: statements.reduce((sum, { rows }) => sum + rows(), 0) }
      const steps = statements.filter(({ sql }) => looked.test(sql)).flatMap(({ plan }) => plan())
      if (name === 'first rows') plans.push(...steps)
      wide.push(...steps.filter((step) => readsAll.test(step)).map((step) => `${name}: ${step}`))
      const reading = steps.filter((step) => readsTable.some((pattern) => pattern.test(step)))
      ofAll.push(...reading.map((step) => `${name}: ${step}`))
    }
    return { answers, plans, wide, ofAll }
  } finally {
    test.remove()
  }
}

type Given = Awaited<ReturnType<typeof given>>

function expectBounded(small: Given, large: Given): void {
  for (const [name, { rows, bytes }] of Object.entries(small.answers)) {
    expect.soft(large.answers[name]?.rows, `${name}: rows`).toBeLessThanOrEqual(rows * mostGrowth)
    expect.soft(large.answers[name]?.bytes, `${name}: bytes`).toBeLessThanOrEqual(bytes * mostGrowth)
    expect.soft(large.answers[name]?.bytes, `${name}: bytes`).toBeLessThanOrEqual(mostBytes)
  }
}

it('reads and answers at most 20% more with five times as many insights and the same number changed', async () => {
  const small = await given(300)
  const large = await given(1_500)
  expectBounded(small, large)
  expect(large.answers['first rows']?.rows).toBeGreaterThanOrEqual(page.limit)
  expect(large.answers['What changed']?.rows).toBeGreaterThanOrEqual(changed / 3)
  expect(large.wide).toEqual([])
  expect(large.plans.filter((step) => /^SCAN insights(?! USING)/.test(step))).toEqual([])
  const bySeen = (plans: readonly string[]) =>
    plans.filter((step) => step.startsWith('SEARCH insights USING INDEX insights_by_seen'))
  // No sync has added an insight since the first: none can lead the list.
  expect(bySeen(large.plans)).toEqual([])
  // Only the unseen insights without a score; half of all are unseen.
  const { plans } = await given(300, { added: 1 })
  expect(bySeen(plans)).toEqual([expect.stringContaining('combined_score=?')])
})

it('searches three times as many insights with at most 20% more rows, and without reading a table from end to end', async () => {
  // Both have more matches than are ranked by their titles.
  const small = await given(700, { questionsOf: ofSearches })
  const large = await given(2_100, { questionsOf: ofSearches })
  expectBounded(small, large)
  expect(large.ofAll).toEqual([])
})

const decidedAt = '2025-06-02T10:00:00.000Z'
const reviewed = { status: 'reviewed' } as const

const ofWrites: Questions = (library) => {
  const insight = { workspace, kind: 'insight', id: insightId(1) } as const
  const several = { workspace, kind: 'insight' } as const
  const decisions = [{ ids: [insightId(2)], decision: reviewed, from: null }]
  const labels = [{ ids: [insightId(3)], add: ['Q3'], remove: [] }]
  return {
    'a review': () => library.decideTriage({ ...insight, decision: reviewed, decidedAt }),
    'a review of several': () => library.decideAll({ ...several, decisions, decidedAt }),
    'a note': () => library.setNote({ ...insight, note: 'Ask them', began: '', sent: [] }),
    labels: () => library.labelAll({ ...several, changes: labels }),
    'a metric': () => library.saveMetric({ workspace, metricId: 'speed', label: 'Speed', addedAt: decidedAt }),
    'a draft': () => library.saveDraft({ workspace, draftId: 'draft', values: { title: 'Bell' }, savedAt: decidedAt }),
    'a change and its answer': async () => {
      const { environment } = workspace
      await addConfirmed(library, newChange(1))
      await markChange(library, { environment, changeId: 'change-1', state: 'sending', error: null })
      await settleChange(library, {
        environment,
        changeId: 'change-1',
        state: 'done',
        insight: null,
        settledAt: decidedAt,
      })
    },
  }
}

it('writes reviews, notes, labels, metrics, drafts and changes without reading a table from end to end', async () => {
  const { ofAll } = await given(300, { questionsOf: ofWrites, steps: /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/ })
  expect(ofAll).toEqual([])
})
