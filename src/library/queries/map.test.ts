// The map as the library computes it, against the same counted one by one over the insights.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  gapOf,
  listsBelow,
  type MapFilter,
  type MapKind,
  type MapList,
  type MapRecord,
  noFilter,
} from '../../contract/features/map'
import type { Insight } from '../../contract/resources/insight'
import type { Connection } from '../store/connection'
import { generateInsight } from '../testing/generated-insights'
import { openTestLibrary, syncItems, type TestLibrary, workspace } from '../testing/opened-library'
import { type Evidence, linksInStep } from './evidence-arrays'
import { readWhole } from './map'

const now = '2025-08-15T13:00:00.000Z'
const since = Date.parse('2025-05-17T00:00:00.000Z')

const carriedIn = { outcome: 'outcomes', opportunity: 'opportunities', solution: 'solutions' } as const
type Carried = keyof typeof carriedIn

/** Few links, so that every gap and every kind of loose end is there. */
function sparseInsights(seed: number): Insight[] {
  let state = seed
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const pool = Array.from({ length: 400 }, (_, number) => generateInsight(number))
  const poolOf = <T extends { readonly id: string }>(all: readonly T[], size: number) =>
    [...new Map(all.map((each) => [each.id, each])).values()].slice(0, size)
  const outcomes = poolOf(
    pool.flatMap((each) => each.outcomes),
    9,
  ).map((each, index) => ({ ...each, priority: index % 4 }))
  const opportunities = poolOf(
    pool.flatMap((each) => each.opportunities),
    14,
  )
  const solutions = poolOf(
    pool.flatMap((each) => each.solutions),
    14,
  ).map((each, index) => ({ ...each, hideContent: index === 3 }))
  const feedback = poolOf(
    pool.flatMap((each) => each.feedback),
    60,
  ).map((each, index) => ({
    ...each,
    createdAt: index % 5 === 0 ? '2025-07-01T00:00:00.000Z' : '2025-01-01T00:00:00Z',
  }))
  const some = <T>(all: readonly T[], most: number) => {
    const chosen = new Set(Array.from({ length: below(most + 1) }, () => below(all.length)))
    return [...chosen].flatMap((index) => all[index] ?? [])
  }
  return pool.slice(0, 45).map((insight) => {
    const kind = below(6)
    return {
      ...insight,
      outcomes: kind === 0 ? [] : some(outcomes, 1),
      opportunities: kind === 1 ? [] : some(opportunities, 2),
      solutions: kind < 4 ? [] : some(solutions, 2),
      feedback: some(feedback, 3),
    }
  })
}

/** Expected figures of a record, counted over all insights. */
function expectedRecord(insights: readonly Insight[], kind: Carried, id: string) {
  const name = carriedIn[kind]
  const carrying = insights.filter((each) => each[name].some((record) => record.id === id))
  const heard = new Map(carrying.flatMap((each) => each.feedback).map((piece) => [piece.id, piece]))
  const recent = [...heard.values()].filter(({ createdAt }) => Date.parse(createdAt) >= since).length
  const different = (list: 'opportunities' | 'solutions') =>
    new Set(carrying.flatMap((each) => each[list].map((record) => record.id))).size
  const scores = carrying.flatMap(({ combinedScore }) => combinedScore ?? [])
  const status = carrying.flatMap(({ solutions }) => solutions).find((each) => each.id === id)?.status ?? null
  return {
    insights: carrying.length,
    unseen: carrying.filter(({ seen }) => !seen).length,
    feedback: heard.size,
    recent,
    score: scores.length === 0 ? null : Math.max(...scores),
    gap: gapOf(kind, {
      opportunities: different('opportunities'),
      solutions: different('solutions'),
      recent,
      status,
    }),
  }
}

const has = (insight: Insight, kind: Carried, id: string) => insight[carriedIn[kind]].some((each) => each.id === id)

