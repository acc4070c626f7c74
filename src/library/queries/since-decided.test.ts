// The evidence since each decision, against the same counted one by one from what the service sent before and after.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { PrioritisedKind } from '../../contract/features/priorities'
import { sentimentOf } from '../../contract/features/sentiment'
import type { Insight } from '../../contract/resources/insight'
import { openTestLibrary, syncItems, type TestLibrary, workspace } from '../testing/opened-library'
import { all, type Carried, carrying, earlier } from '../testing/record-library'
import { distinct, variedInsights } from '../testing/varied-insights'

const firstSync = '2025-03-01T10:00:00.000Z'
const decidedAt = '2025-05-01T10:00:00.000Z'
const secondSync = '2025-06-01T10:00:00.000Z'
const thirdSync = '2025-06-02T10:00:00.000Z'

const lists = { opportunity: 'opportunities', outcome: 'outcomes', solution: 'solutions' } as const satisfies Partial<
  Record<PrioritisedKind, Exclude<Carried, 'feedback'>>
>
const kinds = ['opportunity', 'outcome', 'solution', 'insight'] as const

const insightsOf = (kind: PrioritisedKind, id: string, of: readonly Insight[] = all) =>
  of.filter((each) => (kind === 'insight' ? each.id === id : each[lists[kind]].some((record) => record.id === id)))
const idsOf = (kind: PrioritisedKind) => [
  ...new Set(all.flatMap((each) => (kind === 'insight' ? [each] : each[lists[kind]]).map(({ id }) => id))),
]

/** As the service listed it first: insights came, left, had less feedback or were linked to other records. */
const before = variedInsights(270).flatMap((latest, number): Insight[] => {
  if (number % 11 === 4) return []
  const insight = earlier[number] ?? latest
  const { opportunities, outcomes, solutions } = all[(number + 5) % all.length] ?? insight
  const linked = number % 7 === 2 ? { ...insight, opportunities, outcomes, solutions } : insight
  return [{ ...linked, feedback: number % 4 === 1 ? insight.feedback.slice(1) : insight.feedback }]
})
/** All but some, which left for one sync. */
const between = all.filter((_, number) => number % 13 !== 6)

let clock = firstSync
/** Ends as soon as it began, unless `endedAt` says when. */
async function sync({ library }: TestLibrary, items: readonly unknown[], startedAt: string, endedAt = startedAt) {
  clock = endedAt
  await syncItems(library, items, startedAt)
}

async function openDecided(): Promise<TestLibrary> {
  const opened = await openTestLibrary('file', () => new Date(clock))
  await sync(opened, before, firstSync)
  for (const kind of kinds) {
    const ids = idsOf(kind)
    await opened.library.decidePriority({ workspace, kind, ids, decision: 'now', decidedAt })
  }
  await sync(opened, between, secondSync)
  await sync(opened, all, thirdSync)
  return opened
}

let test: TestLibrary
beforeAll(async () => {
  test = await openDecided()
})
afterAll(() => test.remove())

const pieces = distinct(all.flatMap(({ feedback }) => feedback))
const greatest = (insights: readonly Insight[]) => {
  const known = insights.flatMap(({ combinedScore }) => (combinedScore === undefined ? [] : [combinedScore]))
  return known.length === 0 ? null : Math.max(...known)
}

/** @param then the insights that carried the record, as they were when the person decided */
function expectedSince(insights: readonly Insight[], then: readonly Insight[]) {
  const ids = new Set(insights.flatMap(({ feedback }) => feedback.map(({ id }) => id)))
  const heard = pieces.filter(({ id }) => ids.has(id))
  const counted = (of: typeof heard) => {
    const words = of.map(
      ({ sentimentCategory, sentimentScore }) =>
        sentimentCategory ?? (sentimentScore === undefined ? null : sentimentOf(sentimentScore)),
    )
    return {
      feedback: of.length,
      rated: words.filter((word) => word !== null).length,
      negative: words.filter((word) => word === 'Negative').length,
    }
  }
  const known = new Set(then.flatMap(({ feedback }) => feedback.map(({ id }) => id)))
  const isLater = ({ id, createdAt }: (typeof heard)[number]) =>
    !known.has(id) || Date.parse(createdAt) > Date.parse(decidedAt)
  return {
    later: counted(heard.filter(isLater)),
    earlier: counted(heard.filter((piece) => !isLater(piece))),
    strongestThen: greatest(then),
    strongestNow: greatest(insights),
  }
}

