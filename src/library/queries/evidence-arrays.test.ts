// Figures over arrays against the same figures by the SQL that details use, while insights come, change and go; and how they
// are read: in slices, from indexes without texts, only what was written since.
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { noWeights } from '../../contract/features/priorities'
import type { Insight } from '../../contract/resources/insight'
import { generateInsight, insightId } from '../testing/generated-insights'
import { openTestLibrary, recordQuery, syncItems, type TestLibrary, workspace } from '../testing/opened-library'
import { watchStatements } from '../testing/watched-statements'
import { type Evidence, heardOf } from './evidence-arrays'
import { lastOf } from './kept-in-steps'

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

async function compareWithDetails({ library }: TestLibrary, synced: readonly Insight[]) {
  const idsOf = (records: readonly { readonly id: string }[]) => new Set(records.map(({ id }) => id))
  const { rows } = await library.queryOpportunities({ ...query, statuses: [] })
  expect(idsOf(rows)).toEqual(idsOf(synced.flatMap((insight) => insight.opportunities)))
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
  expect(idsOf(goals.rows)).toEqual(idsOf(synced.flatMap((insight) => insight.outcomes)))
  for (const { id, insights, unseen, feedback, opportunities, solutions } of goals.rows) {
    const alone = await library.getOutcome({ workspace, id })
    expect([insights, unseen, feedback, opportunities, solutions]).toEqual([
      ...[alone.insights, alone.unseen, alone.feedback, alone.opportunities, alone.solutions],
    ])
  }
}

it('counts the same for each record in a list as in its details, whatever a sync added or removed', async () => {
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
            await compareWithDetails(opened, insights)
          }
        } finally {
          opened.remove()
        }
      },
    ),
    { numRuns: 12 },
  )
})