/** Ids of a list, in no order, with the insights that link each to the record above. */
function expectedList(insights: readonly Insight[], list: MapList, of: string): Map<string, number | null> {
  const ids = (kind: Carried, among: readonly Insight[]) =>
    new Set(among.flatMap((each) => each[carriedIn[kind]].map(({ id }) => id)))
  const shared = (from: Carried, to: Carried) => {
    const carrying = insights.filter((each) => has(each, from, of))
    return new Map([...ids(to, carrying)].map((id) => [id, carrying.filter((each) => has(each, to, id)).length]))
  }
  const unlinked = (from: Carried, to: Carried) =>
    new Map(
      [...ids(to, insights)]
        .filter((id) => !insights.some((each) => has(each, to, id) && each[carriedIn[from]].length > 0))
        .map((id) => [id, null]),
    )
  const direct = (keeps: (insight: Insight) => boolean) => new Map(insights.filter(keeps).map(({ id }) => [id, null]))
  switch (list) {
    case 'goals':
      return new Map([...ids('outcome', insights)].map((id) => [id, null]))
    case 'loneOpportunities':
      return unlinked('outcome', 'opportunity')
    case 'loneSolutions':
      return unlinked('opportunity', 'solution')
    case 'loneInsights':
      return direct((each) => each.outcomes.length + each.opportunities.length + each.solutions.length === 0)
    case 'goalOpportunities':
      return shared('outcome', 'opportunity')
    case 'opportunitySolutions':
      return shared('opportunity', 'solution')
    case 'goalInsights':
      return direct((each) => has(each, 'outcome', of) && each.opportunities.length === 0)
    case 'opportunityInsights':
      return direct((each) => has(each, 'opportunity', of) && each.solutions.length === 0)
    case 'solutionInsights':
      return direct((each) => has(each, 'solution', of))
    case 'insightFeedback':
      return new Map(insights.find(({ id }) => id === of)?.feedback.map(({ id }) => [id, null]))
  }
}