it.each(kinds)('computes feedback and scores since each decision of kind %s', async (kind) => {
  const decided = await test.library.listSinceDecided({ workspace, kind })
  expect(decided.map(({ id }) => id).sort()).toEqual(idsOf(kind).sort())
  for (const { id, ...since } of decided) {
    expect(since).toEqual({ ...expectedSince(insightsOf(kind, id), insightsOf(kind, id, before)), decidedAt })
  }
  expect(decided.some(({ strongestThen, strongestNow }) => strongestThen !== strongestNow)).toBe(true)
  expect(decided.some(({ later, earlier: before }) => later.negative > 0 && before.negative > 0)).toBe(true)
  const writtenLater = pieces.filter(({ createdAt }) => Date.parse(createdAt) > Date.parse(decidedAt))
  const later = decided.reduce((sum, each) => sum + each.later.feedback, 0)
  const heardLater = (id: string) =>
    insightsOf(kind, id).flatMap(({ feedback }) =>
      feedback.filter((each) => writtenLater.some((one) => one.id === each.id)),
    )
  const ofDates = decided.reduce((sum, { id }) => sum + new Set(heardLater(id).map((each) => each.id)).size, 0)
  expect(later).toBeGreaterThan(ofDates)
})

it('counts by date and without a score before the first sync, and omits missing and note-only records', async () => {
  const own = await openDecided()
  onTestFinished(() => own.remove())
  const kind = 'opportunity'
  const [id = '', noted = ''] = idsOf(kind)
  const early = '2025-02-01T10:00:00.000Z'
  for (const decision of [null, 'notNow'] as const) {
    await own.library.decidePriority({ workspace, kind, ids: [id, 'gone'], decision, decidedAt: early })
  }
  await own.library.decidePriority({ workspace, kind, ids: [noted], decision: null, decidedAt: early })
  await own.library.setPriorityNote({ workspace, kind, id: noted, note: 'Ask legal' })
  const decided = await own.library.listSinceDecided({ workspace, kind })
  const of = (one: string) => decided.find((each) => each.id === one)
  const insights = carrying('opportunities', id)
  const heard = distinct(insights.flatMap(({ feedback }) => feedback))
  const written = heard.filter(({ createdAt }) => Date.parse(createdAt) > Date.parse(early))
  expect(written.length).toBeLessThan(heard.length)
  expect(of(id)).toMatchObject({ strongestThen: null, strongestNow: greatest(insights) })
  expect(of(id)).toMatchObject({ later: { feedback: written.length } })
  expect(of('gone')).toBeUndefined()
  expect(of(noted)).toBeUndefined()
})

it('recounts for a changed decision, and skips “Next” and “Later”', async () => {
  const own = await openDecided()
  onTestFinished(() => own.remove())
  const kind = 'solution'
  const [id = ''] = idsOf(kind)
  const decide = (decision: 'now' | 'next' | 'later' | 'notNow', at: string) =>
    own.library.decidePriority({ workspace, kind, ids: [id], decision, decidedAt: at })
  const sinceOf = async () => (await own.library.listSinceDecided({ workspace, kind })).find((each) => each.id === id)
  const { later } = (await sinceOf()) ?? {}
  for (const decision of ['next', 'later'] as const) {
    await decide(decision, decidedAt)
    expect(await sinceOf()).toBeUndefined()
  }
  await decide('notNow', '2026-01-01T00:00:00.000Z')
  const insights = insightsOf(kind, id)
  expect(later?.feedback).toBeGreaterThan(0)
  expect(await sinceOf()).toMatchObject({ later: { feedback: 0 }, strongestThen: greatest(insights) })
  // Written before the decision, and synced after it.
  const [model] = pieces
  const late = { ...(model as (typeof pieces)[number]), id: '00000005-0000-4000-8000-0000000000ff' }
  const more = all.map((each) => (each.id === insights[0]?.id ? { ...each, feedback: [...each.feedback, late] } : each))
  await sync(own, more, '2026-01-02T00:00:00.000Z')
  expect(await sinceOf()).toMatchObject({ later: { feedback: 1 } })
})

