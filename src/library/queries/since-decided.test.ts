// What became known since each decision, against the same counted one by one from what the service sent before and after.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PrioritisedKind } from '../../contract/features/priorities'
import { sentimentOf } from '../../contract/features/sentiment'
import type { Insight } from '../../contract/resources/insight'
import { openTestLibrary, syncItems, type TestLibrary, workspace } from '../testing/opened-library'
import { all, type Carried, carrying, earlier } from '../testing/record-library'
import { distinct } from '../testing/varied-insights'

const firstSync = '2025-03-01T10:00:00.000Z'
const decidedAt = '2025-05-01T10:00:00.000Z'
const secondSync = '2025-06-01T10:00:00.000Z'

const lists = { opportunity: 'opportunities', outcome: 'outcomes', solution: 'solutions' } as const satisfies Partial<
  Record<PrioritisedKind, Exclude<Carried, 'feedback'>>
>
const kinds = ['opportunity', 'outcome', 'solution', 'insight'] as const

const insightsOf = (kind: PrioritisedKind, id: string) =>
  kind === 'insight' ? all.filter((each) => each.id === id) : carrying(lists[kind], id)
const idsOf = (kind: PrioritisedKind) => [
  ...new Set(all.flatMap((each) => (kind === 'insight' ? [each] : each[lists[kind]]).map(({ id }) => id))),
]

/** As the service listed it first: a few insights were not there yet, others had less feedback. */
const before = earlier.flatMap((insight, number) => {
  if (number % 11 === 4) return []
  return [{ ...insight, feedback: number % 4 === 1 ? insight.feedback.slice(1) : insight.feedback }]
})

let test: TestLibrary
beforeAll(async () => {
  test = await openTestLibrary('file')
  await syncItems(test.library, before, firstSync)
  for (const kind of kinds) {
    const ids = idsOf(kind)
    await test.library.decidePriority({ workspace, kind, ids, decision: 'now', decidedAt })
  }
  await syncItems(test.library, all, secondSync)
})
afterAll(() => test.remove())

const pieces = distinct(all.flatMap(({ feedback }) => feedback))
const greatest = (insights: readonly Insight[]) => {
  const known = insights.flatMap(({ combinedScore }) => (combinedScore === undefined ? [] : [combinedScore]))
  return known.length === 0 ? null : Math.max(...known)
}

function expectedSince(insights: readonly Insight[]) {
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
  const then = before.filter(({ id }) => insights.some((each) => each.id === id))
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

it.each(kinds)('counts what came since each decision about an %s', async (kind) => {
  const decided = await test.library.listSinceDecided({ workspace, kind })
  expect(decided.map(({ id }) => id).sort()).toEqual(idsOf(kind).sort())
  for (const { id, ...since } of decided) expect(since).toEqual(expectedSince(insightsOf(kind, id)))
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

it('knows no score from before the first sync, and nothing of a record that is gone or has a note only', async () => {
  const kind = 'opportunity'
  const [id = '', noted = ''] = idsOf(kind)
  const early = '2025-02-01T10:00:00.000Z'
  for (const decision of [null, 'notNow'] as const) {
    await test.library.decidePriority({ workspace, kind, ids: [id, 'gone'], decision, decidedAt: early })
  }
  await test.library.decidePriority({ workspace, kind, ids: [noted], decision: null, decidedAt: early })
  await test.library.setPriorityNote({ workspace, kind, id: noted, note: 'Ask legal' })
  const decided = await test.library.listSinceDecided({ workspace, kind })
  const of = (one: string) => decided.find((each) => each.id === one)
  expect(of(id)).toMatchObject({ strongestThen: null, strongestNow: greatest(carrying('opportunities', id)) })
  expect(of('gone')).toBeUndefined()
  expect(of(noted)).toBeUndefined()
})

it('is counted anew for a decision that changed, and for none of “Next” and “Later”', async () => {
  const kind = 'solution'
  const [id = ''] = idsOf(kind)
  const decide = (decision: 'now' | 'next' | 'later' | 'notNow', at: string) =>
    test.library.decidePriority({ workspace, kind, ids: [id], decision, decidedAt: at })
  const sinceOf = async () => (await test.library.listSinceDecided({ workspace, kind })).find((each) => each.id === id)
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
  await syncItems(test.library, more, '2026-01-02T00:00:00.000Z')
  expect(await sinceOf()).toMatchObject({ later: { feedback: 1 } })
})