describe.each([3, 77, 4_001])('map of sparse insights (seed %i)', (seed) => {
  let test: TestLibrary
  const insights = sparseInsights(seed)
  beforeAll(async () => {
    test = await openTestLibrary('file')
    await syncItems(test.library, insights)
  })
  afterAll(() => test.remove())

  const branch = (list: MapList, of: string | null, filter: MapFilter = noFilter, limit = 500) =>
    test.library.readMapBranch({ workspace, list, of, filter, limit, now })
  const readTop = (filter: MapFilter = noFilter) => test.library.readMapTop({ workspace, filter, now })

  /** All records shown with this filter, by the way to them. */
  async function walk(filter: MapFilter) {
    const found = new Map<string, { readonly list: MapList; readonly of: string | null; readonly record: MapRecord }>()
    const visit = async (list: MapList, of: string | null, way: string) => {
      const { records, total } = await branch(list, of, filter)
      expect(records).toHaveLength(total)
      for (const record of records) {
        const key = `${way}/${list}:${record.id}`
        found.set(key, { list, of, record })
        for (const below of record.below) {
          await visit(below.list, record.id, key)
          const beneath = [...found.keys()].filter(
            (other) => other.startsWith(`${key}/${below.list}:`) && !other.slice(key.length + 1).includes('/'),
          )
          expect(beneath, `${key} ${below.list}`).toHaveLength(below.total)
        }
      }
    }
    for (const { list } of (await readTop(filter)).below) await visit(list, null, '')
    return found
  }

  it('lists linked records below each record, and marks inferred links with the number of shared insights', async () => {
    const found = await walk(noFilter)
    const lists = new Set([...found.values()].map(({ list }) => list))
    expect(lists.size).toBeGreaterThanOrEqual(9)
    const branches = new Map<string, Map<string, number | null>>()
    for (const { list, of, record } of found.values()) {
      const key = `${list} ${of}`
      branches.set(key, (branches.get(key) ?? new Map()).set(record.id, record.through))
    }
    for (const [key, links] of branches) {
      const [list = '', of = ''] = key.split(' ')
      expect(links, key).toEqual(expectedList(insights, list as MapList, of))
    }
    for (const { list, record } of found.values()) {
      for (const below of listsBelow[record.kind]) {
        const expected = expectedList(insights, below, record.id).size
        expect(record.below.find((each) => each.list === below)?.total ?? 0, `${list} ${below}`).toBe(expected)
      }
    }
  })

  it('counts insights, feedback and scores of each record, and marks its gap', async () => {
    for (const { list, record } of (await walk(noFilter)).values()) {
      if (record.kind === 'feedback' || record.kind === 'insight') continue
      const { insights: n, unseen, feedback, recent, score, gap } = record
      const { score: strongest, ...expected } = expectedRecord(insights, record.kind, record.id)
      expect({ insights: n, unseen, feedback, recent, gap }, list).toEqual(expected)
      expect([list, score?.toFixed(9)]).toEqual([list, strongest?.toFixed(9)])
      expect(record.matches).toBe(true)
    }
  })

  it('counts how many other records each record is also shown below', async () => {
    const found = [...(await walk(noFilter)).values()]
    for (const { list, record } of found) {
      const parents = new Set(
        found.filter((each) => each.list === list && each.record.id === record.id).map(({ of }) => of),
      )
      // An insight without an opportunity is below its goals only as far as they are reached; goals all are.
      const isReachedWhole = [
        'goalOpportunities',
        'goalInsights',
        'opportunitySolutions',
        'opportunityInsights',
        'solutionInsights',
      ]
      if (isReachedWhole.includes(list)) expect(record.elsewhere, list).toBe(parents.size - 1)
    }
    expect(found.some(({ record }) => record.elsewhere > 0)).toBe(true)
  })

  it('counts the gaps of the whole workspace, regardless of filters', async () => {
    const ids = (kind: Carried) => [
      ...new Set(insights.flatMap((each) => each[carriedIn[kind]].map((record) => record.id))),
    ]
    const count = (kind: Carried) => ids(kind).filter((id) => expectedRecord(insights, kind, id).gap !== null).length
    const gaps = { noOpportunities: count('outcome'), noSolutions: count('opportunity'), notFresh: count('solution') }
    const all = insights.length + ids('outcome').length + ids('opportunity').length + ids('solution').length
    expect(Object.values(gaps).filter((each) => each > 0).length).toBeGreaterThan(1)
    expect(await readTop()).toMatchObject({ gaps, all, matching: all })
    expect(await readTop({ ...noFilter, onlyGaps: true })).toMatchObject({
      gaps,
      all,
      matching: gaps.noOpportunities + gaps.noSolutions + gaps.notFresh,
    })
  })

  const title = (insight: Insight | undefined) => insight?.title ?? ''
  it.each<[string, Partial<MapFilter>, (record: MapRecord) => boolean]>([
    ['gaps', { onlyGaps: true }, ({ gap }) => gap !== null],
    ['unseen', { onlyUnseen: true }, ({ unseen }) => unseen > 0],
    ['a kind', { kinds: ['solution'] }, ({ kind }) => kind === 'solution'],
    ['two kinds', { kinds: ['outcome', 'insight'] }, ({ kind }) => ['outcome', 'insight'].includes(kind)],
    ['words', { text: title(insights[5]) }, (record) => record.id === insights[5]?.id],
    [
      'unseen insights',
      { kinds: ['insight'], onlyUnseen: true },
      ({ kind, unseen }) => kind === 'insight' && unseen > 0,
    ],
  ])('shows only records matching %s and the paths to them', async (_, changes, matches) => {
    const all = await walk(noFilter)
    const filtered = await walk({ ...noFilter, ...changes })
    const isLeaf = ({ kind }: { kind: MapKind }) => kind === 'feedback'
    const matching = [...all].filter(([, { record }]) => !isLeaf(record) && matches(record)).map(([key]) => key)
    const expected = [...all.keys()].filter((key) =>
      matching.some((match) => match === key || match.startsWith(`${key}/`)),
    )
    const shown = [...filtered].filter(([, { record }]) => !isLeaf(record)).map(([key]) => key)
    expect(shown.toSorted()).toEqual(expected.toSorted())
    expect(matching.length).toBeGreaterThan(0)
    for (const { record } of filtered.values()) if (!isLeaf(record)) expect(record.matches).toBe(matches(record))
  })

  it('reads the first records of a branch in the order of the whole branch', async () => {
    const all = (await branch('goals', null)).records.map(({ id }) => id)
    expect(await branch('goals', null, noFilter, 3)).toMatchObject({ total: all.length })
    expect((await branch('goals', null, noFilter, 3)).records.map(({ id }) => id)).toEqual(all.slice(0, 3))
  })

  it('finds nothing below a missing record', async () => {
    expect(await branch('goalOpportunities', 'nobody')).toEqual({ records: [], total: 0 })
  })
})

