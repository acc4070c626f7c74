// The figures of This week and the lists that they lead to, against the same counted one by one over generated records.
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fewestRated, type Need, needsOfGoal, needsOfOpportunity } from '../../contract/features/needs'
import { sentimentOf } from '../../contract/features/sentiment'
import type { Insight } from '../../contract/resources/insight'
import { mondays, startOfDay } from '../../contract/weeks'
import { generateInsights } from '../testing/generated-insights'
import { settleChange } from '../testing/moved-changes'
import { insightQuery, newChange, openTestLibrary, recordQuery, syncItems, workspace } from '../testing/opened-library'
import { watchStatements } from '../testing/watched-statements'

const taken = watchStatements()

const dayMs = 86_400_000
const now = new Date('2025-08-15T13:00:00.000Z')
const recentFrom = Date.parse('2025-05-17T00:00:00.000Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  vi.useRealTimers()
})

type Feedback = Insight['feedback'][number]
const [model] = generateInsights(40).filter(
  ({ opportunities, outcomes, feedback }) => opportunities.length > 0 && outcomes.length > 0 && feedback.length > 0,
)
const opportunityModel = model?.opportunities[0] as Insight['opportunities'][number]
const goalModel = model?.outcomes[0] as Insight['outcomes'][number]
const feedbackModel = model?.feedback[0] as Feedback

