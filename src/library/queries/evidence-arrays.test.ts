// Figures over arrays against the same figures by the SQL that details use, while insights come, change and go; and how they
// are read: in slices, from indexes without texts, only what was written since.
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { noWeights } from '../../contract/features/priorities'
import type { Insight } from '../../contract/resources/insight'
import { generateInsight } from '../testing/generated-insights'
import { openTestLibrary, recordQuery, syncItems, type TestLibrary, workspace } from '../testing/opened-library'
import { watchStatements } from '../testing/watched-statements'

let test: TestLibrary | null = null
afterEach(() => {
  vi.restoreAllMocks()
  test?.remove()
  test = null
})

/** Feedback of one insight is in the next ones too. */
function sharing(insights: readonly Insight[], every: number): Insight[] {
  return insights.map((insight, place) => {
    const before = insights[place - 1]
    if (before === undefined || place % every !== 0) return insight
    const own = new Set(insight.feedback.map(({ id }) => id))
    return { ...insight, feedback: [...insight.feedback, ...before.feedback.filter(({ id }) => !own.has(id))] }
  })
}

const query = { ...recordQuery(), sort: { column: 'title', direction: 'ascending' } as const }

async function compareWithDetails({ library }: TestLibrary) {
  const { rows } = await library.queryOpportunities({ ...query, statuses: [] })
  for (const { id, insights, unseen, feedback, solutions, strongest, sentiment } of rows) {
    const alone = await library.getOpportunity({ workspace, id })
    expect([insights, unseen, feedback, solutions]).toEqual([
      ...[alone.insights, alone.unseen, alone.feedback, alone.solutions],
    ])
    expect(strongest).toBe(alone.strongest)
    if (alone.sentiment === null) expect(sentiment).toBeNull()
    else expect(sentiment).toBeCloseTo(alone.sentiment, 9)
  }
  const goals = await library.queryOutcomes(query)
  for (const { id, insights, unseen, feedback, opportunities, solutions } of goals.rows) {
    const alone = await library.getOutcome({ workspace, id })
    expect([insights, unseen, feedback, opportunities, solutions]).toEqual([
      ...[alone.insights, alone.unseen, alone.feedback, alone.opportunities, alone.solutions],
    ])
  }
  return rows.length + goals.rows.length
}

it('counts for each record in a list what its details count, whatever a sync brought or took', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 25 }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.integer({ min: 1, max: 4 }),
      async (syncs, every) => {
        const opened = await openTestLibrary('memory')
        try {
          for (const [seed, numbers] of syncs.entries()) {
            const insights = numbers.map((number) => generateInsight(number, { seed: seed + 1, embedding: 0 }))
            await syncItems(opened.library, sharing(insights, every))
            await compareWithDetails(opened)
          }
        } finally {
          opened.remove()
        }
      },
    ),
    { numRuns: 12 },
  )
})

it('reads no table of texts, and nothing again that was not written to', async () => {
  const take = watchStatements()
  test = await openTestLibrary('file')
  const { library } = test
  await syncItems(
    library,
    sharing(
      Array.from({ length: 200 }, (_, number) => generateInsight(number)),
      3,
    ),
  )
  const list = () => library.listPriorities({ workspace, kind: 'opportunity', now: '2025-08-15T13:00:00.000Z' })
  const ofEvidence = () => take().filter(({ sql }) => /group_concat.*BETWEEN/s.test(sql))
  take()
  await list()
  const read = ofEvidence()
  expect(read.length).toBeGreaterThan(5)
  const steps = read.flatMap((statement) => statement.plan())
  for (const step of steps) expect(step).toMatch(/USING (COVERING INDEX|PRIMARY KEY)/)
  await list()
  await library.queryOpportunities({ ...query, statuses: [] })
  await library.querySolutions({ ...query, statuses: [], horizons: [] })
  expect(ofEvidence().map(({ sql }) => sql)).toEqual([])
  await library.saveScoringModel({ workspace, model: { id: 'a', name: 'A', weights: noWeights } })
  await list()
  expect(ofEvidence().map(({ sql }) => sql)).toEqual([])
})

it('answers other questions between two slices', async () => {
  test = await openTestLibrary('file')
  const { library } = test
  await syncItems(
    library,
    Array.from({ length: 50 }, (_, number) => generateInsight(number, { embedding: 0 })),
  )
  const asked = library.listPriorities({ workspace, kind: 'insight', now: '2025-08-15T13:00:00.000Z' })
  let answered = 0
  let isRead = false
  const read = asked.finally(() => {
    isRead = true
  })
  while (!isRead) {
    await nextTurn()
    await library.listScoringModels({ workspace })
    if (!isRead) answered += 1
  }
  await read
  expect(answered).toBeGreaterThan(3)
})