it('finds insights by the words of their feedback, and shows the paths to them', async () => {
  const test = await openTestLibrary('memory')
  const [one, other] = [generateInsight(1), generateInsight(2)]
  const many = Array.from({ length: 20 }, (_, number) => generateInsight(number))
  const [goal] = many.flatMap(({ outcomes }) => outcomes)
  const [heard] = many.flatMap(({ feedback }) => feedback)
  if (goal === undefined || heard === undefined) throw new Error('None of the insights carries any.')
  await syncItems(test.library, [
    { ...one, outcomes: [goal], opportunities: [], solutions: [], feedback: [{ ...heard, content: 'zeppelin' }] },
    { ...other, outcomes: [], opportunities: [], solutions: [], feedback: [] },
  ])
  for (const text of ['zeppelin', 'zepelin']) {
    const filter = { ...noFilter, text }
    const top = await test.library.readMapTop({ workspace, filter, now })
    expect(top, text).toMatchObject({ matching: 1, below: [{ list: 'goals', total: 1 }] })
    const asked = { workspace, filter, limit: 5, now }
    const { records } = await test.library.readMapBranch({ ...asked, list: 'goalInsights', of: goal.id })
    expect(records.map(({ id }) => id)).toEqual([one.id])
  }
  const { forgiven } = await test.library.readMapTop({ workspace, filter: { ...noFilter, text: 'zepelin' }, now })
  expect(forgiven).toEqual([{ typed: 'zepelin', words: ['zeppelin'], because: 'similar' }])
  test.remove()
})

it('counts all that is below a record found by its title', async () => {
  const test = await openTestLibrary('memory')
  const many = Array.from({ length: 40 }, (_, number) => generateInsight(number))
  const [goal] = many.flatMap(({ outcomes }) => outcomes)
  const [opportunity] = many.flatMap(({ opportunities }) => opportunities)
  if (goal === undefined || opportunity === undefined) throw new Error('None of the insights carries any.')
  const ofGoal = { outcomes: [{ ...goal, title: 'Zeppelin' }], opportunities: [], solutions: [], feedback: [] }
  const [one, two, three] = many
  if (one === undefined || two === undefined || three === undefined) throw new Error('There are too few insights.')
  await syncItems(test.library, [
    { ...one, ...ofGoal, opportunities: [{ ...opportunity, title: 'Airship' }] },
    { ...two, ...ofGoal },
    { ...three, ...ofGoal, title: 'Zeppelin' },
  ])
  const asked = { workspace, limit: 5, now }
  const filter = { ...noFilter, text: 'zeppelin' }
  const [found] = (await test.library.readMapBranch({ ...asked, list: 'goals', of: null, filter })).records
  expect(found?.below).toEqual([
    { list: 'goalOpportunities', total: 1 },
    { list: 'goalInsights', total: 2 },
  ])
  for (const { list, total } of found?.below ?? []) {
    const branch = await test.library.readMapBranch({ ...asked, list, of: goal.id, filter: { ...filter, text: '' } })
    expect(branch.total).toBe(total)
  }
  test.remove()
})