it('reads evidence from indexes without texts, and does not reread tables that were not written', async () => {
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
  const isOfEvidence = ({ sql }: { readonly sql: string }) =>
    /(group_concat|count).*(BETWEEN|feedback_by_date)/s.test(sql)
  const ofEvidence = () => take().filter(isOfEvidence)
  take()
  await list()
  const first = take()
  const bounds = first.filter(({ sql }) => sql.includes('AS first'))
  expect(bounds.length).toBeGreaterThan(0)
  // One subquery for both ends would read all rows.
  for (const each of bounds) expect(each.plan().filter((step) => step.includes('SCALAR SUBQUERY'))).toHaveLength(2)
  const read = first.filter(isOfEvidence)
  expect(read.length).toBeGreaterThan(5)
  const steps = read.flatMap((statement) => statement.plan())
  // Reads by date take only rows, which the index has; the database calls no index on an expression covering.
  for (const step of steps) expect(step).toMatch(/USING (COVERING INDEX|PRIMARY KEY|INDEX feedback_by_date \()/)
  await list()
  await library.queryOpportunities({ ...query, statuses: [] })
  await library.querySolutions({ ...query, statuses: [], horizons: [] })
  expect(ofEvidence().map(({ sql }) => sql)).toEqual([])
  await library.saveScoringModel({ workspace, model: { id: 'a', name: 'A', weights: noWeights } })
  await list()
  expect(ofEvidence().map(({ sql }) => sql)).toEqual([])
})

it('reads sentiment by row, with and without gaps between the rows', async () => {
  test = await openTestLibrary('memory')
  const { library } = test
  const insights = Array.from({ length: 12 }, (_, number) => generateInsight(number, { embedding: 0 }))
  const compare = async (listed: readonly Insight[]) => {
    const { ids, parts } = await library.listPriorities({ workspace, kind: 'insight', now: '2025-08-15T13:00:00.000Z' })
    for (const [at, id] of ids.split('\n').entries()) {
      const scores = listed
        .find((insight) => insight.id === id)
        ?.feedback.map(({ sentimentScore }) => sentimentScore ?? 0)
      const sum = scores?.reduce((all, score) => all + score, 0) ?? 0
      if (scores?.length === 0) expect(parts.sentiment[at]).toBeNaN()
      else expect(parts.sentiment[at]).toBeCloseTo(sum / (scores?.length ?? 0), 9)
    }
  }
  await syncItems(library, insights)
  await compare(insights)
  const fewer = insights.filter((_, number) => number % 3 !== 1)
  await syncItems(library, fewer)
  await compare(fewer)
})

it('reads the ids of insights in the order of their rows, with rows of another workspace between them', async () => {
  test = await openTestLibrary('memory')
  const { library } = test
  const insights = Array.from({ length: 30 }, (_, number) => generateInsight(number, { embedding: 0 }))
  await syncItems(library, insights.slice(0, 10))
  const elsewhere = { ...workspace, workspaceId: 'another' }
  const { syncId } = await library.beginSync({
    ...{ workspace: elsewhere, resource: 'insights', startedAt: '2025-06-01T10:00:00.000Z' },
  })
  await library.appendSync({ syncId, bytes: Buffer.from(JSON.stringify({ data: insights.slice(0, 5) })) })
  await library.commitSync({ syncId, validators: null })
  await syncItems(library, insights.slice(2))
  const asked = { kind: 'insight', now: '2025-08-15T13:00:00.000Z' } as const
  const idsOf = (listed: readonly Insight[]) => listed.map(({ id }) => id).join('\n')
  expect((await library.listPriorities({ ...asked, workspace })).ids).toBe(idsOf(insights.slice(2)))
  expect((await library.listPriorities({ ...asked, workspace: elsewhere })).ids).toBe(idsOf(insights.slice(0, 5)))
})

it('counts feedback as recent from 90 days ago, to the millisecond, in any time zone, including future dates', async () => {
  test = await openTestLibrary('memory')
  const { library } = test
  const [piece] = Array.from({ length: 20 }, (_, number) => generateInsight(number).feedback).flat()
  if (piece === undefined) throw new Error('no feedback')
  const dated = (number: number, createdAt: readonly string[]) => {
    const insight = generateInsight(number, { embedding: 0 })
    const pieces = createdAt.map((date, place) => ({
      ...piece,
      id: insightId(1000 + number * 10 + place),
      createdAt: date,
    }))
    return { ...insight, feedback: pieces }
  }
  // 90 days before: 2025-05-17.
  const dates = [
    ['2025-05-17T00:00:00.000Z', '2025-05-17T01:59:59.000+02:00', '2025-05-16T23:00:00.000-02:00'],
    ['2025-05-16T23:59:59.999Z', '2025-08-15T00:00:00.000Z', '2025-08-14T23:59:59.999Z'],
    ['2025-08-15T23:00:00.000Z', '2025-08-16T00:00:00.000Z', '2025-08-17T00:00:00.000Z', '2099-01-01T00:00:00.000Z'],
    ['2024-01-01T00:00:00.000Z'],
  ]
  await syncItems(
    library,
    dates.map((each, number) => dated(number, each)),
  )
  const { parts } = await library.listPriorities({ workspace, kind: 'insight', now: '2025-08-15T13:00:00.000Z' })
  expect([...parts.recent]).toEqual([2, 2, 4, 0])
})

it('answers other calls between slices', async () => {
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

it('looks up each list of links once, not once per link', () => {
  const [insights, pieces] = [50, 4]
  const links = (each: number) => ({
    first: 0,
    starts: Int32Array.from({ length: insights + 1 }, (_, row) => row * each),
    records: Int32Array.from({ length: insights * each }, (_, link) => link % 60),
    end: 60,
  })
  let asked = 0
  const counted = <T>(value: T) => ({
    get: () => {
      asked += 1
      return value
    },
  })
  const none = new Float64Array(insights)
  const evidence = {
    moods: new Uint8Array(60).fill(2),
    insights: {
      rows: Int32Array.from({ length: insights }, (_, row) => row),
      seen: new Uint8Array(insights),
      ...{ strength: none, momentum: none, combined: none },
    },
    carried: Object.defineProperties({}, { feedback: counted(links(pieces)), opportunity: counted(links(2)) }),
  } as unknown as Evidence
  const heard = lastOf(heardOf(evidence, 'opportunity')).value
  expect(heard.feedback.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(insights)
  expect(asked).toBe(2)
})

it('reads for the map only the links that This week has not read', async () => {
  const takeStatements = watchStatements()
  test = await openTestLibrary('file')
  const { library } = test
  await syncItems(
    library,
    Array.from({ length: 50 }, (_, number) => generateInsight(number, { embedding: 0 })),
  )
  await library.readThisWeek({ workspace })
  takeStatements()
  const filter = { text: '', kinds: [], onlyGaps: false, onlyUnseen: false }
  const { all } = await library.readMapTop({ workspace, filter, now: new Date().toISOString() })
  expect(all).toBeGreaterThan(50)
  const ofLinks = takeStatements().flatMap(({ sql }) => /FROM (insight_\w+)/.exec(sql)?.[1] ?? [])
  expect(new Set(ofLinks)).toEqual(new Set(['insight_solutions']))
})