describe('a decision about one opportunity', () => {
  const [source, other] = all.filter(({ opportunities, feedback }) => opportunities.length > 1 && feedback.length > 0)
  const [model] = pieces
  const opportunity = source?.opportunities[0]
  const ids = [opportunity?.id ?? '']
  const insight = (number: number, combinedScore: number, heard: number, opportunities = [opportunity]) => ({
    ...{ ...source, id: `00000001-0000-4000-8000-0000000f000${number}`, combinedScore, opportunities },
    feedback: Array.from({ length: heard }, (_, place) => ({
      ...{ ...model, createdAt: '2025-01-05T00:00:00.000Z' },
      id: `00000005-0000-4000-8000-0000000f${number}0${place.toString(16).padStart(2, '0')}`,
    })),
  })
  const elsewhere = other?.opportunities.filter(({ id }) => id !== opportunity?.id)

  async function sinceAfter(first: readonly unknown[], ...later: readonly (readonly unknown[])[]) {
    const opened = await openTestLibrary('file', () => new Date(clock))
    try {
      await sync(opened, first, firstSync)
      await opened.library.decidePriority({ workspace, kind: 'opportunity', ids, decision: 'notNow', decidedAt })
      for (const items of later) await sync(opened, items, secondSync)
      const [since] = await opened.library.listSinceDecided({ workspace, kind: 'opportunity' })
      return since && [since.later.feedback, since.earlier.feedback, since.strongestThen, since.strongestNow]
    } finally {
      opened.remove()
    }
  }

  it('does not count feedback of insights that were gone for one sync as new', async () => {
    const [stays, leaves] = [insight(1, 5, 0), insight(2, 7, 60)]
    expect(await sinceAfter([stays, leaves], [stays], [stays, leaves])).toEqual([0, 60, 7, 7])
  })

  it('counts feedback of insights linked later as new', async () => {
    const first = insight(1, 7.08, 1)
    const old = [2, 3, 4, 5, 6, 7, 8].map((number) => insight(number, 9.33, 8, elsewhere as never))
    const linked = old.map((each) => ({ ...each, opportunities: [opportunity] }))
    expect(await sinceAfter([first, ...old], [first, ...linked])).toEqual([56, 1, 7.08, 9.33])
  })

  it('remembers the score of insights that were unlinked or removed later', async () => {
    const [weak, strong, gone] = [insight(1, 3, 1), insight(2, 8, 3), insight(3, 9, 3)]
    const unlinked = { ...strong, opportunities: elsewhere }
    expect(await sinceAfter([weak, strong], [weak, unlinked])).toEqual([0, 1, 8, 3])
    expect(await sinceAfter([weak, gone], [weak])).toEqual([0, 1, 9, 3])
    expect(await sinceAfter([weak, gone], [weak], [weak, gone])).toEqual([0, 4, 9, 9])
  })

  it('counts nothing already known when the same decision is made again', async () => {
    const opened = await openTestLibrary('file', () => new Date(clock))
    const decided = { workspace, kind: 'opportunity', ids, decision: 'notNow' } as const
    const read = () => opened.library.listSinceDecided({ workspace, kind: 'opportunity' })
    try {
      await sync(opened, [insight(1, 5, 1)], firstSync)
      await opened.library.decidePriority({ ...decided, ids, decidedAt })
      await sync(opened, [insight(1, 8, 20)], secondSync)
      expect(await read()).toMatchObject([{ decidedAt, later: { feedback: 19 }, strongestThen: 5 }])
      await opened.library.decidePriority({ ...decided, ids, decidedAt: thirdSync })
      expect(await read()).toMatchObject([{ decidedAt: thirdSync, later: { feedback: 0 }, strongestThen: 8 }])
    } finally {
      opened.remove()
    }
  })

  it('counts feedback from a sync in progress at the time of the decision as new', async () => {
    const [first, came] = [insight(1, 5, 1), insight(2, 8, 4)]
    const opened = await openTestLibrary('file', () => new Date(clock))
    const decide = (decision: 'notNow' | null, at: string) =>
      opened.library.decidePriority({ workspace, kind: 'opportunity', ids, decision, decidedAt: at })
    const read = () => opened.library.listSinceDecided({ workspace, kind: 'opportunity' })
    try {
      await sync(opened, [first], firstSync)
      await decide('notNow', decidedAt)
      await sync(opened, [first, came], '2025-05-01T09:59:00.000Z', '2025-05-01T10:01:00.000Z')
      expect(await read()).toMatchObject([{ later: { feedback: 4 }, strongestThen: 5, strongestNow: 8 }])
      await decide(null, decidedAt)
      await decide('notNow', '2025-05-01T10:02:00.000Z')
      expect(await read()).toMatchObject([{ later: { feedback: 0 }, strongestThen: 8, strongestNow: 8 }])
    } finally {
      opened.remove()
    }
  })
})