it('yields to other calls while it reads, and afterwards includes a sync made meanwhile', async () => {
  const test = await openTestLibrary('file')
  const insights = Array.from({ length: 30 }, (_, number) => generateInsight(number))
  await syncItems(test.library, insights.slice(0, 20))
  const ask = { workspace, filter: noFilter, now }
  let [turns, isDone] = [0, false]
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const first = test.library.readMapTop(ask)
  const synced = syncItems(test.library, insights, '2025-06-02T10:00:00.000Z')
  await first
  isDone = true
  expect(turns).toBeGreaterThan(10)
  await synced
  const { all, below } = await test.library.readMapTop(ask)
  const different = (name: 'outcomes' | 'opportunities' | 'solutions') =>
    new Set(insights.flatMap((insight) => insight[name].map(({ id }) => id))).size
  expect(all).toBe(30 + different('outcomes') + different('opportunities') + different('solutions'))
  expect(below[0]).toEqual({ list: 'goals', total: different('outcomes') })
  test.remove()
})

it('reads at most 50,000 links of feedback in a step, even when one goal has all insights', () => {
  const [insights, pieces] = [10_000, 30]
  const links = (each: number) => ({
    first: 0,
    starts: Int32Array.from({ length: insights + 1 }, (_, row) => row * each),
    records: new Int32Array(insights * each),
    end: 1,
  })
  /** Links of feedback that were read since the last step. */
  let read = 0
  const records = new Proxy(links(pieces).records, {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) read += 1
      return Reflect.get(target, name, target)
    },
  })
  const none = new Float64Array(insights)
  const evidence = {
    moods: new Uint8Array(1),
    insights: {
      rows: Int32Array.from({ length: insights }, (_, row) => row),
      seen: new Uint8Array(insights),
      ...{ strength: none, momentum: none, combined: none },
    },
    carried: { feedback: { ...links(pieces), records }, outcome: links(1), opportunity: links(0), solution: links(0) },
  } as unknown as Evidence
  const goal = { row: 0, id: 'goal', title: 'Goal', hideContent: false, status: null }
  const connection = { all: (sql: string) => (sql.includes('FROM outcomes') ? [goal] : []) } as unknown as Connection
  const steps = readWhole({ connection, workspace: 1, evidence })
  let [most, count] = [0, 0]
  for (let step = steps.next(); ; step = steps.next()) {
    most = Math.max(most, read)
    count += 1
    read = 0
    if (!step.done) continue
    expect(step.value.figures.outcome.get(0)).toMatchObject({ insights, feedback: 1 })
    break
  }
  expect(most).toBeLessThanOrEqual(linksInStep)
  // All links of feedback are read twice: put in the order of the map, then counted for the goal.
  expect(count).toBeGreaterThan((2 * insights * pieces) / linksInStep)
})

it('keeps all links when an insight without links is added', async () => {
  const test = await openTestLibrary('memory')
  const insights = Array.from({ length: 30 }, (_, number) => generateInsight(number))
  await syncItems(test.library, insights)
  const ask = { workspace, filter: noFilter, now }
  const below = async () =>
    Object.fromEntries((await test.library.readMapTop(ask)).below.map(({ list, total }) => [list, total]))
  const before = await below()
  const lone = { ...generateInsight(99), outcomes: [], opportunities: [], solutions: [], feedback: [] }
  await syncItems(test.library, [...insights, lone])
  expect(await below()).toEqual({ ...before, loneInsights: (before.loneInsights ?? 0) + 1 })
  test.remove()
})

it('recomputes the map after a sync, and returns it empty before the first one', async () => {
  const test = await openTestLibrary('memory')
  const ask = { workspace, filter: noFilter, now }
  expect((await test.library.readMapTop(ask)).all).toBe(0)
  const insight = { ...generateInsight(1), outcomes: generateInsight(2).outcomes.slice(0, 1), opportunities: [] }
  await syncItems(test.library, [insight])
  const goal = async () =>
    (await test.library.readMapBranch({ ...ask, list: 'goals', of: null, limit: 1 })).records[0]?.insights
  expect(await goal()).toBe(1)
  await syncItems(test.library, [insight, { ...insight, id: generateInsight(3).id }])
  expect(await goal()).toBe(2)
  test.remove()
})