const idOf = (kind: number, number: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`
const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs).toISOString()

const places = (most: number) => fc.uniqueArray(fc.nat({ max: most }), { maxLength: 3 })

interface GeneratedFeedback {
  readonly daysAgo: number | null
  readonly category: string | null
  readonly score: number | null
}

const generatedFeedback: fc.Arbitrary<GeneratedFeedback> = fc.record({
  // Doubles are mostly small, so some are made old.
  daysAgo: fc.option(
    fc.oneof(fc.double({ min: -2, max: 200, noNaN: true }), fc.double({ min: 100, max: 200, noNaN: true })),
  ),
  category: fc.option(fc.constantFrom('Positive', 'Negative', 'Negative', 'Neutral')),
  score: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
})

function feedbackOf(number: number, made: GeneratedFeedback): Feedback {
  const { sentimentCategory: _, sentimentScore: __, ...base } = feedbackModel
  return {
    ...base,
    id: idOf(5, number),
    createdAt: made.daysAgo === null ? 'some day' : at(made.daysAgo),
    ...(made.category !== null && { sentimentCategory: made.category as 'Positive' }),
    ...(made.score !== null && { sentimentScore: made.score }),
  }
}

const generatedInsight = fc.record({
  seen: fc.boolean(),
  type: fc.constantFrom('Bug', 'Feedback', 'FeatureRequest'),
  daysAgo: fc.double({ min: -2, max: 200, noNaN: true }),
  opportunities: places(6),
  goals: places(5),
  feedback: fc.uniqueArray(fc.nat({ max: 19 }), { maxLength: 6 }),
})

const generatedWorkspace = fc
  .record({
    pieces: fc.array(generatedFeedback, { minLength: 20, maxLength: 20 }),
    insights: fc.array(generatedInsight, { minLength: 1, maxLength: 25 }),
  })
  .map(({ pieces, insights }) => {
    const feedback = pieces.map((piece, number) => feedbackOf(number, piece))
    return insights.map(
      (made, number): Insight => ({
        ...(generateInsights(1)[0] as Insight),
        id: idOf(1, number),
        title: `Insight ${number}`,
        seen: made.seen,
        type: made.type as 'Bug',
        createdAt: at(made.daysAgo),
        opportunities: made.opportunities.map((each) => ({ ...opportunityModel, id: idOf(2, each) })),
        outcomes: made.goals.map((each) => ({ ...goalModel, id: idOf(4, each) })),
        solutions: [],
        feedback: made.feedback.flatMap((each) => feedback[each] ?? []),
      }),
    )
  })

type Carried = 'opportunities' | 'outcomes'

const wordOf = ({ sentimentCategory, sentimentScore }: Feedback) =>
  sentimentCategory ?? (sentimentScore === undefined ? null : sentimentOf(sentimentScore))

/** Ids of the records of a list that have this need, one by one. */
function expected(all: readonly Insight[], list: Carried, need: Need): readonly string[] {
  const ids = [...new Set(all.flatMap((insight) => insight[list].map(({ id }) => id)))]
  return ids
    .filter((id) => {
      const own = all.filter((insight) => insight[list].some((each) => each.id === id))
      const heard = [...new Map(own.flatMap(({ feedback }) => feedback).map((each) => [each.id, each])).values()]
      const dated = heard.filter(({ createdAt }) => createdAt !== 'some day')
      const recent = dated.filter(({ createdAt }) => Date.parse(createdAt) >= recentFrom)
      const rated = recent.filter((each) => wordOf(each) !== null)
      const negative = rated.filter((each) => wordOf(each) === 'Negative')
      const rules: Readonly<Record<Need, boolean>> = {
        unseen: own.some(({ seen }) => !seen),
        unhappy: rated.length >= fewestRated && negative.length / rated.length > 0.666,
        noFeedback: heard.length === 0,
        oldFeedback: dated.length > 0 && recent.length === 0,
        noOpportunity: own.every(({ opportunities }) => opportunities.length === 0),
      }
      return rules[need]
    })
    .sort()
}

const runs = 20

it('counts opportunities and goals by the attention they need, and lists the same ones', async () => {
  const seenNeeds = new Set<Need>()
  await fc.assert(
    fc.asyncProperty(generatedWorkspace, async (all) => {
      const test = await openTestLibrary('memory')
      try {
        await syncItems(test.library, all)
        const week = await test.library.readThisWeek({ workspace })
        const listed = async (list: Carried, need: Need) => {
          const query = { ...recordQuery(), needs: [need] }
          const page =
            list === 'opportunities'
              ? await test.library.queryOpportunities({ ...query, statuses: [] })
              : await test.library.queryOutcomes(query)
          return { total: page.total, ids: page.rows.map(({ id }) => id).sort() }
        }
        for (const [list, needs, { groups }] of [
          ['opportunities', needsOfOpportunity, week.opportunities],
          ['outcomes', needsOfGoal, week.goals],
        ] as const) {
          for (const need of needs) {
            const ids = expected(all, list, need)
            if (ids.length > 0) seenNeeds.add(need)
            expect([list, need, groups[need].total]).toEqual([list, need, ids.length])
            expect(await listed(list, need)).toEqual({ total: ids.length, ids })
            expect(groups[need].top).toHaveLength(Math.min(3, ids.length))
            expect(ids).toEqual(expect.arrayContaining(groups[need].top.map(({ id }) => id)))
          }
        }
      } finally {
        test.remove()
      }
    }),
    { numRuns: runs },
  )
  expect([...seenNeeds].sort()).toEqual([...needsOfGoal].sort())
})

it('reports the date of the latest feedback and how much of the recent feedback is negative', async () => {
  const test = await openTestLibrary('memory')
  const piece = (number: number, daysAgo: number, category: string) =>
    feedbackOf(number, { daysAgo, category, score: null })
  const insight = (number: number, feedback: Feedback[]): Insight => ({
    ...(generateInsights(1)[0] as Insight),
    id: idOf(1, number),
    opportunities: [{ ...opportunityModel, id: idOf(2, number) }],
    outcomes: [],
    solutions: [],
    feedback,
  })
  await syncItems(test.library, [
    insight(1, [piece(1, 150, 'Neutral'), piece(2, 120, 'Negative')]),
    insight(2, [piece(3, 10, 'Negative'), piece(4, 9, 'Negative'), piece(5, 8, 'Positive'), piece(6, 120, 'Negative')]),
  ])
  const { groups } = (await test.library.readThisWeek({ workspace })).opportunities
  expect(groups.oldFeedback.top).toMatchObject([{ id: idOf(2, 1), latest: at(120) }])
  expect(groups.unhappy.top).toMatchObject([{ id: idOf(2, 2), negative: 2, rated: 3, latest: null }])
  test.remove()
})

const weeks = mondays(now, 12)
const starts = weeks.map((monday) => startOfDay(monday).getTime())
/** -1: before the first week. Later dates count in this week. */
const weekOf = (time: number) => starts.findLastIndex((start) => time >= start)
const countsOf = (times: readonly number[]) =>
  weeks.map((_, week) => times.filter((time) => weekOf(time) === week).length)

it('counts insights and feedback per week, and lists the same number', async () => {
  await fc.assert(
    fc.asyncProperty(generatedWorkspace, async (all) => {
      const test = await openTestLibrary('memory')
      try {
        await syncItems(test.library, all)
        const trends = await test.library.readTrends({ workspace })
        expect(trends.weeks).toEqual(weeks)
        const types = new Set(all.map(({ type }) => type))
        for (const type of types) {
          const times = all.filter((each) => each.type === type).map(({ createdAt }) => Date.parse(createdAt))
          const counts = countsOf(times)
          const found = trends.insights.find((each) => each.type === type)
          expect(found?.counts ?? weeks.map(() => 0)).toEqual(counts)
        }
        const heard = [...new Map(all.flatMap(({ feedback }) => feedback).map((each) => [each.id, each])).values()]
        const dated = heard.filter(({ createdAt }) => createdAt !== 'some day')
        for (const word of ['Positive', 'Neutral', 'Negative', null]) {
          const times = dated.filter((each) => wordOf(each) === word).map(({ createdAt }) => Date.parse(createdAt))
          const found = trends.feedback.find(({ sentiment }) => sentiment === word)
          expect(found?.counts ?? weeks.map(() => 0)).toEqual(countsOf(times))
        }
        const [since] = weeks
        const inWeeks = (list: readonly { readonly counts: readonly number[] }[]) =>
          list.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count, 0)
        const insights = await test.library.queryInsights(insightQuery({ since }))
        expect(insights.total).toBe(inWeeks(trends.insights))
        const sort = { column: 'createdAt', direction: 'ascending' } as const
        const none = { sources: [], sentiments: [], months: [] }
        const feedback = await test.library.queryFeedback({ ...recordQuery(), ...none, sort, since })
        expect(feedback.total).toBe(inWeeks(trends.feedback))
        const facets = feedback.facets?.sentiments.reduce((sum, { count }) => sum + count, 0)
        expect(facets).toBe(feedback.total)
      } finally {
        test.remove()
      }
    }),
    { numRuns: runs },
  )
})

const generatedSyncs = fc.array(
  fc.record({
    daysAgo: fc.integer({ min: 0, max: 100 }),
    listed: fc.array(
      fc.record({
        number: fc.nat({ max: 7 }),
        combined: fc.option(fc.double({ min: 0, max: 9, noNaN: true })),
        momentum: fc.option(fc.double({ min: 0, max: 9, noNaN: true })),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  }),
  { minLength: 1, maxLength: 5 },
)

const mean = (values: readonly (number | undefined)[]) => {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

function expectClose(found: readonly (number | null)[], wanted: readonly (number | null)[]) {
  expect(found.map((value) => value === null)).toEqual(wanted.map((value) => value === null))
  for (const [place, value] of wanted.entries()) if (value !== null) expect(found[place]).toBeCloseTo(value, 6)
}

it('averages the scores of the list at the end of each week, with null before the first sync', async () => {
  await fc.assert(
    fc.asyncProperty(generatedSyncs, async (made) => {
      const test = await openTestLibrary('memory')
      try {
        const syncs = made
          .toSorted((one, other) => other.daysAgo - one.daysAgo)
          .map(({ daysAgo, listed }) => {
            const items = [...new Map(listed.map((each) => [each.number, each])).values()].map((each): Insight => {
              const {
                combinedScore: _,
                momentumScore: __,
                strengthScore: ___,
                ...base
              } = generateInsights(1)[0] as Insight
              return {
                ...base,
                id: idOf(1, each.number),
                ...(each.combined !== null && { combinedScore: each.combined }),
                ...(each.momentum !== null && { momentumScore: each.momentum }),
              }
            })
            return { at: at(daysAgo), items }
          })
        for (const { at: startedAt, items } of syncs) await syncItems(test.library, items, startedAt)
        const trends = await test.library.readTrends({ workspace })
        const lastOf = weeks.map((_, week) => {
          const end = starts[week + 1] ?? Number.POSITIVE_INFINITY
          return syncs.findLast((sync) => Date.parse(sync.at) < end)?.items ?? []
        })
        expectClose(
          trends.scores.combinedScore,
          lastOf.map((items) => mean(items.map((each) => each.combinedScore))),
        )
        expectClose(
          trends.scores.momentumScore,
          lastOf.map((items) => mean(items.map((each) => each.momentumScore))),
        )
        expect(trends.scores.strengthScore).toEqual(weeks.map(() => null))
        expect(trends.scored).toEqual(
          lastOf.map((items) => items.filter(({ combinedScore }) => combinedScore !== undefined).length),
        )
        expect(trends.scoresSince).toBe(syncs[0]?.at)
      } finally {
        test.remove()
      }
    }),
    { numRuns: runs },
  )
})

it('counts the scores of an insight created here, also once the service moves or removes them', async () => {
  const test = await openTestLibrary('memory')
  const scored = generateInsights(3).map((each, number) => ({ ...each, combinedScore: 0.4 + number / 10 }))
  const created = { ...(scored[0] as Insight), id: newChange(1).targetId, combinedScore: 0.9 }
  const latest = async () => {
    const { scored: counts, scores } = await test.library.readTrends({ workspace })
    return { scored: counts.at(-1), mean: scores.combinedScore.at(-1) }
  }
  await syncItems(test.library, scored, at(3))
  await test.library.addChange(newChange(1))
  const settledAt = at(2.5)
  const { environment } = workspace
  await settleChange(test.library, { environment, changeId: 'change-1', state: 'done', insight: created, settledAt })
  await syncItems(test.library, [...scored, created], at(2))
  expect(await latest()).toEqual({ scored: 4, mean: expect.closeTo(0.6, 9) })
  await syncItems(test.library, [...scored, { ...created, combinedScore: 0.3 }], at(1))
  expect(await latest()).toEqual({ scored: 4, mean: expect.closeTo(0.45, 9) })
  await syncItems(test.library, scored, at(0.5))
  expect(await latest()).toEqual({ scored: 3, mean: expect.closeTo(0.5, 9) })
  test.remove()
})

it('reads trends from indexes only, not from the insights and feedback tables', async () => {
  const test = await openTestLibrary('memory')
  await syncItems(test.library, generateInsights(50))
  taken()
  await test.library.readTrends({ workspace })
  const statements = taken()
  expect(statements.filter(({ sql }) => sql.includes('FROM feedback')).length).toBeGreaterThan(0)
  expect(statements.filter(({ sql }) => sql.includes('FROM insights')).length).toBeGreaterThan(0)
  const tables = statements.flatMap((statement) => statement.tablesRead())
  expect(tables.filter((name) => name === 'insights' || name === 'feedback')).toEqual([])
  test.remove()
})

it('reads past scores in bounded ranges, each only once', async () => {
  const test = await openTestLibrary('memory')
  await syncItems(test.library, generateInsights(50))
  taken()
  await test.library.readTrends({ workspace })
  const moves = taken().find(({ sql }) => sql.includes('FROM score_history') && sql.includes('FROM change_log'))
  const steps = moves?.plan().filter((step) => /^SEARCH (score_history|change_log)/.test(step))
  expect(steps).toEqual([
    expect.stringContaining('insight_id>? AND insight_id<?'),
    expect.stringContaining('insight_id>? AND insight_id<?'),
  ])
  test.remove()
})

it('counts a goal without an opportunity that was added after the first read', async () => {
  const test = await openTestLibrary('memory')
  const insights = generateInsights(30)
  await syncItems(test.library, insights)
  const lone = async () => (await test.library.readThisWeek({ workspace })).goals.groups.noOpportunity.total
  const before = await lone()
  const [base] = generateInsights(31).slice(-1)
  const goal = { ...goalModel, id: idOf(9, 1), title: 'Lone goal' }
  const added = { ...(base as Insight), outcomes: [goal], opportunities: [], solutions: [], feedback: [] }
  await syncItems(test.library, [...insights, added])
  expect(await lone()).toBe(before + 1)
  test.remove()
})

it('returns twelve empty weeks when nothing was synced', async () => {
  const test = await openTestLibrary('memory')
  const { scores, ...trends } = await test.library.readTrends({ workspace })
  expect(trends).toMatchObject({ weeks, insights: [], feedback: [], scoresSince: null })
  expect(scores.combinedScore).toEqual(weeks.map(() => null))
  const { opportunities } = await test.library.readThisWeek({ workspace })
  expect(opportunities).toMatchObject({ all: 0, groups: { unseen: { total: 0, top: [] } } })
  test.remove()
})

it('counts by the weeks of the time zone that it was told last', async () => {
  // Put back afterwards.
  vi.stubEnv('TZ', 'UTC')
  let clock = new Date('2026-11-22T23:30:00.000Z')
  const { library, remove } = await openTestLibrary('memory', () => clock)
  try {
    const [insight] = generateInsights(1)
    await syncItems(library, [{ ...insight, createdAt: '2026-11-23T06:00:00.000Z' }])
    const lastWeekIn = async (timeZone: string) => {
      await library.setTimeZone({ timeZone })
      const { weeks, insights } = await library.readTrends({ workspace })
      return [weeks.at(-1), insights[0]?.counts.at(-1)]
    }
    expect((await lastWeekIn('Europe/Berlin'))[0]).toBe('2026-11-23')
    expect((await lastWeekIn('America/New_York'))[0]).toBe('2026-11-16')
    // The same week, which begins at another moment.
    clock = new Date('2026-11-24T12:00:00.000Z')
    const filter = { since: '2026-11-23' }
    expect(await lastWeekIn('America/New_York')).toEqual(['2026-11-23', 1])
    expect((await library.queryInsights(insightQuery(filter))).total).toBe(1)
    expect(await lastWeekIn('America/Los_Angeles')).toEqual(['2026-11-23', 0])
    expect((await library.queryInsights(insightQuery(filter))).total).toBe(0)
  } finally {
    remove()
    vi.unstubAllEnvs()
  }
})
